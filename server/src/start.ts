// npm start: builds what is not built, deploys and serves it. npm run serve: serves what teams have deployed, and waits
// for the next deploy.
import type { FastifyBaseLogger } from 'fastify'
import { createSiteServer, type SiteServer } from './app.ts'
import { buildStale } from './build.ts'
import { openDatabaseLater } from './database/open-database.ts'
import { deployBuilds } from './deploy/deploy-builds.ts'
import { startPruning } from './deploy/pruning.ts'
import { startOutbox } from './enquiries/outbox.ts'
import { startRetention } from './enquiries/retention.ts'
import { readSettings, type Settings } from './settings.ts'

try {
  const settings = readSettings()
  const builds = process.argv.includes('--deployed') ? undefined : await buildStale('production', console.log)
  const database = await openDatabaseLater(settings, (error) => console.error(error.message))
  const { app, deploys, channels, parts } = await createSiteServer(settings, database)
  if (builds) await deployAll(deploys, settings, builds)
  await channels.begin()
  if (!channels.live())
    app.log.warn("Nothing is live yet: 'site deploy shell marketing demo contact' brings the first composition.")
  channels.follow()
  await app.listen({ port: settings.port, host: settings.host })
  // Visitors get what was live until it is made anew: with thousands of pages that takes a while.
  const stopRefresh = builds ? () => {} : startRefresh(deploys, app.log)
  console.log(`\nThe site is ready: ${settings.site.url}\n`)
  const outbox = startOutbox({ database }, settings, app.log)
  const retention = startRetention({ database }, settings.retentionDays, app.log)
  const pruning = startPruning({ database, parts }, settings, app.log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      // What still hangs then is safe to cut: an enquiry is stored or was never acknowledged, a mail is sent again.
      setTimeout(() => process.exit(1), 9_000).unref()
      await app.close()
      clearInterval(pruning)
      stopRefresh()
      retention.stop()
      await outbox.stop()
      await database.close()
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function deployAll(deploys: SiteServer['deploys'], { dataFolder }: Settings, builds: string[]): Promise<void> {
  const startedAt = performance.now()
  const { composition, revision } = await deployBuilds(deploys, dataFolder, builds)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`composition ${composition}, revision ${revision}: live in ${seconds} s`)
}

/**
 * What is live, with the settings and the code of today: when these no longer make a site, it goes on as it was. While the
 * database or the store is away it is tried again and again.
 */
function startRefresh(deploys: SiteServer['deploys'], log: FastifyBaseLogger): () => void {
  let again: NodeJS.Timeout | undefined
  let isStopped = false
  let told = ''
  const refresh = async () => {
    const fault = await deploys.refresh('live').then(
      () => undefined,
      (error: Error & { statusCode?: number }) => error,
    )
    if (!fault || isStopped) return
    if (fault.message !== told) log.error({ reason: fault.message }, 'what is live could not be made anew')
    told = fault.message
    if (fault.statusCode === 503) again = setTimeout(refresh, 5000)
  }
  void refresh()
  return () => {
    isStopped = true
    clearTimeout(again)
  }
}
