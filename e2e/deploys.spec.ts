// One team deploys: what its visitors see, what everybody else's see, and how it is undone.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from '@playwright/test'
import { bundleFolders, releaseFolder } from 'server/build'
import { readHistory } from 'server/deploy/activations'
import { deployBuilds } from 'server/deploy/deploy-builds'
import { createToken } from 'server/deploy/tokens'
import { signPreview } from 'server/preview/preview-link'
import { addRelease, readRelease } from 'server/publish/releases'
import { readSecret } from 'server/secrets'
import { projectRoot } from 'server/settings'
import { findChromium } from './browser.ts'
import { startDevSite } from './dev-site.ts'
import { test as base, expect, openHydrated, type RunningSite, startSite } from './site.ts'
import { buildVariant, type Edits } from './variant.ts'

const execute = promisify(execFile)
const builds = bundleFolders.map((folder) => releaseFolder(folder))

/** A site of its own for each test: what one deploys no other sees. */
const test = base.extend<{ site: RunningSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
  site: async ({}, use) => {
    const site = await startSite(builds, { env: { TRUST_PROXY: '127.0.0.1', ROLLBACK_FAILURES: '3' } })
    await use(site)
    await site.close()
  },
})

const oldTitle = 'Tell us what you’re hiring for.'
const newTitle = 'Tell us whom you’re looking for.'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const brokenInBrowsers: Edits = {
  'src/contact/contact.tsx': (text) =>
    text.replace(
      'export default function ContactPage() {',
      'export default function ContactPage() { if (typeof window === "object") throw new Error("broken on purpose")',
    ),
}
const otherContact = () =>
  buildVariant('remote-contact', { 'src/contact/contact.copy.ts': (text) => text.replace(oldTitle, newTitle) })

test('a text that is deployed alone is there for new visitors; old tabs go on; a rollback takes it back', async ({
  page,
  browser,
  site,
}) => {
  await openHydrated(page, '/pricing')
  const before = await addressesOf(page)
  await using contact = await otherContact()
  await deployBuilds(site.deploys, site.dataFolder, [contact.release])

  const visitor = await visit(browser, site, '/contact')
  await expect(heading(visitor)).toHaveText(newTitle)
  // Hydration has not brought the old text back, and the other bundles are the very same files.
  await openHydrated(visitor, '/contact')
  await expect(heading(visitor)).toHaveText(newTitle)
  await openHydrated(visitor, '/pricing')
  const after = await addressesOf(visitor)
  expect(after.filter((address) => !address.includes('/contact/'))).toEqual(
    before.filter((address) => !address.includes('/contact/')),
  )

  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(heading(page)).toHaveText(oldTitle)
  await page.reload()
  await expect(heading(page)).toHaveText(newTitle)

  await site.deploys.rollback({ channel: 'live', bundle: 'contact', actor: 'test', message: '' })
  await page.reload()
  await expect(heading(page)).toHaveText(oldTitle)
})

test('a whole new page comes with a deploy of its remote alone', async ({ page, site }) => {
  await page.goto('/careers')
  await expect(heading(page)).toHaveText(/doesn.t exist|not found/i)
  await using marketing = await buildVariant('remote-marketing', {
    'src/pages.ts': (text) =>
      text.replace(
        'definePages([',
        `definePages([{ path: '/careers', title: 'Careers', description: 'Work with us.', component: './careers/careers.tsx' },`,
      ),
    'src/careers/careers.tsx': () =>
      `export default function Careers() { return <article><h1>Work with us</h1><p>We hire people who hire people.</p></article> }\n`,
  })
  await deployBuilds(site.deploys, site.dataFolder, [marketing.release])
  await openHydrated(page, '/careers')
  await expect(heading(page)).toHaveText('Work with us')
  await expect(page).toHaveTitle(/^Careers \| /)
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
  await expect(heading(page)).toHaveText(oldTitle)
  await page.goBack()
  await expect(heading(page)).toHaveText('Work with us')
})

