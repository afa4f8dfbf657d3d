// Runs a program of ours that is about to run code of releases, with as little around it as the system can arrange.
//
// Who guarantees what:
// - The process: what hangs, crashes or ends in there hangs, crashes or ends alone.
// - The kernel, on Linux where `unshare` is allowed: no network, and no process outside to send a signal to.
//   Everywhere on Linux: no more memory than `memoryLimit`, be it for objects or beside them.
// - Node's permission model: no files but those in `readable`, none to write, no processes, workers, addons, inspector.
// - The program: what of all this is in reach of a release in the first place, and a good sentence about it.
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

/** MB for JavaScript objects. */
const heapLimit = 256

/** MB of all private memory; Node reserves 600 for itself, of which it uses 50. */
const memoryLimit = 1200

/** Seconds of work, for the case that nobody is left to keep the time. */
const processorLimit = 60

const printLimit = 1_000_000
const outputLimit = 50_000_000

export interface SandboxOptions {
  /** Files and folders that the program may read, besides itself. */
  readable: string[]
  /** The whole environment of the program. */
  env: NodeJS.ProcessEnv
  /** What it reads from fd 0. */
  input: string
  /** Milliseconds between two pieces of output; three times that in all. */
  timeLimit: number
}

export interface SandboxResult {
  /** What it wrote to fd 3. */
  output: string
  /** How it came to its end, as in 'waits for something that never comes.' */
  ending: string
}

/** @throws Error when the program can't be started. */
export async function runInSandbox(program: string, { readable, env, input, timeLimit }: SandboxOptions): Promise<SandboxResult> {
  const child = await start(program, readable, env)
  const [stdin, stdout, stderr, answers] = child.stdio as unknown as [Writable, Readable, Readable, Readable]
  let reason: string | undefined
  const end = (why: string) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const turn = setTimeout(end, timeLimit, `was still rendering after ${timeLimit / 1000} s: it loops, or waits for something.`)
  const all = setTimeout(end, 3 * timeLimit, `was not rendered in time: all pages together took ${(3 * timeLimit) / 1000} s.`)
  let output = ''
  answers.setEncoding('utf8').on('data', (text: string) => {
    output += text
    turn.refresh()
    if (output.length > outputLimit) end(`has more than ${outputLimit / 1e6} MB of HTML.`)
  })
  let printed = ''
  for (const stream of [stdout, stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (printed.length > printLimit) end(`prints more than ${printLimit / 1e6} MB: remove what it logs.`)
    })
  }
  stdin.on('error', () => {}) // it ended before it had read everything; the reason is on its way
  stdin.end(input)
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.once('error', reject).once('close', (...ending) => resolve(ending))
  }).finally(() => [turn, all].map(clearTimeout))
  return { output, ending: reason ?? explainEnding(code, signal, printed) }
}

function explainEnding(code: number | null, signal: string | null, printed: string): string {
  if (/out of memory/i.test(printed)) return tooMuchMemory
  if (code === unsettled) return 'waits for something that never comes.'
  return `ended the process (${signal ?? `code ${code}`}) before it was rendered.`
}

/** What the heap is short of ends the process; what buffers are short of is an error in it. */
export const tooMuchMemory = 'needs more memory than a page gets: a list, a text or a buffer grows without an end.'

/** Node's code for a module that waits while nothing is left that could happen. */
const unsettled = 13

const flags = [
  '--permission',
  '--disallow-code-generation-from-strings',
  '--disable-warning=SecurityWarning',
  `--max-old-space-size=${heapLimit}`,
]

async function start(program: string, readable: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const node = [process.execPath, ...flags, ...[program, ...readable].map((file) => `--allow-fs-read=${file}`), program]
  const limits = `ulimit -d ${memoryLimit * 1024} 2>/dev/null; ulimit -t ${processorLimit}; exec "$@"`
  const limit = ['/bin/sh', '-c', limits, 'sh']
  const [command = '', ...given] = process.platform === 'win32' ? node : [...limit, ...(await barrier()), ...node]
  // Detached: a signal to its own group, which the kernel delivers to all of it, has no one else to meet.
  return spawn(command, given, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe'] })
}

const barriers = [[], ['--user']].map((user) => ['unshare', ...user, '--net', '--pid', '--fork', '--kill-child'])

let found: Promise<string[]> | undefined

/** The first way here to leave the network and the other processes behind; none in most containers. */
function barrier(): Promise<string[]> {
  found ??= (async () => {
    for (const [command = '', ...given] of process.platform === 'linux' ? barriers : []) {
      const trial = spawn(command, [...given, 'true'], { stdio: 'ignore' })
      const code = await new Promise((resolve) => trial.once('error', resolve).once('close', resolve))
      if (code === 0) return [command, ...given]
    }
    return []
  })()
  return found
}
