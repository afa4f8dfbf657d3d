// The specification as a checklist for the pages of remote-marketing: composed, without scripts, and in isolation.
import type { Page } from '@playwright/test'
import { readSettings } from 'server/settings'
import { type DevSite, startDevSite } from './dev-site.ts'
import { expectConsultation, expectFacts, readable } from './expect-facts.ts'
import { anchors, pages, questions } from './marketing-facts.ts'
import { test as base, expect, hydrated, openHydrated } from './site.ts'

const { brand, bookingUrl } = readSettings({}).site

const test = base.extend<object, { alone: DevSite }>({
  alone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use, { parallelIndex }) => {
      const dev = await startDevSite(['remote-marketing'], 4330 + 10 * parallelIndex)
      await use(dev)
      await dev.stop()
    },
    { scope: 'worker' },
  ],
})

/** What React's development build and the dev server say in isolation. */
const fromTools = /React DevTools|\[HMR\]|\[rspack-dev-server\]/

const places = ['alone', 'composed', 'composed, without scripts'] as const

for (const place of places) {
  test.describe(place, () => {
    const hasScripts = place !== 'composed, without scripts'
    test.use({ javaScriptEnabled: hasScripts })
    if (place === 'alone') {
      test.use({ baseURL: ({ alone }, use) => use(alone.urlOf('remote-marketing')) })
      // One dev server is enough, so these tests stay in one worker.
      test.describe.configure({ mode: 'default' })
    }

    async function open(page: Page, address: string): Promise<void> {
      if (place === 'composed') return openHydrated(page, address)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }

    const titleEnd = place === 'alone' ? 'marketing alone' : brand

    for (const facts of pages) {
      test(`${facts.path} says and links what the specification asks for`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' })
        await open(page, facts.path)
        await expect.soft(page).toHaveTitle(facts.title)
        expect.soft((await page.title()).split(' | ')[1]).toBe(titleEnd)
        if (place !== 'alone') {
          const description = page.locator('meta[name="description"]')
          await expect.soft(description).toHaveAttribute('content', facts.description ?? /.{20}/)
        }
        const main = page.getByRole('main')
        await expectFacts(main, facts)
        for (const [words, count] of facts.counts ?? []) await expect.soft(readable(main, words), `${words}`).toHaveCount(count)
        for (const link of await main.locator('a[href^="http"]').all()) await expectConsultation(link)
      })
    }

    test('questions open one at a time', async ({ page }) => {
      await open(page, '/faqs')
      const answers = page.locator('main details p').filter({ visible: true })
      const [first, ...others] = questions.entries()
      // The first comes last: it may be open from the start.
      for (const [index, { about, question, answer }] of [...others, ...(first ? [first] : [])]) {
        const summary = page.locator('main summary').nth(index)
        await expect.soft(summary, about).toHaveText(question)
        await summary.click()
        await expect(answers, about).toHaveText([answer])
      }
      await page.locator('main summary').first().click()
      await expect(answers, 'after a click on the open question').toHaveCount(0)
      await page.locator('main summary').nth(4).press('Enter')
      await expect(answers, 'after Enter').toHaveCount(1)
    })

    test(hasScripts ? 'with reduced motion nothing on / is hidden' : 'nothing on / is hidden', async ({ page }) => {
      if (hasScripts) await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/')
      expect(await page.locator('main *').evaluateAll(hiddenTexts)).toEqual([])
    })

    if (!hasScripts) return

    test('an address is found whatever its case', async ({ page }) => {
      for (const { path, title } of pages) {
        await page.goto(path.toUpperCase())
        await expect.soft(page).toHaveTitle(title)
      }
    })

    test('the anchors of /solutions lead to their blocks', async ({ page }) => {
      for (const anchor of anchors) {
        await page.goto('about:blank')
        await open(page, `/solutions#${anchor}`)
        await expect(page.locator(`#${anchor}`).getByRole('heading').first(), anchor).toBeInViewport()
      }
    })

    test('a consultation link opens the scheduling page in a new tab', async ({ page, context }) => {
      await context.route(bookingUrl, (route) => route.fulfill({ body: 'The scheduling page' }))
      await open(page, '/about')
      const opened = context.waitForEvent('page')
      await page.getByRole('main').getByRole('link', { name: 'Speak to a Specialist' }).click()
      await expect(await opened).toHaveURL(bookingUrl)
      await expect(page).toHaveURL('/about')
    })

    test('the AI Trainer button only leaves a note for developers', async ({ page, messages }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/')
      const button = page.getByRole('button', { name: 'AI Trainer' })
      await button.hover()
      const look = async () => ({ html: await page.locator('body').innerHTML(), screen: await page.screenshot() })
      const before = await look()
      messages.length = 0
      await button.click()
      await expect.poll(() => messages).toEqual([expect.stringMatching(/^(debug|log): /)])
      const after = await look()
      expect(after.html).toBe(before.html)
      expect(after.screen.equals(before.screen), 'the screen looks as before').toBe(true)
      await expect(page).toHaveURL('/')
    })

    test.describe('years after the build, on the other side of the earth', () => {
      test.use({ timezoneId: 'Pacific/Auckland', locale: 'en-NZ' })

      test('the legal pages were last updated today', async ({ page, messages }) => {
        await page.clock.setFixedTime('2031-03-05T22:30:00Z')
        for (const path of ['/privacy-policy', '/terms-conditions']) {
          await open(page, path)
          await expect.soft(page.getByText(/last updated/i)).toHaveText(/6 March 2031$/)
          await page.waitForLoadState('networkidle')
        }
        expect(messages.filter((message) => !fromTools.test(message))).toEqual([])
      })
    })

    test('what is on screen when the page arrives never hides, not even a block of which only its top is', async ({ page }) => {
      const first = page.locator('[data-reveal]').first()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await open(page, '/')
      const top = (await first.boundingBox())?.y ?? 0
      await page.emulateMedia({ reducedMotion: 'no-preference' })
      await page.setViewportSize({ width: 1440, height: Math.round(top + 30) })
      await page.addInitScript(recordFadedOnScreen)
      await open(page, '/')
      await expect(first).toBeInViewport()
      await expect(page.locator('[data-reveal]').last()).toHaveCSS('opacity', '0')
      const recorded = () => (window as unknown as { fadedOnScreen: string[] }).fadedOnScreen
      expect(await page.evaluate(recorded)).toEqual([])
    })

    test('whatever follows the hero waits hidden below the screen', async ({ page }) => {
      await open(page, '/')
      const headings = page.locator('main section:not(:has(h1)) :is(h2, h3, h4)')
      await expect(headings).not.toHaveCount(0)
      await expect.poll(() => headings.evaluateAll(shownBelowScreen)).toEqual([])
    })

    test('blocks below the screen fade in when a tenth of them is 50 px above its bottom', async ({ page }) => {
      await open(page, '/')
      const blocks = page.locator('[data-reveal-state]')
      await expect(blocks.last()).toHaveCSS('opacity', '0')
      const waited: (string | null)[] = []
      for (const block of await blocks.all()) {
        if ((await block.getAttribute('data-reveal-state')) === 'shown') continue // beside one that was scrolled to
        waited.push(await block.textContent())
        expect(await block.evaluate(scrollToThreshold, -3), `before: ${waited.at(-1)}`).toEqual({ isFading: false })
        expect(await block.evaluate(scrollToThreshold, 3), `behind: ${waited.at(-1)}`).toEqual({ isFading: true })
      }
      expect(waited.length).toBeGreaterThan(3)
      await expect.poll(() => page.locator('main *').evaluateAll(hiddenTexts)).toEqual([])
    })
  })
}

