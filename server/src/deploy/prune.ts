// Deletes what no open tab can ask for any more: releases and compositions that no channel has shown for a long time.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { SiteDatabase } from '../database/site-database.ts'
import { type Activation, readHistory } from './activations.ts'

const day = 86_400_000

/**
 * Deletes releases and compositions that were last in use more than `days` ago. What a channel shows now is in use, however
 * old; what was never shown counts from when it was stored. History itself stays.
 * @returns the folders that were deleted, relative to the data folder.
 */
export async function prune(dataFolder: string, database: SiteDatabase, days: number, now = Date.now()): Promise<string[]> {
  const lastUse = lastUses(await readHistory(database, undefined, Number.MAX_SAFE_INTEGER), now)
  const releases = (await list(dataFolder, 'releases')).map(async (bundle) => list(dataFolder, bundle))
  const folders = [...(await Promise.all(releases)).flat(), ...(await list(dataFolder, 'compositions'))]
  const deleted: string[] = []
  for (const folder of folders) {
    const full = path.join(dataFolder, folder)
    const used = lastUse.get(folder) ?? (await fs.stat(full)).mtimeMs
    // What a server left unfinished when it was killed.
    const kept = folder.includes('.incoming-') ? 1 : days
    if (now - used < kept * day) continue
    await fs.rm(full, { recursive: true, force: true })
    deleted.push(folder)
  }
  return deleted
}

/** By folder, milliseconds since 1970. */
function lastUses(history: Activation[], now: number): Map<string, number> {
  const uses = new Map<string, number>()
  // Newest first: whatever came after an activation on its channel ended its use.
  const endOf = new Map<string, number>()
  for (const { channel, composition, releases, at } of history) {
    const end = endOf.get(channel) ?? now
    const folders = Object.entries(releases).map(([bundle, version]) => `releases/${bundle}/${version}`)
    for (const folder of [...folders, `compositions/${composition}`]) uses.set(folder, Math.max(uses.get(folder) ?? 0, end))
    endOf.set(channel, Date.parse(at))
  }
  return uses
}

async function list(dataFolder: string, folder: string): Promise<string[]> {
  const names = await fs.readdir(path.join(dataFolder, folder)).catch(() => [])
  return names.map((name) => `${folder}/${name}`)
}
