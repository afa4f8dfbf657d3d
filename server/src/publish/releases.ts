// Releases on disk: <data>/releases/<bundle>/<version>/. Written once, never changed.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Release } from '@site/shared/release'
import { type Effort, isCompressible } from './compress.ts'
import { adoptFile, dayLength, findFile, keepCopies, keepFile, linkFile, syncToDisk } from './file-store.ts'
import { isBundleName, isVersion } from './release-check.ts'
import { quote } from './shape.ts'

/** A release and the folder that holds its files. */
export interface StoredRelease {
  release: Release
  folder: string
}

/** The version is stored with other content: either was not made by our build. */
export class OtherContentError extends Error {
  readonly statusCode = 409
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

/** The text of a stored release's release.json, as it was sent; undefined when the release is not stored. */
export async function readReleaseText(dataFolder: string, bundle: string, version: string): Promise<string | undefined> {
  if (!isBundleName(bundle) || !isVersion(version)) return undefined
  try {
    return await fs.readFile(path.join(releaseFolder(dataFolder, bundle, version), 'release.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export interface ReleaseOnDisk {
  bundle: string
  version: string
  /** ISO 8601, UTC. */
  storedAt: string
}

/** Newest first. */
export async function listReleases(dataFolder: string, bundle?: string): Promise<ReleaseOnDisk[]> {
  const bundles = bundle === undefined ? await namesIn(path.join(dataFolder, 'releases')) : [bundle]
  const found = await Promise.all(
    bundles.filter(isBundleName).map(async (name) => {
      const versions = (await namesIn(path.join(dataFolder, 'releases', name))).filter(isVersion)
      return Promise.all(
        versions.map(async (version) => {
          const { mtime } = await fs.stat(path.join(releaseFolder(dataFolder, name, version), 'release.json'))
          return { bundle: name, version, storedAt: mtime.toISOString() }
        }),
      )
    }),
  )
  return found.flat().sort((a, b) => (a.storedAt > b.storedAt ? -1 : 1))
}

/**
 * Takes a built bundle into the data folder, with compressed copies of what visitors get. A version that is already
 * there is left as it is: it has the same content.
 * @throws Error when a file is missing, differs from release.json or is not in the folder itself.
 */
export async function addRelease(dataFolder: string, built: StoredRelease): Promise<StoredRelease> {
  const { release } = built
  const folder = releaseFolder(dataFolder, release.bundle, release.version)
  if (await exists(folder)) return { release, folder }
  const contents = await readContents(built)
  for (const [sha256, bytes] of contents) await keepFile(dataFolder, sha256, [bytes])
  await storeRelease(dataFolder, release, `${JSON.stringify(release, null, 2)}\n`)
  return { release, folder }
}

/** Files of a release that have to be sent before it can be stored: their SHA-256, each once. */
export async function findMissing(dataFolder: string, { files }: Release): Promise<string[]> {
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))]
  const sizes = await Promise.all(hashes.map((sha256) => findFile(dataFolder, sha256)))
  return hashes.filter((_, index) => sizes[index] === undefined)
}

/** Sentences about files that are stored and have another size than release.json says. */
export async function compareSizes(dataFolder: string, { files }: Release): Promise<string[]> {
  const sizes = await Promise.all(files.map(({ sha256 }) => findFile(dataFolder, sha256)))
  return files.flatMap(({ path: file, size }, index) =>
    sizes[index] === undefined || sizes[index] === size ? [] : [`${file} has ${sizes[index]} bytes, not ${size}.`],
  )
}

/**
 * Makes a release of files that are stored: its folder appears whole, by one rename.
 * @param text of release.json.
 * @returns false when it was there already.
 * @throws OtherContentError when the version is stored with other content.
 */
export async function storeRelease(dataFolder: string, release: Release, text: string): Promise<boolean> {
  const folder = releaseFolder(dataFolder, release.bundle, release.version)
  if (await isStored(dataFolder, release)) return false
  const effort = effortFor(release)
  // One after the other: compression takes the threads that also read the files of visitors.
  for (const { path: file, sha256 } of release.files) if (isCopied(file)) await keepCopies(dataFolder, sha256, effort)
  const incoming = `${folder}.incoming-${randomUUID()}`
  try {
    for (const part of ['browser', 'prerender']) await fs.mkdir(path.join(incoming, part), { recursive: true })
    for (const { path: file, sha256 } of release.files)
      await linkFile(dataFolder, sha256, path.join(incoming, file), isCopied(file) ? effort : undefined)
    await fs.writeFile(path.join(incoming, 'release.json'), text, { flush: true })
    for (const part of ['browser', 'prerender', '.']) await syncToDisk(path.join(incoming, part))
    await fs.rename(incoming, folder)
    await syncToDisk(path.dirname(folder))
    return true
  } catch (error) {
    // Two may bring the same release at once: the second finds it there.
    if (await isStored(dataFolder, release)) return false
    throw error
  } finally {
    await fs.rm(incoming, { recursive: true, force: true })
  }
}

/** Files of a release whose folder came whole from elsewhere: what the next release has in common is not compressed again. */
export async function adoptRelease(dataFolder: string, bundle: string, version: string): Promise<void> {
  const { release, folder } = await readRelease(releaseFolder(dataFolder, bundle, version))
  const effort = effortFor(release)
  for (const { path: file, sha256 } of release.files)
    await adoptFile(dataFolder, sha256, path.join(folder, file), isCopied(file) ? effort : undefined)
}

/**
 * Whether exactly this release is stored.
 * @throws OtherContentError when its version is stored with other content.
 */
export async function isStored(dataFolder: string, release: Release): Promise<boolean> {
  const { bundle, version } = release
  const text = await readReleaseText(dataFolder, bundle, version)
  if (text === undefined) return false
  if (!isDeepStrictEqual(JSON.parse(text), JSON.parse(JSON.stringify(release))))
    throw new OtherContentError(`${bundle} ${version} is stored already, with other content. Build it again.`)
  return true
}

/** Removes half releases that a crash left more than a day ago. */
export async function cleanReleases(dataFolder: string, now = Date.now()): Promise<void> {
  for (const bundle of await namesIn(path.join(dataFolder, 'releases'))) {
    for (const name of await namesIn(path.join(dataFolder, 'releases', bundle))) {
      const folder = path.join(dataFolder, 'releases', bundle, name)
      if (!name.includes('.incoming-')) continue
      const stats = await fs.stat(folder).catch(() => undefined)
      if (stats && stats.mtimeMs < now - dayLength) await fs.rm(folder, { recursive: true, force: true })
    }
  }
}

/**
 * All files by hash, each compared with release.json.
 * @throws Error when one is missing, differs or is not in the folder itself.
 */
export async function readContents({ release, folder }: StoredRelease): Promise<Map<string, Buffer>> {
  const fail = (reason: string): never => {
    throw new Error(`${release.bundle} ${release.version}: ${reason}`)
  }
  const contents = new Map<string, Buffer>()
  for (const file of release.files) {
    if (!/^(browser|prerender)\/(?!\.\.?$)[\w.-]+$/.test(file.path)) fail(`${quote(file.path)} is no place for a file.`)
    const source = path.join(folder, file.path)
    const bytes = await fs.readFile(source)
    if ((await fs.realpath(source)) !== path.join(await fs.realpath(folder), file.path))
      fail(`${file.path} is a link to another place. A release has files of its own.`)
    if (createHash('sha256').update(bytes).digest('hex') !== file.sha256)
      fail(`${file.path} is not the file that release.json names. Build the bundle again.`)
    contents.set(file.sha256, bytes)
  }
  return contents
}

const effortFor = ({ mode }: Release): Effort => (mode === 'development' ? 'quick' : 'best')

/** Whether compressed copies lie beside a file. */
const isCopied = (file: string) => file.startsWith('browser/') && isCompressible(file)

const namesIn = (folder: string): Promise<string[]> => fs.readdir(folder).catch(() => [])

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}
