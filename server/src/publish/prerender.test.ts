import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { compose } from './compose.ts'
import { answerKey, notFoundPath, type PrerenderOptions, prerender } from './prerender.ts'
import { readRelease } from './releases.ts'
import { buildTinyRemote, site, temporaryFolder, tinyModule, tinyRelease, tinyShell, writeBuild } from './tiny-release.ts'

// Many of them wait for a time limit, so they wait together.
vi.setConfig({ testTimeout: 60_000, maxConcurrency: 4 })

const folder = await temporaryFolder()
let shell: string
let demo: string

beforeAll(async () => {
  shell = await buildShell(tinyShell)
  demo = await buildTinyRemote(folder.path, 'demo', { demo: tinyModule(`'The demo.'`) })
})

afterAll(() => folder.remove())

/** When the module is loaded, and when its page is rendered. */
const renders = (code: string) => `export default function Page() { ${code} }`
const advice = 'A page is rendered without network, files and processes: do this in the browser, in an effect.'
const outside = (name: string) =>
  `can't be rendered: it imports '${name}'; a release brings its own modules along and gets React.`
const timeLimit = 4000
const tooMuchMemory = 'needs more memory than a page gets: a list, a text or a buffer grows without an end.'
const hangs = 'was still rendering after 4 s: it loops, or waits for something.'
const hasNoDefault = "can't be rendered: its module has no default export that is a component."

