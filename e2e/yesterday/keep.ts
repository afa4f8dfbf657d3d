// npm run keep-releases: keeps the releases of today, so that tomorrow's are tested beside them. Do it when something was
// deployed that is to go on working for as long as tabs and teams may have it.
import fs from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import { buildStale } from 'server/build'

/** A release in one file: text of release.json, and files by path, base64. Compressed with brotli. */
export interface KeptRelease {
  release: string
  files: Record<string, string>
}

export const keptFile = (bundle: string) => path.join(import.meta.dirname, `${bundle}.json.br`)

if (import.meta.main) {
  for (const folder of await buildStale('production', console.log)) {
    const release = await fs.readFile(path.join(folder, 'release.json'), 'utf8')
    const { bundle, version, files } = JSON.parse(release) as { bundle: string; version: string; files: { path: string }[] }
    const contents = files.map(async (file) => [file.path, await fs.readFile(path.join(folder, file.path), 'base64')] as const)
    const kept: KeptRelease = { release, files: Object.fromEntries(await Promise.all(contents)) }
    const bytes = zlib.brotliCompressSync(JSON.stringify(kept))
    await fs.writeFile(keptFile(bundle), bytes)
    console.log(`${bundle} ${version}: ${Math.round(bytes.length / 1000)} kB`)
  }
}
