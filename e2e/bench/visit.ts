// One throttled first visit, measured from outside (Chrome DevTools Protocol) and inside (performance entries).
import type { Browser, CDPSession } from '@playwright/test'

/** Sizes in bytes as transferred, times in milliseconds from navigation start. */
export interface PageRun {
  html: number
  shell: number
  entry: number
  page: number
  script: number
  font: number
  requests: number
  /** Longest chain of requests that had to wait for one another before the page was hydrated. */
  depth: number
  fcp: number
  lcp: number
  cls: number
  /** Main thread time beyond 50 ms a task, from first paint until hydrated. */
  tbt: number
  hydrated: number
}

interface Request {
  path: string
  type: string
  start: number
  end: number
  size: number
}

export async function visit(browser: Browser, url: string): Promise<PageRun> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests = await record(session)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 93_750,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.addInitScript(observe)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByName('page-hydrated').length > 0, null, { timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  const inside = await page.evaluate(() => {
    const { lcp, cls, tasks } = (window as unknown as { measured: { lcp: number; cls: number; tasks: [number, number][] } })
      .measured
    const at = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN
    const [fcp, hydrated] = [at('first-contentful-paint'), at('page-hydrated')]
    const blocking = tasks.filter(([start, duration]) => start + duration > fcp && start < hydrated)
    return { fcp, lcp, cls, hydrated, tbt: blocking.reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0) }
  })
  await context.close()
  const done = requests().filter((request) => request.end > 0 && !/favicon/.test(request.path))
  const sum = (matches: (request: Request) => boolean) => done.filter(matches).reduce((total, request) => total + request.size, 0)
  const isScript = ({ path }: Request) => path.endsWith('.js')
  const isShell = ({ path }: Request) => path.includes('/releases/shell/') && !path.includes('__federation')
  const isEntry = ({ path }: Request) => /\/remoteEntry\./.test(path)
  return {
    html: sum(({ type }) => type === 'Document'),
    shell: sum((request) => isScript(request) && isShell(request)),
    entry: sum((request) => isScript(request) && isEntry(request)),
    page: sum((request) => isScript(request) && !isShell(request) && !isEntry(request)),
    script: sum(isScript),
    font: sum(({ path }) => path.endsWith('.woff2')),
    requests: done.length,
    depth: chainLength(done, inside.hydrated),
    ...inside,
  }
}

async function record(session: CDPSession): Promise<() => Request[]> {
  const requests = new Map<string, Request>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    requests.set(requestId, { path: new URL(request.url).pathname, type: type ?? '', start: timestamp, end: 0, size: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { end: timestamp, size: encodedDataLength })
  })
  return () => [...requests.values()]
}

/** A request is one deeper than any that had ended before it started. */
function chainLength(requests: Request[], hydrated: number): number {
  const sorted = requests.toSorted((a, b) => a.start - b.start)
  const origin = sorted[0]?.start ?? 0
  const depths = new Map<Request, number>()
  for (const request of sorted.filter(({ start }) => (start - origin) * 1000 < hydrated)) {
    const before = [...depths].filter(([earlier]) => earlier.end <= request.start).map(([, depth]) => depth)
    depths.set(request, 1 + Math.max(0, ...before))
  }
  return Math.max(...depths.values())
}

/** Runs in the page, before anything else. */
function observe(): void {
  const measured = { lcp: 0, cls: 0, tasks: [] as [number, number][] }
  Object.assign(window, { measured })
  const watch = (type: string, use: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => {
    measured.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    measured.cls += (entry as PerformanceEntry & { value: number }).value
  })
  watch('longtask', (entry) => measured.tasks.push([entry.startTime, entry.duration]))
}
