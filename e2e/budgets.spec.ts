// Bytes that a first visit downloads, brotli, as the server sends them. A bundle that grows past its budget goes red.
import { addresses, expect, openHydrated, test } from './site.ts'

const kB = 1000
const budget = { shell: 92 * kB, entry: 8 * kB, page: 105 * kB }

for (const address of addresses) {
  test(`the scripts of ${address} stay within their budget`, async ({ page }) => {
    const scripts = new Map<string, number>()
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) scripts.set(pathname, Number(response.headers()['content-length']))
    })
    await openHydrated(page, address)
    await page.waitForLoadState('networkidle')
    const sum = (pattern: RegExp) =>
      [...scripts].filter(([path]) => pattern.test(path)).reduce((total, [, size]) => total + size, 0)
    expect(sum(/\/releases\/shell\//), 'shell').toBeLessThanOrEqual(budget.shell)
    expect(sum(/remoteEntry/), 'entry of the remote').toBeLessThanOrEqual(budget.entry)
    expect(sum(/./), 'all scripts').toBeLessThanOrEqual(budget.page)
    expect(sum(/./), 'all scripts').toBeGreaterThan(0)
  })
}
