// A site for tests: published into a folder of its own and served on a free port, by the real server.
import fs from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { createSiteServer } from 'server/app'
import { bundleFolders, type Mode, releaseFolder } from 'server/build'
import { openDatabase } from 'server/database/open-database'
import type { SiteDatabase } from 'server/database/site-database'
import { deployBuilds } from 'server/deploy/deploy-builds'
import type { Deploys } from 'server/deploy/deploys'
import { readSettings } from 'server/settings'
import { serveExport } from './exported-site.ts'
import { freePort } from './free-port.ts'
import { withoutNginx } from './nginx.ts'

export interface RunningSite {
  url: string
  /** Address of the server itself, which is not `url` when browsers get an export. */
  server: string
  dataFolder: string
  /** Lines that the server logged, as objects. */
  log: Record<string, unknown>[]
  deploys: Deploys
  database: SiteDatabase
  close: () => Promise<void>
}

/** Releases and pictures are named by their content: sites of all workers share them, compressed and drawn once. */
const store = path.join(os.tmpdir(), 'site-test-store')

/** `npm run browser:export`: browsers get the site as an export, from nginx, and not from the server. */
export const isExported = process.env.SITE_E2E === 'export'
if (isExported && withoutNginx) console.warn(withoutNginx)

interface StartOptions {
  /** The site knows its own address; else it says that it is at http://localhost:3000, like all others. */
  isPublic?: boolean
  /** Settings beside the usual ones. */
  env?: Record<string, string>
}

/** Publishes built releases and serves them; without any, a server that waits for its first deploy. */
export async function startSite(builds: string[], { isPublic = false, env = {} }: StartOptions = {}): Promise<RunningSite> {
  const dataFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'site-'))
  for (const folder of ['images', 'releases']) {
    await fs.mkdir(path.join(store, folder), { recursive: true })
    await fs.symlink(path.join(store, folder), path.join(dataFolder, folder))
  }
  const database = await openDatabase({ dataFolder })
  const log: RunningSite['log'] = []
  const port = isPublic || isExported ? await freePort() : 0
  const SITE_URL = isPublic ? `http://127.0.0.1:${port}` : ''
  const settings = readSettings({ SITE_DATA: dataFolder, SITE_URL, ENQUIRIES_PER_VISITOR: '1000', ...env })
  const { app, deploys, channels } = await createSiteServer(settings, database, { write: (line) => log.push(JSON.parse(line)) })
  await app.listen({ port: isExported ? 0 : port, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  if (builds.length > 0) await deployBuilds(deploys, dataFolder, builds)
  channels.follow()
  const exported = isExported && builds.length > 0 ? await serveExport({ dataFolder, database, server: url }, port) : undefined
  const close = async () => {
    await exported?.close()
    await app.close()
    await database.query.destroy()
    await fs.rm(dataFolder, { recursive: true, force: true })
  }
  return { url: exported?.url ?? url, server: url, dataFolder, log, deploys, database, close }
}

interface WorkerFixtures {
  site: RunningSite
  developmentSite: RunningSite
}

interface TestFixtures {
  /** Skips the test where the site can't be served as it should be. */
  reason: string | undefined
  /** Everything that the page wrote to its console, and uncaught errors. */
  messages: string[]
}

const serve = (mode: Mode) => async (_: object, use: (site: RunningSite) => Promise<void>) => {
  // Every test of it is skipped, see `reason`.
  if (isExported && withoutNginx) return use(undefined as never)
  const site = await startSite(bundleFolders.map((folder) => releaseFolder(folder, mode)))
  await use(site)
  await site.close()
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  site: [async ({}, use) => serve('production')({}, use), { scope: 'worker', timeout: 120_000 }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  developmentSite: [async ({}, use) => serve('development')({}, use), { scope: 'worker', timeout: 120_000 }],
  reason: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const reason = isExported ? withoutNginx : undefined
      base.skip(reason !== undefined, reason)
      await use(reason)
    },
    { auto: true },
  ],
  baseURL: async ({ reason: _, site }, use) => use(site.url),
  messages: [
    async ({ page }, use) => {
      const messages: string[] = []
      page.on('console', (message: ConsoleMessage) => messages.push(`${message.type()}: ${message.text()}`))
      page.on('pageerror', (error) => messages.push(`uncaught: ${error.message}`))
      await use(messages)
    },
    { auto: true },
  ],
})

/** Every address of the site, and one that is none. */
export const addresses = [
  '/',
  '/how-it-works',
  '/solutions',
  '/demo',
  '/pricing',
  '/case-studies',
  '/faqs',
  '/about',
  '/contact',
  '/privacy-policy',
  '/terms-conditions',
]

/** Opens an address and waits until its page is hydrated. */
export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page, new URL(address, 'http://site').pathname)
}

export async function hydrated(page: Page, path: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-page', path.toLowerCase())
}

/** Stops the page's clock: from now on time passes only with page.clock.runFor. */
export async function freezeTime(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(new Date(Date.now() + 100))
}

export { expect }
