// How long developers wait: until everything is ready, and from an edit in a remote's component to the screen.
import { parseArgs } from 'node:util'
import { type DevSite, startDevSite } from '../dev-site.ts'
import { openBrowser } from './open-browser.ts'

const component = 'remote-contact/src/contact/contact.copy.ts'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { runs: { type: 'string', default: '5' } } })
  const setups: [name: string, folders: string[], firstPort: number][] = [
    ['inside the shell', [], 4510],
    ['alone', ['remote-contact'], 4520],
  ]
  for (const [name, folders, firstPort] of setups) {
    const dev = await startDevSite(folders, firstPort)
    const edits = await measureEdits(dev, `${dev.urlOf(folders[0] ?? 'shell')}/contact`, Number(values.runs))
    const [fastest, middle, slowest] = [edits[0], edits[Math.floor(edits.length / 2)], edits.at(-1)].map(
      (ms) => `${ms?.toFixed(0)} ms`,
    )
    console.log(
      `${name}: ready after ${(dev.readyAfter / 1000).toFixed(1)} s; edit to screen ${middle} (${fastest} to ${slowest}, ${edits.length} runs)`,
    )
    await dev.stop()
  }
}

/** Milliseconds from saving the file to the changed heading in the document, ascending. */
async function measureEdits(dev: DevSite, url: string, runs: number): Promise<number[]> {
  const browser = await openBrowser()
  const page = await browser.newPage()
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const edits: number[] = []
  let text = 'Tell us what'
  for (let round = 1; round <= runs; round++) {
    const next = `Tell us what, round ${round}:`
    const startedAt = performance.now()
    await dev.edit(component, text, next)
    await page.getByRole('heading', { name: next }).waitFor()
    edits.push(performance.now() - startedAt)
    text = next
  }
  await browser.close()
  return edits.toSorted((a, b) => a - b)
}
