// Releases on disk: <data>/releases/<bundle>/<version>/. Written once, never changed.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Release } from '@site/shared/release'
import { compressFile } from './compress.ts'

/** A release and the folder that holds its files. */
export interface StoredRelease {
  release: Release
  folder: string
}

/** Where a release lies, or would lie. */
export function releaseFolder(dataFolder: string, bundle: string, version: string): string {
  return path.join(dataFolder, 'releases', bundle, version)
}

/**
 * Reads release.json of a built bundle or a stored release.
 * @throws Error when there is none, or it is not JSON.
 */
export async function readRelease(folder: string): Promise<StoredRelease> {
  const file = path.join(folder, 'release.json')
  try {
    return { release: JSON.parse(await fs.readFile(file, 'utf8')), folder }
  } catch (error) {
    throw new Error(`${file} can't be read: ${(error as Error).message}`)
  }
}

/**
 * Takes a built bundle into the data folder, with compressed copies of what visitors get. A version that is already
 * there is left as it is: it has the same content.
 * @throws Error when a file is missing or differs from release.json.
 */
export async function addRelease(dataFolder: string, built: StoredRelease): Promise<StoredRelease> {
  const { release } = built
  const folder = releaseFolder(dataFolder, release.bundle, release.version)
  if (await exists(folder)) return { release, folder }
  const contents = await readContents(built)
  const incoming = `${folder}.incoming-${randomUUID()}`
  for (const [file, bytes] of contents) {
    const target = path.join(incoming, file)
    await fs.mkdir(path.dirname(target), { recursive: true })
    await fs.writeFile(target, bytes)
    if (file.startsWith('browser/')) await compressFile(target, bytes, release.mode === 'development' ? 'quick' : 'best')
  }
  await fs.writeFile(path.join(incoming, 'release.json'), JSON.stringify(release))
  await moveUnlessThere(incoming, folder)
  return { release, folder }
}

/** Two publishers may bring the same release at once: the second finds it there, and it is the same. */
async function moveUnlessThere(incoming: string, folder: string): Promise<void> {
  try {
    await fs.rename(incoming, folder)
  } catch (error) {
    if (!(await exists(folder))) throw error
    await fs.rm(incoming, { recursive: true })
  }
}

/** All files by path, each compared with release.json before anything is written. */
async function readContents({ release, folder }: StoredRelease): Promise<Map<string, Buffer>> {
  const contents = new Map<string, Buffer>()
  for (const file of release.files) {
    const bytes = await fs.readFile(path.join(folder, file.path))
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256) {
      throw new Error(
        `${release.bundle} ${release.version}: ${file.path} is not the file that release.json names. Build the bundle again.`,
      )
    }
    contents.set(file.path, bytes)
  }
  return contents
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}