test('on a walk through the pages each starts at its top, with its own title and description, and nothing shifts on the way down', async ({
  page,
}) => {
  const seen = new Set<string | null>()
  await openHydrated(page, '/')
  for (const [index, { path, title }] of pages.entries()) {
    await hydrated(page, path)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect.soft(await page.evaluate(scrollThrough), `shifts on ${path}`).toEqual([])
    await expect(page).toHaveTitle(title)
    seen.add(await page.title())
    seen.add(await page.locator('meta[name="description"]').getAttribute('content'))
    const next = pages[index + 1]
    if (next) await page.getByRole('contentinfo').locator(`a[href="${next.path}"]`).click()
  }
  expect(seen.size).toBe(2 * pages.length)
})

// From here on what runs in the page.

/** Texts that the page's style hides. */
function hiddenTexts(elements: Element[]): (string | null)[] {
  return elements
    .filter((element) => element.checkVisibility() && !element.checkVisibility({ opacityProperty: true }))
    .map((element) => element.textContent)
    .filter(Boolean)
}

/** A block that reaches into the screen is on it as a whole. */
function shownBelowScreen(elements: Element[]): (string | null)[] {
  const topOf = (element: Element) => (element.closest('[data-reveal]') ?? element).getBoundingClientRect().top
  return elements
    .filter((element) => topOf(element) >= innerHeight && element.checkVisibility({ opacityProperty: true }))
    .map((element) => element.textContent)
}

/** Looks at every frame. */
function recordFadedOnScreen(): void {
  const fadedOnScreen: string[] = []
  Object.assign(window, { fadedOnScreen })
  const look = () => {
    for (const element of document.querySelectorAll('main *')) {
      const { top, bottom } = element.getBoundingClientRect()
      const isFaded = Number(getComputedStyle(element).opacity) < 1
      if (isFaded && element.textContent && top < innerHeight && bottom > 0) fadedOnScreen.push(element.textContent)
    }
    requestAnimationFrame(look)
  }
  look()
}

/** Scrolls until a tenth of the block and `pixels` more are 50 px above the bottom of the screen. */
async function scrollToThreshold(block: Element, pixels: number): Promise<{ isFading: boolean }> {
  const { top, height } = block.getBoundingClientRect()
  scrollBy({ top: top + height / 10 + 50 - innerHeight + pixels, behavior: 'instant' })
  // Observers are told together, in any order: one task after this one the site's own has been told too.
  await new Promise((resolve) => new IntersectionObserver(() => setTimeout(resolve)).observe(block))
  return {
    isFading: block
      .getAnimations()
      .some((running) => running instanceof CSSTransition && running.transitionProperty === 'opacity'),
  }
}

/** Returns the layout shifts on the way to the end of the page. */
async function scrollThrough(): Promise<unknown[]> {
  const nextFrame = () => new Promise(requestAnimationFrame)
  await document.fonts.ready
  await nextFrame()
  const shifts: PerformanceEntryList = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
  while (Math.ceil(scrollY + innerHeight) < document.documentElement.scrollHeight) {
    scrollBy({ top: 300, behavior: 'instant' })
    await nextFrame()
  }
  for (let frame = 0; frame < 3; frame++) await nextFrame()
  return shifts.map((shift) => shift.toJSON())
}