test.concurrent.each([
  ['throws as it is loaded', `throw new Error('No copy.')`, "can't be rendered: No copy."],
  ['throws as it is rendered', renders(`throw new Error('No copy.')`), "can't be rendered: No copy."],
  ['throws nothing', 'throw null', "can't be rendered: null"],
  ['throws what can not be shown', 'throw { toString() { throw 1 } }', "can't be rendered: something that can not be shown."],
  ['throws two lines', `throw new Error('One.\\n/team fails.')`, "can't be rendered: One. /team fails."],
  ['throws a book', `throw new Error('a'.repeat(1e7))`, `can't be rendered: ${'a'.repeat(300)}`],
  ['throws when nobody waits', `Promise.reject(new Error('No copy.'))\n${tinyModule()}`, "can't be rendered: No copy."],
  [
    'throws in a timer',
    `setTimeout(() => { throw new Error('Late.') })\nawait new Promise(() => {})`,
    "can't be rendered: Late.",
  ],
  ['has no default export', 'export function Page() {}', hasNoDefault],
  ['has another default export', 'export default 1', hasNoDefault],
  ['is no module', 'export default function (', "can't be rendered: Unexpected end of input"],
  ['ends the process', 'process.exit(3)', `can't be rendered: process.exit is not a function. ${advice}`],
  ['loops as it is loaded', 'for (;;);', hangs],
  ['loops as it is rendered', renders('for (;;);'), hangs],
  ['loops in promises', `const again = () => { Promise.resolve().then(again) }\nagain()\n${tinyModule()}`, hangs],
  ['sleeps', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', hangs],
  ['waits for a timer', 'await new Promise((resolve) => setTimeout(resolve, 1e9))', hangs],
  ['waits for nothing', 'await new Promise(() => {})', 'waits for something that never comes.'],
  ['makes objects without an end', renders('const all = []; for (;;) all.push({ all })'), tooMuchMemory],
  ['makes buffers without an end', renders('const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1))'), tooMuchMemory],
  ['takes memory for WebAssembly', renders('const { memory } = new WebAssembly.Memory({ initial: 30000 })'), tooMuchMemory],
  ['prints without an end', renders(`for (;;) console.log('a'.repeat(1e4))`), 'prints more than 1 MB: remove what it logs.'],
  ['renders a library', renders(`return 'a'.repeat(6e7)`), 'has more than 50 MB of HTML.'],
  ['starts a process', `import { fork } from 'node:child_process'\nfork('page.js')`, outside('node:child_process')],
  ['starts a worker', `const { Worker } = await import('worker_threads')`, outside('worker_threads')],
  ['reads a file', `import fs from 'fs'\nfs.readFileSync('/etc/passwd')`, outside('fs')],
  ['imports a file', `await import('file:///etc/passwd')`, outside('file:///etc/passwd')],
  ['imports a package of the server', `import 'fastify'`, outside('fastify')],
  ['imports more of React than it may', `import 'react-dom/static'`, outside('react-dom/static')],
  ['imports what it wrote', `await import('data:text/javascript,import "fs"')`, outside('data:text/javascript,import "fs"')],
  [
    'imports as CommonJS does',
    `import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('fs')`,
    outside('node:module'),
  ],
  [
    'takes what Node calls',
    'Function.prototype.bind = function () { throw this }',
    "can't be rendered: Cannot assign to read only property 'bind' of function 'function () { [native code] }'",
  ],
  ['requires', `require('fs')`, "can't be rendered: require is not defined in ES module scope, you can use import instead"],
  ['requires a file of another kind', `import './page.cjs'`, outside('./page.cjs')],
  ['opens a socket', `import net from 'node:net'\nnet.connect(80)`, outside('node:net')],
  ['asks for a name', `import dns from 'node:dns'\ndns.lookup('example.com')`, outside('node:dns')],
  ['fetches', renders(`fetch('http://localhost')`), `can't be rendered: fetch is not defined. ${advice}`],
  ['opens a web socket', renders(`new WebSocket('ws://localhost')`), `can't be rendered: WebSocket is not defined. ${advice}`],
  [
    "takes Node's HTTP client",
    `try { new Headers() } catch {}\nglobalThis[Symbol.for('undici.globalDispatcher.1')].request({ origin: 'http://localhost' })`,
    "can't be rendered: Cannot read properties of undefined (reading 'request')",
  ],
  [
    'takes a stream of the console',
    'new console._stdout.constructor()',
    "can't be rendered: Cannot read properties of undefined (reading 'constructor')",
  ],
  [
    'takes a built-in module',
    `process.getBuiltinModule('fs')`,
    `can't be rendered: process.getBuiltinModule is not a function. ${advice}`,
  ],
  ['takes a binding', `process.binding('fs')`, `can't be rendered: process.binding is not a function. ${advice}`],
  ['loads an addon', `process.dlopen({}, './page.node')`, `can't be rendered: process.dlopen is not a function. ${advice}`],
  ['kills the server', 'process.kill(process.ppid)', `can't be rendered: process.kill is not a function. ${advice}`],
  [
    'speaks for another page',
    `process.send({ path: '/team', body: 'forged' })`,
    `can't be rendered: process.send is not a function. ${advice}`,
  ],
  ['hangs up', 'process.disconnect()', `can't be rendered: process.disconnect is not a function. ${advice}`],
  [
    'makes code of text',
    renders(`new Function('return 1')()`),
    "can't be rendered: Code generation from strings disallowed for this context",
  ],
])('a page that %s is refused, and the page after it is rendered', async (_, about, sentence) => {
  const bad = await buildTinyRemote(folder.path, 'marketing', { about, team: tinyModule() })
  const { bodies, faults } = await render([shell, bad], {
    only: ['/about', '/team'],
    // What fills its memory comes to its end by itself, later on a busy machine.
    timeLimit: sentence === hangs ? timeLimit : 3 * timeLimit,
  })
  expect(faults).toEqual([`/about (marketing) ${sentence}`])
  expect([...bodies]).toEqual([['/team', expect.stringMatching('^<main id="main"><h1>About')]])
})

test.each([
  ['throws', `throw new Error('No copy.')`, "can't be rendered: No copy."],
  ['does not render', 'export const render = 1', "can't be rendered: it has no export renderPage."],
  ['ends before it renders', 'await new Promise(() => {})', 'waits for something that never comes.'],
])('a shell that %s is refused once', async (_, module, sentence) => {
  const { bodies, faults } = await render([await buildShell(module), demo])
  expect(faults).toEqual([`The shell ${sentence}`])
  expect(bodies.size).toBe(0)
})

test('a shell without a 404 page is refused', async () => {
  const module = `${tinyShell.replace('component ?? NotFound', 'component')}`
  const { bodies, faults } = await render([await buildShell(module), demo])
  expect(faults).toEqual([expect.stringMatching(/^The 404 page \(shell\) can't be rendered: Element type is invalid/)])
  expect([...bodies.keys()]).toEqual(['/demo'])
})

test('all pages are rendered, with the answers to a form and the 404 page', async () => {
  const contact = await buildTinyRemote(folder.path, 'contact', { contact: `${tinyModule()}\nexport const Sent = () => 'Sent.'` })
  const { bodies, faults } = await render([shell, demo, contact])
  expect(faults).toEqual([])
  expect([...bodies.keys()].sort()).toEqual([notFoundPath, '/contact', answerKey('/contact', 'Sent'), '/demo'].sort())
  expect(bodies.get(answerKey('/contact', 'Sent'))).toBe('<main id="main">Sent.</main>')
})

test('only the pages that are asked for are rendered', async () => {
  const bad = await buildTinyRemote(folder.path, 'marketing', { about: 'throw 1', team: tinyModule() })
  const { bodies, faults } = await render([shell, bad], { only: ['/team'] })
  expect(faults).toEqual([])
  expect([...bodies.keys()]).toEqual(['/team'])
})

test('a page that leaves a timer running keeps nobody waiting', async () => {
  const timer = await buildTinyRemote(folder.path, 'marketing', { about: `setInterval(() => {}, 1000)\n${tinyModule()}` })
  const { bodies, faults } = await render([shell, timer])
  expect(faults).toEqual([])
  expect([...bodies.keys()]).toEqual(['/about', notFoundPath])
})

test('pages that each take too long do not take the time of all of them', async () => {
  const endless = Object.fromEntries(['one', 'two', 'three', 'four', 'five'].map((name) => [name, 'for (;;);']))
  const { faults } = await render([shell, await buildTinyRemote(folder.path, 'marketing', endless)], { timeLimit: 1000 })
  expect(faults[0]).toBe('/one (marketing) was still rendering after 1 s: it loops, or waits for something.')
  expect(faults.at(-1)).toBe('/five (marketing) was not rendered: the pages before it took all the time.')
})

test('pages that each take almost too long do not take for ever', async () => {
  const slow = `await new Promise((resolve) => setTimeout(resolve, 1400))\n${tinyModule()}`
  const pages = Object.fromEntries(['one', 'two', 'three', 'four', 'five', 'six'].map((name) => [name, slow]))
  const { bodies, faults } = await render([shell, await buildTinyRemote(folder.path, 'marketing', pages)], { timeLimit: 2000 })
  expect(bodies.has('/two')).toBe(true)
  expect(faults[0]).toMatch(/^\/\w+ \(marketing\) was not rendered in time: all pages together took 6 s\.$/)
  expect(faults.at(-1)).toBe('/six (marketing) was not rendered: the pages before it took all the time.')
})

test('no page sees the environment of the server', async () => {
  const nosy = tinyModule('JSON.stringify(process)')
  const { bodies } = await render([shell, await buildTinyRemote(folder.path, 'marketing', { about: nosy })])
  expect(bodies.get('/about')).toContain('{&quot;env&quot;:{&quot;NODE_ENV&quot;:&quot;production&quot;}}')
})

test('a page that takes over what is said can say nothing of the pages of another remote', async () => {
  const takeOver = (message: string) => `Object.prototype.toJSON = () => (${message})\n${tinyModule()}`
  const forged = takeOver(`{ path: '/demo', body: 'forged' }`)
  const { bodies, faults } = await render([shell, demo, await buildTinyRemote(folder.path, 'marketing', { about: forged })])
  expect(faults).toEqual(['/about (marketing) ended the process (code 0) before it was rendered.'])
  expect(bodies.get('/demo')).toContain('The demo.')
  for (const message of ['null', 'undefined', '5', `{ path: '/about', body: 5 }`, `{ path: '/about', body: 'a', answers: 5 }`]) {
    const nonsense = await buildTinyRemote(folder.path, 'marketing', { about: takeOver(message) })
    const { bodies, faults } = await render([shell, nonsense], { only: ['/about'] })
    expect([...bodies.values(), ...faults]).toEqual([expect.any(String)])
  }
})

function buildShell(module: string): Promise<string> {
  return writeBuild(folder.path, tinyRelease('shell'), { 'browser/shell.js': 'start()', 'prerender/shell.mjs': module })
}

async function render(builds: string[], options?: PrerenderOptions) {
  const stored = await Promise.all(builds.map(readRelease))
  const composition = compose(
    stored.map(({ release }) => release),
    site,
  )
  return prerender(composition, new Map(stored.map((one) => [one.release.bundle, one])), options)
}