test('a new shell goes live as any other bundle does', async ({ page, site }) => {
  await using shell = await buildVariant('shell', {
    'src/footer/footer.copy.ts': (text) => text.replace('faster and fairer', 'sooner and fairer'),
  })
  await deployBuilds(site.deploys, site.dataFolder, [shell.release])
  await openHydrated(page, '/contact')
  await expect(page.getByRole('contentinfo')).toContainText('sooner and fairer')
})

test('a deploy that is refused changes nothing that visitors get', async ({ page, site }) => {
  const before = await (await page.request.get('/contact')).text()
  await using contact = await buildVariant('remote-contact', {
    'src/contact/contact.tsx': (text) => text.replace('<h1 className={styles.title}>{copy.title}</h1>', ''),
  })
  await expect(deployBuilds(site.deploys, site.dataFolder, [contact.release])).rejects.toThrow(
    '/contact has 0 h1; a page has one.',
  )
  expect(await (await page.request.get('/contact')).text()).toBe(before)
})

test('a page that breaks only in browsers is refused where the server has one, and nobody gets it', async ({ page }) => {
  const site = await startSite(builds, { env: { SITE_BROWSER: findChromium() ?? '' } })
  await using ends = new AsyncDisposableStack()
  ends.defer(site.close)
  await using contact = await buildVariant('remote-contact', brokenInBrowsers)
  await expect(deployBuilds(site.deploys, site.dataFolder, [contact.release])).rejects.toThrow(
    /^This composition can't go live:\n(\/contact has an error in the browser: .*broken on purpose.*\n?)+$/,
  )
  await page.goto(`${site.url}/contact`)
  await expect(page.locator('html')).toHaveAttribute('data-page', '/contact')
})

test('a new server gets its first composition, and every change after it, by the deploy API', async ({ page }) => {
  const empty = await startSite([])
  await using ends = new AsyncDisposableStack()
  ends.defer(empty.close)
  expect((await page.request.get(empty.url)).status()).toBe(503)
  const { secret } = await createToken(empty.database, { name: 'e2e', bundles: ['*'], actions: ['deploy', 'rollback'], days: 1 })
  const site = async (...args: string[]) => {
    const command = path.join(projectRoot, 'server/site.js')
    const env = { ...process.env, SITE_SERVER: empty.url, SITE_TOKEN: secret }
    const { stdout } = await execute(process.execPath, [command, ...args, '--json'], { env })
    return JSON.parse(stdout)
  }
  const alone = await site('deploy', 'contact', '--no-build').catch((error: { stdout: string }) => JSON.parse(error.stdout))
  expect(alone.error).toContain('There is no shell. Deploy it first, or together with the remotes.')
  expect(await site('deploy', 'shell', 'marketing', 'demo', 'contact', '--no-build')).toMatchObject({
    activation: { revision: 1 },
  })
  await page.goto(`${empty.url}/contact`)
  await expect(heading(page)).toHaveText(oldTitle)
  await using contact = await otherContact()
  await site('deploy', contact.release)
  await page.reload()
  await expect(heading(page)).toHaveText(newTitle)
  expect(await site('rollback', 'contact')).toMatchObject({ activation: { revision: 3, action: 'rollback' } })
  await page.reload()
  await expect(heading(page)).toHaveText(oldTitle)
})

