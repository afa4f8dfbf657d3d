import fs from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { type KeptRelease, keptFile } from './keep.ts'

/** Writes a kept release as its build left it. @returns the folder with its release.json, below `target`. */
export async function unpackRelease(bundle: string, target: string): Promise<string> {
  const kept: KeptRelease = JSON.parse(zlib.brotliDecompressSync(await fs.readFile(keptFile(bundle))).toString())
  const folder = path.join(target, bundle)
  for (const [file, content] of Object.entries(kept.files)) {
    await fs.mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await fs.writeFile(path.join(folder, file), content, 'base64')
  }
  await fs.writeFile(path.join(folder, 'release.json'), kept.release)
  return folder
}
