// Lighthouse's own command line on every page of the composed site: its mobile preset, four categories.
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildStale } from 'server/build'
import { chromiumArguments, findChromium } from '../browser.ts'
import { addresses, startSite } from '../site.ts'

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const timings = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'] as const

/** The part of Lighthouse's report that we read. */
interface Report {
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; displayValue?: string; title: string }>
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, options: { runs: { type: 'string', default: '3' } }, allowPositionals: true })
  const site = await startSite(await buildStale('production', console.error), { isPublic: true })
  console.log(['address'.padEnd(19), ...[...categories, 'FCP', 'LCP', 'TBT', 'CLS'].map((name) => name.padStart(15))].join(''))
  for (const address of positionals.length > 0 ? positionals : addresses) {
    const reports: Report[] = []
    for (let round = 0; round < Number(values.runs); round++) reports.push(await audit(site.url + address))
    const performance = (report: Report) => report.categories.performance?.score ?? 0
    const sorted = reports.toSorted((a, b) => performance(a) - performance(b))
    const median = sorted[sorted.length >> 1] as Report
    const scores = categories.map((name) => String(Math.round((median.categories[name]?.score ?? 0) * 100)))
    const times = timings.map((name) => median.audits[name]?.displayValue ?? '')
    console.log([address.padEnd(19), ...[...scores, ...times].map((cell) => cell.padStart(15))].join(''))
    for (const fault of faultsOf(median)) console.log(`${''.padEnd(19)}    ${fault}`)
  }
  await site.close()
}

async function audit(url: string): Promise<Report> {
  const cli = createRequire(import.meta.url).resolve('lighthouse/cli/index.js')
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lighthouse-'))
  const report = path.join(folder, 'report.json')
  const flags = `--chrome-flags=--headless=new ${chromiumArguments.join(' ')}`
  const chromium = findChromium()
  await promisify(execFile)(process.execPath, [cli, url, '--quiet', '--output=json', `--output-path=${report}`, flags], {
    env: { ...process.env, ...(chromium && { CHROME_PATH: chromium }) },
  })
  const read: Report = JSON.parse(await fs.readFile(report, 'utf8'))
  await fs.rm(folder, { recursive: true })
  return read
}

/** What cost a score below 100, outside performance, whose timings are in the table. */
function faultsOf({ categories: scored, audits }: Report): string[] {
  const counted = categories.slice(1).flatMap((name) => scored[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? [])
  return counted.flatMap(({ id }) => {
    const audit = audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
  })
}
