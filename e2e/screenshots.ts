// npm run screenshots [-- addresses]: every page at three widths, light and dark, into screenshots/, to be looked at.
import path from 'node:path'
import { buildStale } from 'server/build'
import { openBrowser } from './bench/open-browser.ts'
import { addresses, startSite } from './site.ts'

const widths = [1440, 768, 390]
const schemes = ['light', 'dark'] as const
const folder = path.resolve(import.meta.dirname, '../screenshots')

const wanted = process.argv.length > 2 ? process.argv.slice(2) : [...addresses, '/no-such-page']
const site = await startSite(await buildStale('production', console.log))
const browser = await openBrowser()
for (const colorScheme of schemes) {
  for (const width of widths) {
    // With reduced motion everything stands where it ends, and no block waits to be scrolled to.
    const viewport = { width, height: width < 500 ? 844 : 900 }
    const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    for (const address of wanted) {
      await page.goto(site.url + address, { waitUntil: 'networkidle' })
      await page.evaluate(() => document.fonts.ready)
      const name = address === '/' ? 'home' : address.slice(1).replaceAll('/', '.')
      await page.screenshot({ path: path.join(folder, `${name}--${width}-${colorScheme}.png`), fullPage: true })
    }
    console.log(`${width} px, ${colorScheme}: ${wanted.length} pages`)
    await context.close()
  }
}
await browser.close()
await site.close()
console.log(`They are in ${folder}`)
