// Bytes that a first visit downloads, brotli, as the server sends them. A bundle that grows past its budget goes red.
import { addresses, expect, openHydrated, test } from './site.ts'

const kB = 1000
/** HTML: with its styles and art one initial congestion window and a bit. Fonts: what the first paint asks for. */
const budget = { shell: 92 * kB, entry: 8 * kB, page: 105 * kB, html: 20 * kB, fonts: 90 * kB }

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

test('the demo page itself is small until somebody wants to talk', async ({ page }) => {
  let size = 0
  page.on('response', async (response) => {
    if (/expose_demo\.js$/.test(response.url())) size = Number(response.headers()['content-length'])
  })
  await openHydrated(page, '/demo')
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(6 * kB)
})

test('all scripts of the contact remote, those of the live form too, stay within their budget', async ({ page }) => {
  const sizes = new Map<string, number>()
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url())
    if (/\/releases\/contact\/.*\.js$/.test(pathname)) sizes.set(pathname, Number(response.headers()['content-length']))
  })
  await openHydrated(page, '/contact')
  const before = sizes.size
  await page.getByRole('textbox', { name: 'Company' }).focus()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => sizes.size).toBeGreaterThan(before)
  expect([...sizes.values()].reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(30 * kB)
})

for (const address of addresses) {
  test(`the document and the fonts of ${address} stay within their budget`, async ({ page }) => {
    const sizes = new Map<string, number>()
    page.on('response', async (response) => {
      sizes.set(new URL(response.url()).pathname, Number(response.headers()['content-length']))
    })
    await openHydrated(page, address)
    await page.waitForLoadState('networkidle')
    const fonts = [...sizes].filter(([path]) => path.endsWith('.woff2'))
    expect(sizes.get(address), 'HTML').toBeLessThanOrEqual(budget.html)
    expect(fonts.length, 'fonts').toBeLessThanOrEqual(2)
    expect(fonts.reduce((total, [, size]) => total + size, 0)).toBeLessThanOrEqual(budget.fonts)
  })
}
