// The specification as a checklist for the pages of remote-marketing: composed, without scripts, and in isolation.
import type { Locator, Page } from '@playwright/test'
import { readSettings } from 'server/settings'
import { type DevSite, startDevSite } from './dev-site.ts'
import { anchors, type Facts, type Item, pages, questions, type Words } from './marketing-facts.ts'
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

    test('whatever starts below the screen waits hidden, and nothing on screen ever does', async ({ page }) => {
      await page.addInitScript(recordHiddenOnScreen)
      await open(page, '/')
      const headings = page.locator('main :is(h2, h3, h4)')
      await expect.soft.poll(() => headings.evaluateAll(shownBelowScreen), 'shown below the screen').toEqual([])
      const recorded = () => (window as unknown as { hiddenOnScreen: string[] }).hiddenOnScreen
      expect(await page.evaluate(recorded), 'hidden on screen').toEqual([])
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
    expect.soft(await page.evaluate(scrollThrough), path).toEqual([])
    await expect(page).toHaveTitle(title)
    seen.add(await page.title())
    seen.add(await page.locator('meta[name="description"]').getAttribute('content'))
    const next = pages[index + 1]
    if (next) await page.getByRole('contentinfo').locator(`a[href="${next.path}"]`).click()
  }
  expect(seen.size).toBe(2 * pages.length)
})

async function expectFacts(scope: Locator, facts: Facts): Promise<void> {
  for (const words of facts.texts ?? []) await expect.soft(readable(scope, words).first(), `${words}`).toBeVisible()
  for (const [what, selector] of Object.entries(facts.shows ?? {})) {
    await expect.soft(scope.locator(selector).filter({ hasText: /\S/ }).first(), what).toBeVisible()
  }
  for (const score of facts.scores ?? []) {
    await expect.soft(scope.getByRole('img', { name: score }), `${score}, in a picture's name`).toHaveText(score)
    await expect.soft(scope.getByText(score).first(), score).toBeVisible()
  }
  for (const [name, href] of Object.entries(facts.links ?? {})) {
    await expect.soft(scope.getByRole('link', { name, exact: true }), name).toHaveAttribute('href', href)
  }
  if (facts.consultation) await expect.soft(scope.getByRole('link', { name: facts.consultation }).first()).toBeVisible()
  for (const items of facts.lists ?? []) await expectList(scope, items)
}

async function expectList(scope: Locator, items: Item[]): Promise<void> {
  // A list is known by its first item, in front of which its number may stand.
  const first = scope.page().getByText(new RegExp(`^\\d?${pattern(items[0]?.name ?? '').source}$`, 'i'))
  const entries = scope.locator('ol, ul').filter({ has: first }).last().locator('> li')
  await expect.soft(entries, `the list that starts with ${items[0]?.name}`).toHaveCount(items.length)
  for (const [index, item] of items.entries()) {
    await expect.soft(readable(entries.nth(index), item.name).first(), `${item.name}, at ${index + 1}`).toBeVisible()
    await expectFacts(entries.nth(index), item)
  }
}

async function expectConsultation(link: Locator): Promise<void> {
  await expect.soft(link).toHaveAttribute('href', bookingUrl)
  await expect.soft(link).toHaveAttribute('target', '_blank')
  await expect.soft(link).toHaveAttribute('rel', /noopener|noreferrer/)
  await expect.soft(link).toHaveAccessibleName(/^(Book a Consultation|Speak to a Specialist).*new tab/)
}

/** Elements with these words, on screen and for screen readers. */
function readable(scope: Locator, words: Words): Locator {
  const forAll = scope.page().locator(':not([aria-hidden="true"], [aria-hidden="true"] *)')
  return scope.getByText(pattern(words)).and(forAll).filter({ visible: true })
}

function pattern(words: Words): RegExp {
  if (words instanceof RegExp) return words
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll('-', '[-–]').replaceAll("'", "['’]"), 'i')
}

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
function recordHiddenOnScreen(): void {
  const hiddenOnScreen: (string | null)[] = []
  Object.assign(window, { hiddenOnScreen })
  const look = () => {
    for (const element of document.querySelectorAll('main *')) {
      const { top, bottom } = element.getBoundingClientRect()
      const isHidden = element.checkVisibility() && !element.checkVisibility({ opacityProperty: true })
      if (isHidden && element.textContent && top < innerHeight && bottom > 0) hiddenOnScreen.push(element.textContent)
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
