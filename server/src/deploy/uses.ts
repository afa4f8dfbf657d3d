// Which releases, compositions and pictures are still needed, by the history of all channels. The same rule for a server's
// own folder (prune.ts) and for what servers share (store/sweep.ts).
import type { SiteDatabase } from '../database/site-database.ts'
import { readHistory } from './activations.ts'

const day = 86_400_000

/**
 * Compositions of each channel's history that stay for a quick rollback. It nearly always leads to one of the last few;
 * twenty are a busy day of four teams, and at 4,000 pages (300 MB each) they are 6 GB. Any other is made again.
 */
export const keptCompositions = 20

export interface Uses {
  /**
   * Whether a part, such as 'releases/contact/0123…', 'compositions/…' or 'images/….png', has to stay. Of pictures it knows
   * only the age: those that a composition names are needed too.
   * @param storedAt when it was stored or last asked for, in milliseconds since 1970.
   */
  isNeeded: (part: string, storedAt: number) => boolean
}

/** @param days for which releases and pictures stay after they were last in use: tabs that are open ask for them. */
export async function readUses(database: SiteDatabase, days: number, now = Date.now()): Promise<Uses> {
  const lastUses = new Map<string, number>()
  const kept = new Map<string, Set<string>>()
  // Newest first: whatever came after an activation on its channel ended its use.
  const endOf = new Map<string, number>()
  for (const { channel, composition, releases, at } of await readHistory(database, undefined, Number.MAX_SAFE_INTEGER)) {
    const end = endOf.get(channel) ?? now
    endOf.set(channel, Date.parse(at))
    const used = Object.entries(releases).map(([bundle, version]) => `releases/${bundle}/${version}`)
    for (const part of [...used, `compositions/${composition}`]) lastUses.set(part, Math.max(lastUses.get(part) ?? 0, end))
    const newest = kept.get(channel) ?? new Set()
    if (newest.size < keptCompositions) newest.add(`compositions/${composition}`)
    kept.set(channel, newest)
  }
  const isNeeded = (part: string, storedAt: number) => {
    const lastUse = lastUses.get(part) ?? 0
    if (!part.startsWith('compositions/')) return now - Math.max(lastUse, storedAt) < days * day
    // One that is being made or was just made is on no channel yet.
    if (now - storedAt < day) return true
    // Without its releases it is of no use any more, except where it is shown.
    return now - lastUse < days * day && [...kept.values()].some((newest) => newest.has(part))
  }
  return { isNeeded }
}
