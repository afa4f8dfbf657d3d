// Files by their content: <data>/files/<sha256>, with the compressed copies made of each. The files of releases are hard
// links to them, so what two releases have in common is uploaded, compressed and stored once.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inParallel } from '../in-parallel.ts'
import { type Effort, encodings } from './compress.ts'

/** The bytes are not those that were announced. */
export class WrongFileError extends Error {
  readonly statusCode = 422
}

export class LargeFileError extends Error {
  readonly statusCode = 413
}

/**
 * Stores a file as it arrives. It is there whole and on disk, or not at all: half an upload leaves nothing behind.
 * @param limit bytes.
 * @returns false when it was there before.
 * @throws WrongFileError, LargeFileError, or what the source throws.
 */
export async function keepFile(
  dataFolder: string,
  sha256: string,
  source: AsyncIterable<Buffer> | Iterable<Buffer>,
  limit = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const hash = createHash('sha256')
  const file = fileOf(dataFolder, sha256)
  return writeWhole(file, async (handle) => {
    let size = 0
    for await (const chunk of source) {
      size += chunk.length
      if (size > limit) throw new LargeFileError(`A file has at most ${inMegabytes(limit)} MB; this one has more.`)
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
    const found = hash.digest('hex')
    if (found !== sha256) throw new WrongFileError(`These ${size} bytes are another file: their SHA-256 is ${found}.`)
  })
}

/** Bytes of a stored file, which from now on counts as used: it is not cleaned away for a day. */
export async function findFile(dataFolder: string, sha256: string): Promise<number | undefined> {
  const file = fileOf(dataFolder, sha256)
  try {
    await fs.utimes(file, new Date(), new Date())
    return (await fs.stat(file)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Makes the compressed copies of a stored file, unless they were made for another release. */
export async function keepCopies(dataFolder: string, sha256: string, effort: Effort): Promise<void> {
  const file = fileOf(dataFolder, sha256)
  await Promise.all(
    encodings.map(async ({ suffix, compress }) => {
      const copy = copyOf(file, effort, suffix)
      if (await touch(copy)) return
      const bytes = await compress(await fs.readFile(file), effort)
      await writeWhole(copy, (handle) => handle.writeFile(bytes))
    }),
  )
}

/** Puts a stored file into a folder under its name there, with its compressed copies beside it where an effort is given. */
export async function linkFile(dataFolder: string, sha256: string, target: string, effort?: Effort): Promise<void> {
  const file = fileOf(dataFolder, sha256)
  await link(file, target)
  if (effort) await Promise.all(encodings.map(({ suffix }) => link(copyOf(file, effort, suffix), target + suffix)))
}

/** Takes a file of a folder that came whole from elsewhere, with its copies, as if it had been sent and compressed here. */
export async function adoptFile(dataFolder: string, sha256: string, source: string, effort?: Effort): Promise<void> {
  const file = fileOf(dataFolder, sha256)
  await fs.mkdir(path.dirname(file), { recursive: true })
  const adopt = async (from: string, to: string) => {
    if (!(await touch(to))) await link(from, to).catch((error) => expectCode(error, 'EEXIST'))
  }
  await adopt(source, file)
  if (effort) await Promise.all(encodings.map(({ suffix }) => adopt(source + suffix, copyOf(file, effort, suffix))))
}

/** Removes what was begun or uploaded more than a day ago and is part of no release. */
export async function cleanFiles(dataFolder: string, now = Date.now()): Promise<void> {
  const folder = path.join(dataFolder, 'files')
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const file = path.join(folder, name)
    const stats = await fs.stat(file).catch(() => undefined)
    const isAlone = stats?.nlink === 1
    if (stats && isAlone && stats.mtimeMs < now - dayLength) await fs.rm(file, { force: true })
  }
}

export const dayLength = 86_400_000

/**
 * Bytes that all releases and stored files take, each counted once however many releases it is part of: whatever a release
 * links to is in files/ as long as the release is there.
 */
export async function measureFiles(dataFolder: string): Promise<number> {
  const namesIn = (folder: string) => fs.readdir(path.join(dataFolder, folder)).catch(() => [])
  const files = (await namesIn('files')).map((name) => path.join('files', name))
  for (const bundle of await namesIn('releases'))
    for (const version of await namesIn(path.join('releases', bundle)))
      files.push(path.join('releases', bundle, version, 'release.json'))
  const size = (file: string) =>
    fs.stat(path.join(dataFolder, file)).then(
      (stats) => stats.size,
      () => 0,
    )
  const sizes = await inParallel(files, size)
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

export const inMegabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024)

/** A file, or the names in a folder: what was written before is still there after a crash. */
export async function syncToDisk(file: string): Promise<void> {
  const handle = await fs.open(file)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** @returns false when the file was there before. */
async function writeWhole(file: string, write: (handle: fs.FileHandle) => Promise<void>): Promise<boolean> {
  const incoming = `${file}.incoming-${randomUUID()}`
  await fs.mkdir(path.dirname(file), { recursive: true })
  try {
    const handle = await fs.open(incoming, 'wx')
    try {
      await write(handle)
      await handle.sync()
    } finally {
      await handle.close()
    }
    if (await touch(file)) return false
    await fs.rename(incoming, file)
    await syncToDisk(path.dirname(file))
    return true
  } finally {
    await fs.rm(incoming, { force: true })
  }
}

/** A second name for a file; where there can be none, a copy. */
export async function link(file: string, target: string): Promise<void> {
  try {
    await fs.link(file, target)
  } catch (error) {
    // Folders on two file systems, a file system without links, a file with too many of them.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await fs.copyFile(file, target)
    await syncToDisk(target)
  }
}

/** Whether the file is there; it counts as used from now on. */
async function touch(file: string): Promise<boolean> {
  return fs.utimes(file, new Date(), new Date()).then(
    () => true,
    () => false,
  )
}

function expectCode(error: unknown, code: string): void {
  if ((error as NodeJS.ErrnoException).code !== code) throw error
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

const fileOf = (dataFolder: string, sha256: string) => path.join(dataFolder, 'files', sha256)
const copyOf = (file: string, effort: Effort, suffix: string) => `${file}.${effort}${suffix}`
