import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Release } from '@site/shared/release'

/**
 * Copies a built release and changes one of its files, as another build would have: with a version of its own, and with
 * the hash of what it is now.
 * @param folder where the copy goes.
 * @returns the folder of the copy.
 */
export async function alterRelease(
  build: string,
  folder: string,
  file: string,
  change: (text: string) => string,
): Promise<string> {
  await fs.cp(build, folder, { recursive: true })
  const text = change(await fs.readFile(path.join(folder, file), 'utf8'))
  await fs.writeFile(path.join(folder, file), text)
  const release: Release = JSON.parse(await fs.readFile(path.join(folder, 'release.json'), 'utf8'))
  const changed = { sha256: hash(text), size: Buffer.byteLength(text) }
  const files = release.files.map((known) => (known.path === file ? { ...known, ...changed } : known))
  const version = hash(JSON.stringify(files)).slice(0, 12)
  await fs.writeFile(path.join(folder, 'release.json'), JSON.stringify({ ...release, version, files }))
  return folder
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
