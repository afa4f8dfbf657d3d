// Every script and style is what was published, or it does not run. What can be read stays readable, and somebody hears.
import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addresses, expect, hydrated, openHydrated, type RunningSite, test } from './site.ts'
import { endButton, expectPhase, setFault, tapButton, visitorWithMicrophone, voiceCard } from './voice.ts'

const files = {
  'the first script': '**/releases/shell/*/shell.js',
  'the start script': '**/releases/shell/*/start.js',
  'the entry': '**/releases/marketing/*/remoteEntry.js',
  'the page script': '**/releases/marketing/*/__federation_expose_*.js',
}
const blocked = /Failed to find a valid digest in the 'integrity' attribute/

/** Changes a file on its way: it would still do all it does, and one thing more. */
async function tamper(page: Page, pattern: string): Promise<void> {
  await page.route(pattern, async (route) => {
    const text = await (await route.fetch()).text()
    const isStyle = route.request().url().endsWith('.css')
    await route.fulfill({
      body: isStyle ? `${text}html{--tampered:yes}` : `${text};top.tampered=true;`,
      contentType: isStyle ? 'text/css' : 'text/javascript',
    })
  })
}

const isTampered = (page: Page) =>
  page.evaluate(() => 'tampered' in window || getComputedStyle(document.documentElement).getPropertyValue('--tampered') !== '')

async function expectReported(site: RunningSite, remote: string, from: number): Promise<void> {
  const failures = () => site.log.slice(from).map((line) => line.failure as { remote: string; version: string } | undefined)
  const versions = () => failures().flatMap((failure) => (failure?.remote === remote ? [failure.version] : []))
  await expect.poll(versions).toContainEqual(expect.stringMatching(/^[0-9a-f]{12}$/))
}

for (const [name, pattern] of Object.entries(files)) {
  test(`${name} of a page that was changed on its way does not run, and the page reads`, async ({ page, site, messages }) => {
    const { length } = site.log
    await tamper(page, pattern)
    await page.goto('/pricing')
    await expect.poll(() => messages.join('\n')).toMatch(blocked)
    // The first script is the one that nobody is there to miss: the browser's console says it, and nothing else runs.
    if (name !== 'the first script') await expectReported(site, name === 'the start script' ? 'shell' : 'marketing', length)
    await expect(page.getByRole('main').getByText('Most Popular')).toBeVisible()
    expect(await isTampered(page)).toBe(false)
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
    expect(await isTampered(page)).toBe(false)
  })
}

for (const [name, file] of [
  ['the entry', 'remoteEntry.js'],
  ['the page script', '__federation_expose_*.js'],
  ['the style sheet', '__federation_expose_*.css'],
] as const) {
  test(`${name} of the next page that was changed on its way does not run, and a notice says so`, async ({
    page,
    site,
    messages,
  }) => {
    const { length } = site.log
    await openHydrated(page, '/pricing')
    await tamper(page, `**/releases/contact/*/${file}`)
    await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('“Contact” didn’t load')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
    await expectReported(site, 'contact', length)
    expect(messages.join('\n')).toMatch(blocked)
    expect(await isTampered(page)).toBe(false)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await hydrated(page, '/contact')
  })
}

test('the same change would run if nobody vouched for the entry, and the page works as ever', async ({ page }) => {
  await page.route('**/pricing', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const own = /\{"version":"\w+","base":"\/releases\/marketing\/[^}]*(,"integrity":"[^"]*")/.exec(text)?.[1] ?? 'none'
    await route.fulfill({ response, body: text.replace(own, '') })
  })
  await tamper(page, files['the entry'])
  await openHydrated(page, '/pricing')
  expect(await isTampered(page)).toBe(true)
})

test.describe('a call', () => {
  test.use(visitorWithMicrophone)

  test('whose script was changed on its way is not made: the card says so', async ({ page, site, messages }) => {
    const { length } = site.log
    await tamper(page, '**/call-frame.js')
    await openHydrated(page, '/demo')
    await tapButton(page).click()
    await expect(voiceCard(page).getByRole('alert')).toBeVisible()
    await expectPhase(page, 'idle')
    await expectReported(site, 'demo', length)
    expect(messages.join('\n')).toMatch(blocked)
    expect(await isTampered(page)).toBe(false)
  })

  test('and a walk through all pages load no script and no style sheet without its integrity', async ({ page, site }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
    })
    await watchElements(page)
    await setFault(page, site.url, null)
    await openHydrated(page, '/')
    for (const address of addresses.toReversed()) {
      await page.locator(`a[href="${address}"]:visible`).first().click()
      await hydrated(page, address)
      if (address === '/contact') await page.getByRole('textbox', { name: 'Company' }).focus()
      if (address === '/demo') {
        await tapButton(page).click()
        await expectPhase(page, 'live')
        await endButton(page).click()
        await expectPhase(page, 'idle')
      }
    }
    await expectAllVouchedFor(page, asked)
    const kinds = (end: string) => new Set(asked.filter((path) => path.endsWith(end)))
    expect(kinds('.css').size, 'style sheets').toBe(addresses.length - 1)
    expect(kinds('remoteEntry.js').size, 'entries').toBe(3)
    expect(kinds('call-frame.js').size, 'scripts of a call').toBe(1)
  })
})

for (const address of addresses) {
  test(`the document of ${address} names each script with its integrity, and downloads it once`, async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) asked.push(new URL(request.url()).pathname)
    })
    await watchElements(page)
    await openHydrated(page, address)
    await page.waitForLoadState('networkidle')
    await expectAllVouchedFor(page, asked)
    expect(asked).toEqual([...new Set(asked)])
    expect(asked.length).toBeGreaterThanOrEqual(4)
  })
}

/** Remembers what scripts, style sheets and preload links in any frame of the page load. Before the page is opened. */
async function watchElements(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const top = window.top as unknown as { loads?: [string, string][] }
    top.loads ??= []
    const observer = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(node instanceof Element)) continue
        if (node.matches('script[src]')) top.loads?.push([(node as HTMLScriptElement).src, node.getAttribute('integrity') ?? ''])
        if (node.matches('link[href]:is([rel=stylesheet], [as=script])'))
          top.loads?.push([(node as HTMLLinkElement).href, node.getAttribute('integrity') ?? ''])
      }
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

/** Each element names the hash of what the server sends, and nothing was asked for by anybody else. */
async function expectAllVouchedFor(page: Page, asked: string[]): Promise<void> {
  const loads = await page.evaluate(() => (window as unknown as { loads: [string, string][] }).loads)
  // The provider's call machine is not ours: its host changes it without a word.
  const isOurs = (path: string) => !path.startsWith('/voice-stand-in/')
  const named = loads.map(([address, integrity]) => [new URL(address).pathname, integrity] as const)
  for (const [path, integrity] of named.filter(([path]) => isOurs(path))) {
    const bytes = await (await page.request.get(path)).body()
    expect(integrity, path).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`)
  }
  const known = new Set(named.map(([path]) => path))
  expect(asked.filter((path) => isOurs(path) && !known.has(path))).toEqual([])
}