test('a preview is seen by whoever has the link, and by nobody else', async ({ page, browser, site }) => {
  await using contact = await otherContact()
  const { release } = await addRelease(site.dataFolder, await readRelease(contact.release))
  const bundles = [{ bundle: 'contact', version: release.version }]
  await site.deploys.deploy({ channel: 'preview-form', bundles, actor: 'test', message: '' })
  const secret = await readSecret(site.database, 'previews')
  const link = (days: number) => `/contact?preview=${signPreview(secret, 'preview-form', Date.now() + days * 86_400_000)}`

  await page.goto(link(1))
  await expect(page).toHaveURL('/contact')
  await expect(heading(page)).toHaveText(newTitle)
  const badge = page.getByRole('complementary', { name: 'What this page is made of' })
  await badge.getByText('Preview: preview-form').click()
  await expect(badge).toContainText(release.version)
  const reply = await page.request.get('/contact')
  expect(reply.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
  await openHydrated(page, '/contact')
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).click()
  await expect(badge).toBeVisible()

  await expect(heading(await visit(browser, site, '/contact'))).toHaveText(oldTitle)
  await page.goto('/contact')
  await badge.getByText('Preview: preview-form').click()
  await badge.getByRole('link', { name: 'Back to the live site' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/contact')
  await expect(heading(page)).toHaveText(oldTitle)
  await expect(badge).toBeHidden()

  const late = await page.request.get(link(-1))
  expect(late.status()).toBe(403)
  expect(await late.text()).toContain('This preview link has expired.')
  expect((await page.request.get(`${link(1).slice(0, -1)}_`)).status()).toBe(403)
})

test('a release that breaks in browsers is taken back by itself, and history says why', async ({ browser, site }) => {
  await using contact = await buildVariant('remote-contact', brokenInBrowsers)
  const bad = await deployBuilds(site.deploys, site.dataFolder, [contact.release])
  for (let visitor = 1; visitor <= 3; visitor++) {
    const page = await visit(browser, site, '/contact', { 'X-Forwarded-For': `203.0.113.${visitor}` })
    // Broken or not, what came as HTML stays readable.
    await expect(heading(page)).toHaveText(oldTitle)
  }
  const newest = async () => (await readHistory(site.database, 'live'))[0]
  await expect.poll(async () => (await newest())?.action).toBe('automatic rollback')
  const back = await newest()
  expect(back?.releases.contact).not.toBe(bad.releases.contact)
  expect(back?.message).toMatch(/^3 visitors could not use it, of \d pages sent: broken on purpose/)
  await expect
    .poll(() => site.log)
    .toContainEqual(expect.objectContaining({ msg: 'a release was taken back', bundle: 'contact' }))
  const page = await visit(browser, site, '/contact')
  await expect(page.locator('html')).toHaveAttribute('data-page', '/contact')
})

async function visit(browser: Browser, site: RunningSite, path: string, extraHTTPHeaders = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders })
  const page = await context.newPage()
  await page.goto(path)
  return page
}

/** Addresses of the files that the document names. */
async function addressesOf(page: Page): Promise<string[]> {
  const html = await (await page.request.get(page.url())).text()
  return [...new Set(html.match(/\/releases\/[^"')]+/g))].sort()
}

test.describe('a remote from a developer’s machine', () => {
  test('is run in the live site for whoever asks for it, where the server allows its origin', async ({ browser }, info) => {
    test.setTimeout(60_000)
    const firstPort = 4420 + 10 * info.parallelIndex
    const dev = await startDevSite(['remote-contact', '--mode', 'production'], firstPort)
    const origin = dev.urlOf('remote-contact')
    const site = await startSite(builds, { env: { OVERRIDE_ORIGINS: origin } })
    await using ends = new AsyncDisposableStack()
    ends.defer(dev.stop)
    ends.defer(site.close)
    await dev.edit('remote-contact/src/contact/contact.copy.ts', oldTitle, newTitle)
    const page = await visit(browser, site, '/pricing')
    await expect
      .poll(async () => {
        await page.goto(`/contact?remote.contact=${origin}&from=mail`)
        return heading(page).textContent()
      })
      .toBe(newTitle)
    await expect(page).toHaveURL('/contact?from=mail')
    await expect(page).toHaveTitle(/^Contact/)
    await expect(page.getByText('Overridden: contact')).toBeVisible()
    await page.getByRole('textbox', { name: 'Name' }).fill('Helen')
    await page.goto('/pricing')
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(heading(page)).toHaveText(newTitle)
    await expect(heading(await visit(browser, site, '/contact'))).toHaveText(oldTitle)

    await page.goto('/contact')
    await page.getByText('Overridden: contact').click()
    await page.getByRole('link', { name: 'Back to the live site' }).click()
    await page.goto('/contact')
    await expect(heading(page)).toHaveText(oldTitle)

    const refused = await page.request.get('/contact?remote.contact=http://evil.example')
    expect(refused.status()).toBe(403)
    expect(await refused.text()).toContain('The site does not run remotes from http://evil.example')
  })

  test('is nobody’s business where the server allows no origin', async ({ page }) => {
    await openHydrated(page, '/contact?remote.contact=http://localhost:3003')
    await expect(heading(page)).toHaveText(oldTitle)
  })
})
