// The exported site on plain nginx: the same files with the same headers as from the server, and an API on another origin.
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { bundleFolders, releaseFolder } from 'server/build'
import { serveExport } from './exported-site.ts'
import { freePort } from './free-port.ts'
import { withoutNginx } from './nginx.ts'
import { addresses, test as base, expect, openHydrated, type RunningSite, startSite } from './site.ts'

interface Exported {
  /** Where nginx is. */
  url: string
  /** What the pages send to: another site for browsers, not only another port. */
  api: string
  server: RunningSite
}

/** @param listed origins that the server allows; the export's own when not given. */
async function startExport(listed?: string): Promise<Exported & { close: () => Promise<void> }> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const builds = bundleFolders.map((folder) => releaseFolder(folder))
  const server = await startSite(builds, { env: { SITE_URL: url, SITE_ORIGINS: listed ?? url } })
  const api = server.server.replace('127.0.0.1', 'localhost')
  const front = await serveExport(server, port, api)
  const close = async () => {
    await front.close()
    await server.close()
  }
  return { url, api, server, close }
}

const test = base.extend<object, { exported: Exported }>({
  exported: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const exported = await startExport()
      await use(exported)
      await exported.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

if (withoutNginx) console.warn(withoutNginx)
test.skip(withoutNginx !== undefined, withoutNginx)

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Company' }).fill('Northgate Talent')
  await page.getByRole('textbox', { name: 'Email' }).fill('helen@northgate.example')
  await page.getByRole('checkbox').check()
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })
const confirmation = (page: Page) => page.getByRole('heading', { name: 'Message Sent Successfully!' })

function countStored({ server }: Exported, name: string): unknown {
  const database = new DatabaseSync(`${server.dataFolder}/site.sqlite`, { readOnly: true })
  const row = database.prepare('SELECT count(*) AS count FROM enquiries WHERE name = ?').get(name)
  database.close()
  return row?.count
}

/** What nginx makes itself: moments, its own tags, and how the body is sent. */
const ownHeaders = ['accept-ranges', 'connection', 'content-length', 'date', 'etag', 'keep-alive', 'last-modified', 'server']
ownHeaders.push('transfer-encoding')

/** Policy without the API, which the server's own pages do not need. */
async function answerOf(url: string, encoding: string, api: string) {
  const response = await fetch(url, { headers: { 'Accept-Encoding': encoding }, redirect: 'manual' })
  const headers = [...response.headers]
    .filter(([name]) => !ownHeaders.includes(name))
    .map(([name, value]) => `${name}: ${value.replaceAll(` ${api}`, '')}`)
  return { status: response.status, headers: headers.sort(), text: await response.text() }
}

for (const encoding of ['br', 'gzip', 'identity']) {
  test(`every address is answered as the server does, in ${encoding}`, async ({ exported: { url, api, server } }) => {
    const home = await (await fetch(`${url}/`)).text()
    const named = home.match(/\/(releases\/[\w/-]+\.(js|svg|woff2)|images\/\w+\.png)/g) ?? []
    expect(named.length).toBeGreaterThan(5)
    const files = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/favicon.ico', ...new Set(named)]
    for (const address of [...addresses, ...files, '/no-such-page', '/About/?a=b']) {
      const mine = await answerOf(url + address, encoding, api)
      const theirs = await answerOf(server.server + address, encoding, api)
      expect(mine.status, address).toBe(theirs.status)
      if (mine.status === 308) expect(mine.headers).toContain('location: /about?a=b')
      else expect(mine.headers, address).toEqual(theirs.headers)
      if (files.includes(address)) expect(mine.text, address).toBe(theirs.text)
    }
  })
}

test('nothing else in the folder is answered, and no folder', async ({ exported: { url } }) => {
  for (const address of ['/_nginx.conf', '/_headers', '/_export.json', '/404.html', '/about.html', '/releases/', '/images']) {
    const response = await fetch(url + address, { redirect: 'manual' })
    expect([301, 404], address).toContain(response.status)
  }
})

test('an enquiry reaches the API on another origin', async ({ page, exported, messages }) => {
  await openHydrated(page, `${exported.url}/contact`)
  await fillIn(page, 'Helen Elsewhere')
  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/contact'))
  await sendButton(page).click()
  expect((await posted).url()).toBe(`${exported.api}/api/contact`)
  await expect(confirmation(page)).toBeFocused()
  expect(countStored(exported, 'Helen Elsewhere')).toBe(1)
  expect(messages).toEqual([])
})

test('what the API refuses is shown in its own words', async ({ page, exported }) => {
  await openHydrated(page, `${exported.url}/contact`)
  await fillIn(page, 'Helen Refused')
  await page.getByRole('textbox', { name: 'Email' }).fill('helen@localhost')
  await sendButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('400: Your email address is not valid. Please check it.')
})

test('without scripts the form reaches it too, and the answer leads back to the site', async ({ browser, exported }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${exported.url}/contact`)
  await fillIn(page, 'Helen Plain')
  await page.getByRole('textbox', { name: 'Email' }).fill('helen@localhost')
  await sendButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Your email address is not valid. Please check it.')
  await page.getByRole('textbox', { name: 'Email' }).fill('helen@northgate.example')
  await sendButton(page).click()
  await expect(confirmation(page)).toBeVisible()
  expect(countStored(exported, 'Helen Plain')).toBe(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL(`${exported.url}/pricing`)
  await page.context().close()
})

test('a page that fails is in the log of the API', async ({ page, exported }) => {
  await page.route(/\/releases\/demo\//, (route) => route.abort())
  await openHydrated(page, `${exported.url}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Demo', exact: true }).click()
  const failures = () => exported.server.log.filter(({ msg }) => msg === 'a page failed in a browser')
  await expect.poll(failures).toMatchObject([{ failure: { remote: 'demo' } }])
})

test('pages of an origin that the API does not list can send nothing', async ({ page }) => {
  const exported = await startExport('https://www.example.com')
  await openHydrated(page, `${exported.url}/contact`)
  await fillIn(page, 'Helen Stranger')
  await sendButton(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/couldn’t reach our server/)
  expect(countStored(exported, 'Helen Stranger')).toBe(0)
  await exported.close()
})
