// A remote that is down, wrong or slow: what can be read stays readable, everything else works, the next try tries.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { bundleFolders, releaseFolder } from 'server/build'
import { alterRelease } from './altered-release.ts'
import { expect, hydrated, openHydrated, type RunningSite, startSite, test } from './site.ts'

type Fault = (page: Page, pattern: string) => Promise<unknown>

const answer =
  (status: number, body: string, contentType = 'text/javascript') =>
  async (page: Page, pattern: string) =>
    page.route(pattern, (route) => route.fulfill({ status, body, contentType }))

const faults: Record<string, Fault> = {
  'a 404': answer(404, 'gone', 'text/plain'),
  'a 500': answer(500, 'broken', 'text/plain'),
  garbage: answer(200, '<!doctype html><p>Not a script</p>'),
  'an empty script': answer(200, ''),
  'a dropped connection': (page, pattern) => page.route(pattern, (route) => route.abort()),
}

const entry = (remote: string) => `**/releases/${remote}/*/remoteEntry.js`
const pageScript = (remote: string) => `**/releases/${remote}/*/__federation_expose_*.js`

for (const [name, fault] of Object.entries(faults)) {
  for (const [part, pattern] of [
    ['entry', entry],
    ['page script', pageScript],
  ] as const) {
    test(`${name} for the ${part} of the first page leaves it readable, and the other remotes work`, async ({ page, site }) => {
      await fault(page, pattern('marketing'))
      await expectFirstPageReadable(page, site)
    })

    test(`${name} for the ${part} on navigation leaves the page, says so, and the next try tries`, async ({ page, site }) => {
      await openHydrated(page, '/pricing')
      await fault(page, pattern('contact'))
      await expectNoticeAndRecovery(page, site)
    })
  }
}

test('an entry that never answers leaves the first page readable, and the other remotes work', async ({ page, site }) => {
  await page.route(entry('marketing'), () => {})
  await expectFirstPageReadable(page, site)
})

test('an entry that never answers on navigation is given up after 8 s, and the next try tries', async ({ page, site }) => {
  await openHydrated(page, '/pricing')
  await page.route(entry('contact'), () => {})
  await expectNoticeAndRecovery(page, site)
})

/** A site where the remote's pages throw when a browser renders them; their modules load as usual. */
async function startBrokenSite(remote: string): Promise<RunningSite> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'broken-release-'))
  const breakEntry = (script: string) =>
    `${script};(()=>{const c=globalThis.${remote};const get=c.get;globalThis.${remote}={...c,init:c.init,get:async(x)=>{const f=await get(x);return()=>({...f(),default(){throw new Error("broken on purpose")}})}}})();`
  const broken = `remote-${remote}`
  const build = await alterRelease(releaseFolder(broken), path.join(folder, broken), 'browser/remoteEntry.js', breakEntry)
  const site = await startSite(bundleFolders.map((bundle) => (bundle === broken ? build : releaseFolder(bundle))))
  await fs.rm(folder, { recursive: true })
  return site
}

test('a first page that throws while it renders stays as it came, and the rest works', async ({ page }) => {
  const site = await startBrokenSite('marketing')
  await expectFirstPageReadable(page, site, /broken on purpose/)
  await site.close()
})

test('a page that throws while it renders after navigation says so, offers ways on, and can be left', async ({ page }) => {
  const site = await startBrokenSite('contact')
  await openHydrated(page, `${site.url}/pricing`)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('“Contact” didn’t load')
  await expect(page.getByRole('link', { name: 'Load the full page' })).toHaveAttribute('href', '/contact')
  await expectReported(site, 'contact', /broken on purpose/)
  await page.getByRole('banner').getByRole('link', { name: 'Demo' }).click()
  await hydrated(page, '/demo')
  await site.close()
})

test('offline, the page on screen stays and the notice says why', async ({ page }) => {
  await openHydrated(page, '/pricing')
  await page.context().setOffline(true)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('offline')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await hydrated(page, '/contact')
})

test('when the shell itself is down, every page reads and its links lead on', async ({ page }) => {
  await page.route('**/releases/shell/*/*.js', (route) => route.fulfill({ status: 500 }))
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'Try Demo' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Talk to the AI/)
})

async function expectFirstPageReadable(page: Page, site: RunningSite, reason = /./): Promise<void> {
  const { length } = site.log
  await page.goto(`${site.url}/pricing`, { waitUntil: 'commit' })
  await expectReported(site, 'marketing', reason, length)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
  await expect(page.getByRole('main').getByText('Most Popular')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await hydrated(page, '/contact')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
}

async function expectNoticeAndRecovery(page: Page, site: RunningSite): Promise<void> {
  const { length } = site.log
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  const notice = page.getByRole('alertdialog')
  await expect(notice).toContainText('“Contact” didn’t load', { timeout: 12_000 })
  await expect(notice).toBeFocused()
  await expect(page).toHaveURL('/pricing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
  await expect(notice.getByRole('link', { name: 'Load the full page' })).toHaveAttribute('href', '/contact')
  await expect(notice.getByRole('link', { name: /hello@fairlead.example/ })).toHaveAttribute('href', /^mailto:/)
  await expectReported(site, 'contact', /./, length)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await hydrated(page, '/contact')
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
}

async function expectReported(site: RunningSite, remote: string, reason: RegExp, from = 0): Promise<void> {
  const reports = () =>
    site.log
      .slice(from)
      .map((line) => line.failure as Record<string, string> | undefined)
      .filter((failure) => failure?.remote === remote)
  await expect.poll(() => reports().length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(reports()[0]?.version).toMatch(/^[0-9a-f]{12}$/)
  expect(
    reports()
      .map((report) => report?.reason)
      .join('\n'),
  ).toMatch(reason)
}
