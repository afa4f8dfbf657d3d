// Going from page to page: as a page load would do it, without one.
import type { Page } from '@playwright/test'
import { expect, hydrated, openHydrated, test } from './site.ts'

const mainLink = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

/** Keeps requests waiting until the returned function is called. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

test('a link to another remote changes the page without a document load, a fallback or an unstyled frame', async ({
  page,
  messages,
}) => {
  await openHydrated(page, '/')
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      const main = document.querySelector('main')
      const heading = main?.querySelector('h1')
      if (!heading) seen.push('no heading')
      else if (getComputedStyle(heading).fontFamily.includes('Besley') === false) seen.push('unstyled heading')
      if (main && main.getBoundingClientRect().height < 300) seen.push('empty page')
      requestAnimationFrame(look)
    }
    look()
  })
  await mainLink(page, 'Contact').click()
  await hydrated(page, '/contact')
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await mainLink(page, 'Demo').click()
  await hydrated(page, '/demo')
  // The array is still there: the document was never replaced.
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  expect(messages).toEqual([])
})

test('only the remotes that a page needs are loaded, the next one when a link is pointed at', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await openHydrated(page, '/pricing')
  await page.waitForLoadState('networkidle')
  const remotes = () => new Set(requested.map((path) => /^\/releases\/([a-z]+)\//.exec(path)?.[1]).filter(Boolean))
  expect(remotes()).toEqual(new Set(['shell', 'marketing']))
  await mainLink(page, 'Demo').hover()
  await expect.poll(remotes).toEqual(new Set(['shell', 'marketing', 'demo']))
  await mainLink(page, 'Contact').focus()
  await expect.poll(remotes).toEqual(new Set(['shell', 'marketing', 'demo', 'contact']))
})

test('nothing is requested twice, and no stylesheet at all for the page that came with the document', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await openHydrated(page, '/')
  await page.waitForLoadState('networkidle')
  expect(requested.filter((path, index) => requested.indexOf(path) !== index)).toEqual([])
  expect(requested.filter((path) => path.endsWith('.css'))).toEqual([])
})

test('a new page starts at the top, with its own title and description, and focus on its heading', async ({ page }) => {
  await openHydrated(page, '/')
  await page.evaluate(() => scrollTo(0, 1500))
  await mainLink(page, 'Pricing').click()
  await hydrated(page, '/pricing')
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await expect(page).toHaveTitle('Pricing | Fairlead')
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /£299, £699 and £1,299/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('back leads to the old position', async ({ page }) => {
  await openHydrated(page, '/')
  await page.evaluate(() => scrollTo(0, 1500))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await mainLink(page, 'Pricing').click()
  await hydrated(page, '/pricing')
  await page.goBack()
  await hydrated(page, '/')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500)
  await expect(page).toHaveTitle(/^AI Recruiter/)
})

test('back works to a page whose code this document has never loaded', async ({ page }) => {
  await openHydrated(page, '/pricing')
  await mainLink(page, 'Contact').click()
  await hydrated(page, '/contact')
  await page.reload()
  await hydrated(page, '/contact')
  await page.goBack()
  await hydrated(page, '/pricing')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
})

for (const width of [1440, 390]) {
  test(`an anchor on another page is reached below the sticky header at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openHydrated(page, '/')
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/solutions#career-faq', textContent: 'to the anchor' })
      document.querySelector('main')?.prepend(link)
    })
    await page.getByText('to the anchor').click()
    await hydrated(page, '/solutions')
    const expectBelowHeader = async () => {
      const header = await page.getByRole('banner').boundingBox()
      await expect
        .poll(async () => Math.round(((await page.locator('#career-faq').boundingBox())?.y ?? 0) - (header?.height ?? 0)))
        .toBeGreaterThanOrEqual(0)
      const box = await page.locator('#career-faq').boundingBox()
      expect(box?.y).toBeLessThan(400)
    }
    await expectBelowHeader()
    await page.goto('/solutions#career-faq')
    await hydrated(page, '/solutions')
    await expectBelowHeader()
  })
}

test('a link to the page one is on goes to its top', async ({ page }) => {
  await openHydrated(page, '/pricing')
  await page.evaluate(() => scrollTo(0, 900))
  await mainLink(page, 'Pricing').click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('typing into the contact form before its remote has arrived keeps the text', async ({ page }) => {
  const letThrough = await holdBack(page, '**/releases/contact/**')
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Helen Marsh')
  letThrough()
  await hydrated(page, '/contact')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Helen Marsh')
})

test.describe('back and forward', () => {
  /** On /pricing in a document that has never loaded the contact remote, with /contact one step back. */
  async function openWithContactBehind(page: Page): Promise<void> {
    await openHydrated(page, '/contact')
    await mainLink(page, 'Pricing').click()
    await hydrated(page, '/pricing')
    await page.reload()
    await hydrated(page, '/pricing')
  }

  test('to a page whose remote fails says so once, and the next try tries', async ({ page, site }) => {
    await openWithContactBehind(page)
    const reportsBefore = site.log.length
    let requests = 0
    await page.route('**/releases/contact/**', (route) => {
      requests++
      return route.abort()
    })
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('“Contact” didn’t load')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect.poll(() => site.log.length - reportsBefore).toBe(1)
    expect(requests).toBeLessThan(10)
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await hydrated(page, '/contact')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('the page on screen stays, with a sign, until the one behind is here', async ({ page }) => {
    await openWithContactBehind(page)
    const letThrough = await holdBack(page, '**/releases/contact/**')
    await page.goBack()
    await expect(page.getByRole('progressbar')).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/plans/)
    await expect(page).toHaveTitle('Pricing | Fairlead')
    letThrough()
    await hydrated(page, '/contact')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
  })

  test('cancel a navigation that is on its way', async ({ page }) => {
    await openHydrated(page, '/')
    await mainLink(page, 'Pricing').click()
    await hydrated(page, '/pricing')
    const letThrough = await holdBack(page, '**/releases/contact/**')
    await mainLink(page, 'Contact').click()
    await page.goBack()
    await hydrated(page, '/')
    const arrived = page.waitForResponse('**/releases/contact/*/__federation_expose_*.js')
    letThrough()
    await arrived
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL('/')
  })

  test('lead through the anchors of a page to where the visitor was', async ({ page }) => {
    await openHydrated(page, '/solutions')
    const scroll = () => page.evaluate(() => Math.round(scrollY))
    const stops = page.getByRole('navigation', { name: 'Solutions on this page' })
    await stops.getByRole('link', { name: 'CRM Refinement' }).click()
    await expect.poll(scroll).toBeGreaterThan(500)
    const first = await scroll()
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('main a[href="#ai-outreach"]')?.click())
    await expect.poll(scroll).not.toBe(first)
    await page.goBack()
    await expect.poll(scroll).toBe(first)
    await page.goBack()
    await expect.poll(scroll).toBe(0)
  })

  test('keep the old position over a reload, and focus the link that was followed', async ({ page }) => {
    await openHydrated(page, '/')
    const link = page.getByRole('main').getByRole('link', { name: 'Try Demo' })
    await page.evaluate(() => addEventListener('click', () => Object.assign(window, { clickedAt: scrollY }), true))
    await link.click()
    await hydrated(page, '/demo')
    const before = await page.evaluate(() => (window as unknown as { clickedAt: number }).clickedAt)
    expect(before).toBeGreaterThan(100)
    await page.reload()
    await hydrated(page, '/demo')
    await page.goBack()
    await hydrated(page, '/')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    await expect(link).toBeFocused()
  })

  test('survive an address with a hash that means nothing', async ({ page, messages }) => {
    await page.goto('/pricing#50%')
    await hydrated(page, '/pricing')
    await mainLink(page, 'About').click()
    await hydrated(page, '/about')
    await page.goBack()
    await hydrated(page, '/pricing')
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(messages).toEqual([])
  })
})
