// npm run bench -- throughput [--seconds 5] [--rounds 5]: answers of one core per second beside nginx, which sends the same
// bytes with the same headers from the same core, in turn with the site. On a machine with other work to do the processor
// time of an answer tells more: it counts only what the server itself used.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { buildStale } from 'server/build'
import { withoutNginx } from '../nginx.ts'
import { mirrorOnNginx, nginxPath } from './nginx-mirror.ts'

const runProgram = promisify(execFile)

/** The server has one core for itself, the load comes from another. */
const cores = { server: '0', load: '1' }

/** What current browsers send. */
const acceptEncoding = 'gzip, deflate, br, zstd'

interface Contestant {
  child: ChildProcess
  addressOf: (path: string) => string
}

interface Request {
  name: string
  path: string
  /** A visitor who has it already: answered with a 304. */
  isKnown?: boolean
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '5' } },
  })
  if (withoutNginx || !(await isInstalled('wrk')) || !(await isInstalled('taskset')) || os.availableParallelism() < 2) {
    console.log(
      'This needs Linux with two cores, taskset, wrk, and nginx with brotli_static. On Debian:\n' +
        '  apt-get install --no-install-recommends wrk nginx-light libnginx-mod-http-brotli-static',
    )
    return
  }
  await buildStale('production', console.error)
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'throughput-'))
  const children: ChildProcess[] = []
  try {
    const site = spawnPinned(process.execPath, [path.join(import.meta.dirname, 'throughput-server.ts')])
    children.push(site)
    const [printed] = await Promise.race([once(site.stdout, 'data'), once(site, 'exit').then(() => [])])
    if (!printed) throw new Error('The site did not start.')
    const url = String(printed).trim()
    const script = /src="(\/releases\/shell\/[^"]+\.js)"/.exec(await (await fetch(url)).text())?.[1]
    if (!script) throw new Error('The home page has no script.')
    const nginx = await mirrorOnNginx(folder, url, ['/', script], spawnPinned)
    children.push(nginx.child)
    const contestants = [
      { child: site, addressOf: (path: string) => url + path },
      { child: nginx.child, addressOf: (path: string) => nginx.url + nginxPath(path) },
    ]
    const requests = [
      { name: 'home page', path: '/' },
      { name: 'home page, 304', path: '/', isKnown: true },
      { name: 'hashed script', path: script },
    ]
    for (const request of requests) await compare(request, contestants, Number(values.rounds), Number(values.seconds))
  } finally {
    for (const child of children) {
      child.kill()
      if (child.exitCode === null) await once(child, 'exit')
    }
    await fs.rm(folder, { recursive: true, force: true })
  }
}

/** A line for each round, so that a noisy machine shows, then the medians. */
async function compare(request: Request, contestants: Contestant[], rounds: number, seconds: number): Promise<void> {
  console.log(
    `\n${request.name.padEnd(16)}${'answers/s: site     nginx    ratio'}${'µs of processor: site     nginx    ratio'.padStart(46)}`,
  )
  for (const contestant of contestants) await load(contestant, request, 2)
  const results: Load[][] = []
  for (let round = 1; round <= rounds; round++) {
    const result: Load[] = []
    for (const contestant of contestants) result.push(await load(contestant, request, seconds))
    results.push(result)
    print(`round ${round}`, result)
  }
  const medianOf = (contestant: number, figure: keyof Load) => median(results.map((result) => result[contestant]?.[figure] ?? 0))
  print(
    'median',
    contestants.map((_, index) => ({ perSecond: medianOf(index, 'perSecond'), processor: medianOf(index, 'processor') })),
  )
}

function print(title: string, [site, nginx]: Load[]): void {
  if (!site || !nginx) return
  const speeds = [site, nginx].map(({ perSecond }) => perSecond.toFixed(0)).concat((site.perSecond / nginx.perSecond).toFixed(2))
  const times = [site, nginx].map(({ processor }) => processor.toFixed(1)).concat((nginx.processor / site.processor).toFixed(2))
  const cells = [title.padEnd(16), ...[15, 10, 9].map((width, i) => speeds[i]?.padStart(width)), '']
  console.log(cells.join('') + [27, 10, 9].map((width, i) => times[i]?.padStart(width)).join(''))
}

interface Load {
  /** Answers. */
  perSecond: number
  /** Microseconds for an answer, in all threads. */
  processor: number
}

/** @throws Error when an answer was not what was asked for. */
async function load({ child, addressOf }: Contestant, { path, isKnown }: Request, seconds: number): Promise<Load> {
  const url = addressOf(path)
  const headers: Record<string, string> = { 'Accept-Encoding': acceptEncoding }
  const first = await fetch(url, { headers })
  if (isKnown) headers['If-None-Match'] = first.headers.get('etag') ?? ''
  const second = await fetch(url, { headers })
  if (first.headers.get('content-encoding') !== 'br' || second.status !== (isKnown ? 304 : 200))
    throw new Error(`${url} answers ${second.status}, first in ${first.headers.get('content-encoding')}.`)
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const before = await processorTime(child)
  const { stdout } = await runProgram('taskset', ['-c', cores.load, 'wrk', '-t1', '-c64', `-d${seconds}s`, ...given, url])
  const used = (await processorTime(child)) - before
  if (/Socket errors|Non-2xx/.test(stdout)) throw new Error(`${url} fails under load:\n${stdout}`)
  const answers = Number(/(\d+) requests in/.exec(stdout)?.[1])
  return { perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), processor: used / answers }
}

/** Microseconds that a process and its workers have used since they were started. */
async function processorTime({ pid }: Pick<ChildProcess, 'pid'>): Promise<number> {
  let sum = 0
  for (const thread of await fs.readdir(`/proc/${pid}/task`)) {
    const [nanoseconds] = (await fs.readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')).split(' ')
    sum += Number(nanoseconds) / 1000
    const workers = (await fs.readFile(`/proc/${pid}/task/${thread}/children`, 'utf8')).split(' ').filter(Boolean)
    for (const worker of workers) sum += await processorTime({ pid: Number(worker) })
  }
  return sum
}

function spawnPinned(program: string, args: string[]) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return spawn('taskset', ['-c', cores.server, program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function isInstalled(program: string): Promise<boolean> {
  return runProgram('which', [program]).then(
    () => true,
    () => false,
  )
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}
