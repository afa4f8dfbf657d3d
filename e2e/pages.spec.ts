// What every page owes every visitor: complete without scripts, quiet when it hydrates, accessible, never too wide.
import AxeBuilder from '@axe-core/playwright'
import { addresses, expect, hydrated, openHydrated, test } from './site.ts'

const everyAddress = [...addresses, '/no-such-page']

for (const address of everyAddress) {
  test(`${address} is complete without scripts`, async ({ browser, site }) => {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const response = await page.goto(site.url + address)
    expect(response?.status()).toBe(address === '/no-such-page' ? 404 : 200)
    await expect(page.locator('h1')).toHaveCount(1)
    await expect(page.locator('h1')).toBeVisible()
    await expect(page).toHaveTitle(/.+ \| Fairlead$/)
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{20}/)
    const hidden = await page
      .locator('main *')
      .evaluateAll(
        (elements) =>
          elements.filter((element) => getComputedStyle(element).opacity === '0' && element.textContent?.trim()).length,
      )
    expect(hidden, 'elements that only a script would show').toBe(0)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
    await expect(page.locator('h1')).toHaveText(/plans/)
    await page.context().close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${address} has no accessibility violations in ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.goto(address)
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
    })
  }

  test(`${address} never scrolls sideways, from 320 px up`, async ({ page }) => {
    for (const width of [320, 390, 768, 1056, 1248, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(address)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      expect(overflow, `at ${width} px`).toBe(0)
    }
  })
}

for (const mode of ['production', 'development'] as const) {
  for (const address of addresses) {
    test(`${address} hydrates without a word on the console, with ${mode} React`, async ({
      page,
      messages,
      site,
      developmentSite,
    }) => {
      const { url } = mode === 'production' ? site : developmentSite
      const html = await (await page.request.get(url + address)).text()
      await page.goto(url + address)
      await hydrated(page, address)
      await page.waitForLoadState('networkidle')
      expect(messages.filter((message) => !message.includes('React DevTools'))).toEqual([])
      expect(await page.locator('#root [id]').evaluateAll((elements) => elements.map((element) => element.id))).toEqual(
        [...html.slice(html.indexOf('<body>')).matchAll(/<[^>]*? id="([^"]+)"/g)]
          .map((match) => match[1])
          .filter((id) => id !== 'root'),
      )
    })
  }
}

test('an address in upper case or with a slash at its end leads to the page, query kept', async ({ page, messages }) => {
  for (const address of ['/Pricing', '/pricing/', '/PRICING/?utm=1']) {
    await page.goto(address)
    await hydrated(page, '/pricing')
    expect(new URL(page.url()).pathname).toBe('/pricing')
  }
  expect(new URL(page.url()).search).toBe('?utm=1')
  expect(messages).toEqual([])
})

test('the 404 page brings its styles along, and still has them when a visitor comes back to it', async ({ page }) => {
  const ring = page.getByRole('main').locator('svg circle')
  await page.goto('/pricng')
  await expect(ring).toHaveCSS('stroke-width', '14px')
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await hydrated(page, '/')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(ring).toHaveCSS('stroke-width', '14px')
})

test('an unknown address says so, to visitors and to developers, and the rest of the site works', async ({ page, messages }) => {
  const response = await page.goto('/pricng')
  expect(response?.status()).toBe(404)
  await expect(page).toHaveTitle('Page Not Found | Fairlead')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page Not Found')
  await expect(page.locator('pre')).toContainText('/pricng')
  await expect(page.locator('pre')).toContainText('Did you forget to add the page to the router?')
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click()
  await hydrated(page, '/')
  expect(messages.filter((message) => !message.includes('404'))).toEqual([])
})

test('with reduced motion nothing moves and nothing is hidden', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openHydrated(page, '/')
  await expect(page.locator('[data-reveal-state]')).toHaveCount(0)
  const running = await page.evaluate(
    () => document.getAnimations().filter((animation) => animation.playState === 'running').length,
  )
  expect(running).toBe(0)
})

test('blocks below the screen fade in when they are scrolled to; what is on screen never disappears', async ({ page }) => {
  await openHydrated(page, '/')
  await expect(page.locator('[data-reveal-state="waiting"]').first()).toBeAttached()
  const hiddenOnScreen = await page
    .locator('[data-reveal-state="waiting"]')
    .evaluateAll((blocks) => blocks.filter((block) => block.getBoundingClientRect().top < innerHeight).length)
  expect(hiddenOnScreen).toBe(0)
  const block = page.locator('[data-reveal-state]').last()
  await block.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect(block).toHaveAttribute('data-reveal-state', 'shown')
  await expect(block).toHaveCSS('opacity', '1')
})

test('the Content-Security-Policy allows no inline script and no page breaks it', async ({ page, messages }) => {
  for (const address of everyAddress) {
    const response = await page.goto(address)
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    await page.waitForLoadState('networkidle')
  }
  expect(messages.filter((message) => /Content.Security.Policy/i.test(message))).toEqual([])
})
