// Every address of the federated site beside the same page as one bundle, in turns, on one machine, in one run.
// Throttle: 150 ms latency, 1.6 Mbit/s, CPU 4 times slower, 412 × 823 px (Lighthouse's mobile preset).
import { parseArgs } from 'node:util'
import { build, buildStale } from 'server/build'
import { addresses, type RunningSite, startSite } from '../site.ts'
import { openBrowser } from './open-browser.ts'
import { type PageRun, visit } from './visit.ts'

const yardstick = 'e2e/bench/one-bundle'

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { runs: { type: 'string', default: '5' } }, allowPositionals: true })
  const builds = await buildStale('production', console.error)
  await build(yardstick, 'production', console.error)
  const federated = await startSite(builds)
  const oneBundle = await startSite([`${yardstick}/dist/production`])
  console.log(headings.join(''))
  for (const address of positionals.length > 0 ? positionals : addresses) {
    const runs: Record<'federated' | 'oneBundle', PageRun[]> = { federated: [], oneBundle: [] }
    for (let round = 0; round < Number(values.runs); round++) {
      runs.federated.push(await measure(federated, address))
      runs.oneBundle.push(await measure(oneBundle, address))
    }
    const [a, b] = [medians(runs.federated), medians(runs.oneBundle)]
    console.log(row(address, 'federated', a))
    console.log(row('', 'one bundle', b))
    console.log(
      row('', 'ratio', Object.fromEntries(timings.map((key) => [key, a[key] && b[key] ? a[key] / b[key] : Number.NaN])), 2),
    )
  }
  await Promise.all([federated.close(), oneBundle.close()])
}

async function measure(site: RunningSite, address: string): Promise<PageRun> {
  const browser = await openBrowser()
  try {
    return await visit(browser, site.url + address)
  } finally {
    await browser.close()
  }
}

const bytes = ['html', 'shell', 'entry', 'page', 'script', 'font'] as const
const timings = ['fcp', 'lcp', 'tbt', 'hydrated'] as const
const columns = [...bytes, 'requests', 'depth', ...timings, 'cls'] as const
const headings = [
  'address'.padEnd(19),
  ''.padEnd(11),
  ...columns.map((column) => column.padStart(column === 'hydrated' ? 10 : 9)),
]

type Row = Partial<Record<(typeof columns)[number], number>>

function medians(runs: PageRun[]): Row {
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return Object.fromEntries(columns.map((column) => [column, middle(runs.map((run) => run[column]))]))
}

function row(address: string, name: string, values: Row, digits?: number): string {
  const cells = columns.map((column) => {
    const value = values[column]
    const shown = value === undefined || Number.isNaN(value) ? '' : value.toFixed(digits ?? (column === 'cls' ? 3 : 0))
    return shown.padStart(column === 'hydrated' ? 10 : 9)
  })
  return [address.padEnd(19), name.padEnd(11), ...cells].join('')
}
