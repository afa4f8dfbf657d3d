// Deletes enquiries that are older than the operator may keep them: at the start and every day.
import type { FastifyBaseLogger } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'

const day = 86_400_000

/** Deletes enquiries that came more than so many days ago, with their mail jobs. Returns how many. */
export async function deleteOlder({ query }: SiteDatabase, days: number, now = Date.now()): Promise<number> {
  const before = new Date(now - days * day).toISOString()
  const { numDeletedRows } = await untilUnlocked(() =>
    query.deleteFrom('enquiries').where('received_at', '<', before).executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

/** Without a number of days everything is kept. */
export function startRetention(
  { database }: { database: SiteDatabase },
  days: number | undefined,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): { stop: () => void } {
  if (!days) return { stop: () => {} }
  const run = () =>
    deleteOlder(database, days).then(
      (count) => count && log.info({ count, days }, 'old enquiries deleted'),
      (error: Error) => log.error({ reason: error.message }, 'old enquiries could not be deleted'),
    )
  void run()
  const timer = setInterval(run, day)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
