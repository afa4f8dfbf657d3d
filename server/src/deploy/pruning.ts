// When what nobody needs any more is deleted: at start and once a day, in the server's own folder and in what servers share.
import { createHash } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import { readSecret } from '../secrets.ts'
import type { Settings } from '../settings.ts'
import { openStore } from '../store/open-store.ts'
import type { SharedParts } from '../store/shared-parts.ts'
import type { Store } from '../store/store.ts'
import { type Swept, sweep } from '../store/sweep.ts'
import { prune } from './prune.ts'
import { cleanUploads } from './uploads.ts'
import { readUses } from './uses.ts'

const day = 86_400_000

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

export function startPruning(
  { database, parts }: { database: SiteDatabase; parts: SharedParts },
  { dataFolder, releaseDays, s3Url }: Settings,
  log: Log,
): NodeJS.Timeout {
  const own = async () => {
    const { deleted, bytes, kept } = await prune(dataFolder, database, releaseDays)
    if (deleted.length > 0) log.info({ deleted, bytes }, 'old releases, compositions and pictures deleted')
    await cleanUploads(dataFolder)
    await parts.refresh(kept)
  }
  const shared = async () => {
    const store = s3Url ? await openStore(s3Url) : undefined
    if (!store || !(await isFirstToday(store))) return
    const swept = await sweepShared(store, database, releaseDays)
    if (swept.parts.length + swept.files > 0) log.info(swept, 'old releases, compositions and pictures deleted from S3')
  }
  const tell = (what: string) => (error: Error & { reason?: string }) =>
    log.error({ reason: error.reason ?? error.message }, what)
  const run = async () => {
    await own().catch(tell('old releases could not be deleted'))
    await shared().catch(tell('old releases could not be deleted from S3'))
  }
  void run()
  return setInterval(run, day).unref()
}

/**
 * Sweeps the store of this site. Others may do so at the same time, and anybody may deploy.
 * @throws Error when the store belongs to another site: what is needed there nobody knows here.
 */
export async function sweepShared(store: Store, database: SiteDatabase, days: number, { isDryRun = false } = {}): Promise<Swept> {
  const owner = createHash('sha256')
    .update(await readSecret(database, 'store'))
    .digest()
  await store.put('owner', owner)
  if (!(await store.get('owner'))?.equals(owner))
    throw new Error(
      "The store at S3_URL belongs to another database, so nothing is deleted there. If that database is no more, remove the object 'owner'.",
    )
  return sweep(store, await readUses(database, days), { isDryRun })
}

/** One server does the work of a day; when it is ended before it is done, the next day's goes on. */
async function isFirstToday(store: Store, now = Date.now()): Promise<boolean> {
  const today = `swept/${new Date(now).toISOString().slice(0, 10)}`
  if (!(await store.put(today, new Uint8Array()))) return false
  for await (const { key } of store.list('swept/')) if (key < today) await store.remove(key)
  return true
}
