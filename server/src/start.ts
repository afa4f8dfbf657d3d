// npm start: builds what is not built, publishes it and serves it.
import { createSiteServer } from './app.ts'
import { buildStale } from './build.ts'
import { openDatabase } from './database.ts'
import { deployBuilds } from './deploy/deploy-builds.ts'
import { startOutbox } from './enquiries/outbox.ts'
import { startRetention } from './enquiries/retention.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings()
  const builds = await buildStale('production', console.log)
  const database = await openDatabase(settings)
  const { app, deploys, channels } = await createSiteServer(settings, database)
  const startedAt = performance.now()
  const { composition, revision } = await deployBuilds(deploys, settings.dataFolder, builds)
  console.log(
    `composition ${composition}, revision ${revision}: live in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  channels.follow()
  await app.listen({ port: settings.port, host: settings.host })
  console.log(`\nThe site is ready: ${settings.site.url}\n`)
  const outbox = startOutbox({ database }, settings, app.log)
  const retention = startRetention({ database }, settings.retentionDays, app.log)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      // What still hangs then is safe to cut: an enquiry is stored or was never acknowledged, a mail is sent again.
      setTimeout(() => process.exit(1), 9_000).unref()
      // Kept connections end as soon as they are idle.
      const sweep = setInterval(() => app.server.closeIdleConnections(), 100)
      await app.close()
      clearInterval(sweep)
      retention.stop()
      await outbox.stop()
      await database.query.destroy()
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
