import { constants, type Dirent } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { link, syncToDisk } from '../publish/file-store.ts'

export interface Copied {
  files: number
  bytes: number
}

/**
 * Copies parts of a data folder, onto the disk. A part that is deleted meanwhile is left out, wholly. Times are kept: by
 * them the server tells what is old. So are links: a file that many releases share is copied once.
 */
export async function copyParts(from: string, to: string, parts: string[]): Promise<Copied> {
  const copies = new Map<number, string>()
  const all = { files: 0, bytes: 0 }
  for (const part of parts) {
    try {
      const copied = await copyPart(path.join(from, part), path.join(to, part), copies)
      all.files += copied.files
      all.bytes += copied.bytes
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      await fs.rm(path.join(to, part), { recursive: true, force: true })
    }
  }
  return all
}

/** @param copies by inode of the file that was copied. */
async function copyPart(source: string, target: string, copies: Map<number, string>): Promise<Copied> {
  await fs.mkdir(path.dirname(target), { recursive: true })
  if ((await fs.stat(source)).isFile()) return copyFile(source, target, copies)
  const copied = { files: 0, bytes: 0 }
  const entries = await fs.readdir(source, { recursive: true, withFileTypes: true })
  const placeOf = (entry: Dirent) => path.relative(source, path.join(entry.parentPath, entry.name))
  const folders = ['', ...entries.filter((entry) => entry.isDirectory()).map(placeOf)]
  for (const folder of folders) await fs.mkdir(path.join(target, folder), { recursive: true })
  for (const file of entries.filter((entry) => entry.isFile()).map(placeOf)) {
    const { files, bytes } = await copyFile(path.join(source, file), path.join(target, file), copies)
    copied.files += files
    copied.bytes += bytes
  }
  for (const folder of folders) await finish(path.join(source, folder), path.join(target, folder))
  return copied
}

async function copyFile(source: string, target: string, copies: Map<number, string>): Promise<Copied> {
  const { ino, size } = await fs.stat(source)
  const copy = copies.get(ino)
  if (copy !== undefined) {
    await link(copy, target)
    return { files: 1, bytes: 0 }
  }
  await fs.copyFile(source, target, constants.COPYFILE_FICLONE)
  await finish(source, target)
  copies.set(ino, target)
  return { files: 1, bytes: size }
}

async function finish(source: string, target: string): Promise<void> {
  const { atime, mtime } = await fs.stat(source)
  await fs.utimes(target, atime, mtime)
  await syncToDisk(target)
}
