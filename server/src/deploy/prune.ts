// Deletes from a server's own folder what nobody needs any more: see uses.ts.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { SiteDatabase } from '../database/site-database.ts'
import { readComposition } from '../publish/composition-folder.ts'
import { readUses } from './uses.ts'

const day = 86_400_000

export interface Pruned {
  /** Relative to the data folder. */
  deleted: string[]
  bytes: number
  /** Compositions that stay, with their releases and pictures. */
  kept: string[]
}

/**
 * Deletes releases and pictures that were last in use more than `days` ago, and compositions that no channel shows and no
 * quick rollback leads to: those are made again. History itself stays.
 * @param isDryRun only says what would be deleted.
 */
export async function prune(
  dataFolder: string,
  database: SiteDatabase,
  days: number,
  { now = Date.now(), isDryRun = false } = {},
): Promise<Pruned> {
  const { isNeeded } = await readUses(database, days, now)
  const deleted: string[] = []
  let bytes = 0

  const pruneParts = async (parts: string[], isStill = isNeeded) => {
    const staying: string[] = []
    for (const part of parts) {
      // What a server left unfinished when it was killed.
      const isHalf = part.includes('.incoming-')
      const isUsed = (storedAt: number) => (isHalf ? now - storedAt < day : isStill(part, storedAt))
      const size = await remove(path.join(dataFolder, part), isUsed, isDryRun)
      if (size === undefined) {
        if (!isHalf) staying.push(part)
        continue
      }
      deleted.push(part)
      bytes += size
    }
    return staying
  }

  const releases = (await list(dataFolder, 'releases')).map(async (bundle) => list(dataFolder, bundle))
  await pruneParts((await Promise.all(releases)).flat())
  const compositions = await pruneParts(await list(dataFolder, 'compositions'))
  const kept = new Set(compositions)
  let areAllPicturesKnown = true
  for (const part of compositions) {
    const published = await readComposition(dataFolder, path.basename(part)).catch(() => undefined)
    for (const image of published?.images ?? []) kept.add(image)
    for (const [bundle, { version }] of Object.entries(published?.composition.bundles ?? {}))
      kept.add(`releases/${bundle}/${version}`)
    if (!published?.images) areAllPicturesKnown = false
  }
  if (areAllPicturesKnown)
    await pruneParts(await list(dataFolder, 'images'), (part, storedAt) => kept.has(part) || isNeeded(part, storedAt))
  return { deleted, bytes, kept: [...kept] }
}

/**
 * Deletes a file or folder unless it is used. Whoever uses one marks it first (publish.ts): one that is marked at this very
 * moment is either seen here, or put back, or gone before it was marked, and then it is made again.
 * @returns its bytes; undefined when it stays.
 */
async function remove(file: string, isUsed: (storedAt: number) => boolean, isDryRun: boolean): Promise<number | undefined> {
  const before = await fs.stat(file).catch(() => undefined)
  if (!before || isUsed(before.mtimeMs)) return undefined
  const bytes = await measure(file)
  if (isDryRun) return bytes
  const aside = `${file}.incoming-${randomUUID()}`
  // Another process may have deleted it meanwhile.
  if (!(await fs.rename(file, aside).then(() => true, unlessMissing))) return undefined
  if (isUsed((await fs.stat(aside)).mtimeMs)) {
    // Where it was made again meanwhile, that one stays.
    await fs.rename(aside, file).catch(() => fs.rm(aside, { recursive: true, force: true }))
    return undefined
  }
  await fs.rm(aside, { recursive: true, force: true })
  return bytes
}

/** Without what other releases share: that stays. */
async function measure(file: string): Promise<number> {
  const root = await fs.stat(file).catch(unlessMissing)
  if (!root || root.isFile()) return root?.size ?? 0
  const entries = (await fs.readdir(file, { recursive: true, withFileTypes: true }).catch(unlessMissing)) ?? []
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const stats = await fs.stat(path.join(entry.parentPath, entry.name)).catch(unlessMissing)
    // Its own name and that in files/.
    if (stats && stats.nlink <= 2) bytes += stats.size
  }
  return bytes
}

async function list(dataFolder: string, folder: string): Promise<string[]> {
  const names = await fs.readdir(path.join(dataFolder, folder)).catch(() => [])
  return names.map((name) => `${folder}/${name}`)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
