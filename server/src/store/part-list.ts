// How a part of the data folder (a release, a composition, a picture) stands in the store: its files by their hash, and a list
// of them.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inParallel } from '../in-parallel.ts'
import type { Store } from './store.ts'

export interface ListedFile {
  /** In the part's folder; empty when the part is one file. */
  path: string
  sha256: string
  size: number
}

/** The store's bytes are not those that its list names. */
export class DamagedError extends Error {}

/** Of the objects in the store. The mark of a part says by its time when the part was last asked for. */
export const keys = {
  file: (sha256: string) => `files/${sha256}`,
  list: (part: string) => `lists/${part}.json`,
  mark: (part: string) => `used/${part}`,
}

export const partOfList = (key: string) => key.slice('lists/'.length, -'.json'.length)

/**
 * The files of a part; undefined when the store does not have it.
 * @throws DamagedError
 */
export async function readList(store: Store, part: string): Promise<ListedFile[] | undefined> {
  const bytes = await store.get(keys.list(part))
  if (!bytes) return undefined
  const { files } = JSON.parse(bytes.toString()) as { files: ListedFile[] }
  for (const { path: file } of files)
    if (file !== '' && !/^(?!\.\.?(\/|$))[\w.-]+(\/(?!\.\.?$)[\w.-]+)?$/.test(file))
      throw new DamagedError(`${part} names the file '${file}'.`)
  return files
}

/** All files of a part, by path. */
export async function describePart(folder: string): Promise<ListedFile[]> {
  const isFile = (await fs.stat(folder)).isFile()
  const entries = isFile ? [] : await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const paths = isFile ? [''] : names.sort()
  return inParallel(paths, async (file) => {
    const bytes = await fs.readFile(path.join(folder, file))
    return { path: file, sha256: hashOf(bytes), size: bytes.length }
  })
}

export const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
