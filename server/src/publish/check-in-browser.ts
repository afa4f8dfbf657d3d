// The last check before a composition goes live: a real browser loads its pages as visitors will.
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface BrowserCheck {
  /** Path of a Chromium. */
  browser: string
  /** Where the site is served, as in http://localhost:3000 */
  url: string
  /** Pages to load. */
  paths: string[]
  /** Milliseconds for a page to hydrate. */
  timeLimit?: number
}

const pagesAtOnce = 3

/** Milliseconds for a browser to start, and to end by itself. */
const timeToStart = 30_000
const timeToEnd = 2000

/** Milliseconds for the consequences of a first error, which often say more. */
const afterAnError = 500

/**
 * Loads pages in Chromium until they are hydrated. Nothing but the host of the site is in reach.
 * @returns a sentence for each thing that went wrong: with the browser, or on a page.
 */
export async function checkInBrowser({ browser, url, paths, timeLimit = 10_000 }: BrowserCheck): Promise<string[]> {
  if (!fs.existsSync(browser)) return [`The browser ${browser} does not exist: pages can't be tried out before they go live.`]
  let started: Browser
  try {
    started = await start(browser, new URL(url).hostname)
  } catch (error) {
    return [`The browser ${browser} does not start: ${firstLine(error)}`]
  }
  try {
    const context = await started.newContext()
    const faults = paths.map((): string[] => [])
    const turns = paths.entries()
    const takeTurns = async () => {
      for (const [index, path] of turns) faults[index] = await checkPage(context, new URL(path, url), timeLimit)
    }
    const allTurns = Promise.all(Array.from({ length: pagesAtOnce }, takeTurns))
    const tooLate = sleep((paths.length + 1) * timeLimit, undefined, { ref: false })
    await Promise.race([allTurns, tooLate.then(() => Promise.reject(new Error('it does not answer.')))])
    return faults.flat()
  } catch (error) {
    return [`The browser ${browser} fails: ${firstLine(error)}`]
  } finally {
    // Chromium hangs at its end now and then, until Playwright kills it after 30 s: no deploy waits for that.
    await Promise.race([started.close(), sleep(timeToEnd, undefined, { ref: false })])
  }
}

/** Loaded when it is needed: most servers have no browser. */
async function start(executablePath: string, host: string): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const { PATH = '', HOME = '' } = process.env
  return chromium.launch({
    executablePath,
    timeout: timeToStart,
    // When the server is told to end, what is tried out is tried out to its end.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    chromiumSandbox: process.getuid?.() !== 0, // which Chromium refuses to root
    env: { PATH, HOME }, // nothing of ours, secrets least of all
    args: [
      `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${host}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}

async function checkPage(context: BrowserContext, address: URL, timeLimit: number): Promise<string[]> {
  const page = await context.newPage()
  const faults = new Set<string>()
  const firstFault = new Promise<void>((resolve) => {
    collectFaults(page, address, (fault) => {
      faults.add(`${address.pathname} ${fault}`)
      resolve()
    })
  })
  const tooLate = `is not hydrated after ${timeLimit / 1000} s: its scripts do not take it over, or they never rest.`
  const fault = await Promise.race([
    hydration(page, address),
    sleep(timeLimit, tooLate, { ref: false }),
    firstFault.then(() => sleep(afterAnError, undefined, { ref: false })),
  ])
  if (fault) faults.add(`${address.pathname} ${fault}`)
  // Not waited for: closing a page that is still loading takes minutes now and then. The browser takes all with it.
  page.close().catch(() => {})
  return [...faults]
}

/** @returns what kept the page from it, if it comes to that; never rejects. */
async function hydration(page: Page, { href, pathname }: URL): Promise<string | undefined> {
  page.setDefaultTimeout(0)
  try {
    const response = await page.goto(href, { waitUntil: 'commit' })
    if (!response?.ok()) return `answers with ${response?.status()}.`
    await page.waitForFunction((path) => document.documentElement.dataset.page === path, pathname)
    // Effects, and what they begin.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })))
    return undefined
  } catch (error) {
    return `does not load: ${firstLine(error)}`
  }
}

function collectFaults(page: Page, { href, host }: URL, add: (fault: string) => void): void {
  page.on('pageerror', (error) => add(explain(error.message)))
  page.on('crash', () => add('crashes the browser.'))
  page.on('console', (message) => {
    // Requests are looked at themselves.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) add(explain(message.text()))
  })
  page.on('response', (response) => {
    const isDocument = response.url() === href
    if (response.status() >= 400 && !isDocument) add(`needs ${response.url()}, which answers with ${response.status()}.`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    const isOurs = new URL(request.url()).host === host && request.url() !== href
    if (isOurs && reason !== 'net::ERR_ABORTED') add(`needs ${request.url()}, which can't be loaded: ${reason}.`)
  })
}

function explain(error: string): string {
  const text = error.replaceAll(/\s+/g, ' ').slice(0, 300)
  if (/React error #(418|423|425)\b|hydrat/i.test(text)) return `is not the same in the browser as it was prerendered: ${text}`
  if (text.includes('Content Security Policy')) return `does what the Content-Security-Policy refuses: ${text}`
  return `has an error in the browser: ${text}`
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1).join('')
}
