// npm start: builds what is not built, publishes it and serves it.
import { createSiteServer } from './app.ts'
import { buildStale } from './build.ts'
import { openEnquiries } from './enquiries.ts'
import { publish } from './publish.ts'
import { readSettings } from './settings.ts'

try {
  const settings = readSettings()
  const builds = await buildStale('production', console.log)
  const startedAt = performance.now()
  const id = await publish(settings.dataFolder, builds, settings.site)
  console.log(`composition ${id}: published in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  const enquiries = openEnquiries(settings.dataFolder)
  const { app, activate } = createSiteServer(settings, enquiries)
  await activate()
  await app.listen({ port: settings.port, host: settings.host })
  console.log(`\nThe site is ready: ${settings.site.url}\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      await app.close()
      enquiries.close()
    })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
