import fs from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkInBrowser } from './check-in-browser.ts'

// A browser takes its time to start on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const candidates = [chromium.executablePath(), '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const browser = candidates.find((file) => fs.existsSync(file)) ?? ''
if (!browser) console.warn('NOT TESTED: there is no Chromium for checkInBrowser. npm test installs one.')

const hydrates = 'document.documentElement.dataset.page = location.pathname'
/** Hydrates the document with a component, as the shell does. */
const reactHydrates = (code: string) => `
  const { createElement, useEffect } = load('react')
  function Page() {
    useEffect(() => { ${hydrates} })
    return createElement('h1', null, ${code})
  }
  load('react-dom/client').hydrateRoot(document.getElementById('root'), createElement(Page))`

const scripts: Record<string, string> = {
  '/good': hydrates,
  '/other': hydrates,
  '/react': reactHydrates(`'Home'`),
  '/mismatch': reactHydrates(`'Not home'`),
  '/throws': reactHydrates(`(() => { throw new Error('No copy.') })()`),
  '/late': `${hydrates}\nrequestIdleCallback(() => { throw new Error('Late.') })`,
  '/never': 'let nothing',
  '/logs': `console.warn('Well.'); console.error('No  copy.'); ${hydrates}`,
  '/missing': `import('/none.js').catch(() => { ${hydrates} })`,
  '/cut': `fetch('/cut.json').catch(() => { ${hydrates} })`,
  '/inline': `document.body.insertAdjacentHTML('beforeend', '<p style="color: red">'); ${hydrates}`,
  '/elsewhere': `fetch('http://localhost:' + location.port + '/elsewhere.json', { mode: 'no-cors' }).catch(() => { ${hydrates} })`,
  '/loops': 'for (;;);',
  '/restless': `${hydrates}\nsetTimeout(() => { for (;;); })`,
}

const requested: string[] = []
let server: http.Server
let url: string

beforeAll(async () => {
  server = http.createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

test.skipIf(!browser)('pages that hydrate have no fault', async () => {
  expect(await check(['/good', '/other', '/react'])).toEqual([])
})

test.skipIf(!browser)('a page reaches no other host', async () => {
  expect(await check(['/elsewhere'])).toEqual([])
  expect(requested).toContain('/elsewhere')
  expect(requested).not.toContain('/elsewhere.json')
})

const refused: [what: string, path: string, sentence: string | RegExp][] = [
  ['throws as it hydrates', '/throws', '/throws has an error in the browser: No copy.'],
  ['throws afterwards', '/late', '/late has an error in the browser: Late.'],
  ['is never hydrated', '/never', '/never is not hydrated after 2 s: its scripts do not take it over, or they never rest.'],
  ['loops', '/loops', '/loops is not hydrated after 2 s: its scripts do not take it over, or they never rest.'],
  [
    'hydrates to something else',
    '/mismatch',
    /^\/mismatch is not the same in the browser as it was prerendered: .*React error #418/,
  ],
  ['logs an error', '/logs', '/logs has an error in the browser: No copy.'],
  ['lacks a script', '/missing', /^\/missing needs http:\S+\/none.js, which answers with 404\.$/],
  ['lacks an answer', '/cut', /^\/cut needs http:\S+\/cut.json, which can't be loaded: net::ERR_EMPTY_RESPONSE\.$/],
  ['does what the policy refuses', '/inline', /^\/inline does what the Content-Security-Policy refuses: .*style/],
  ['does not exist', '/none', '/none answers with 404.'],
]

test.skipIf(!browser).each(refused)('a page that %s is refused, and the others are not', async (_, path, sentence) => {
  const matched = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)
  expect(await check(['/good', path, '/other'])).toEqual([matched])
})

test.skipIf(!browser)('faults come in the order of the pages', async () => {
  const faults = await check(['/never', '/logs', '/none', '/good', '/throws'])
  expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual(['/never', '/logs', '/none', '/throws'])
})

test.skipIf(!browser)('a browser that does not end is not waited for', async () => {
  const folder = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'browser-'))
  const lingering = path.join(folder, 'chromium')
  await fs.promises.writeFile(lingering, `#!/bin/sh\n${browser} "$@"\nsleep 20\n`, { mode: 0o755 })
  const startedAt = performance.now()
  expect(await check(['/good'], lingering)).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(15_000)
  await fs.promises.rm(folder, { recursive: true })
})

test.skipIf(!browser)('a signal to the server does not end the browser', async () => {
  requested.length = 0
  const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))
  const before = listeners()
  const checked = check(['/never'])
  await expect.poll(() => requested.filter((address) => address === '/never').length, { timeout: 10_000 }).toBeGreaterThan(0)
  expect(listeners()).toEqual(before)
  await checked
})

test('a browser that does not exist is a sentence', async () => {
  expect(await checkInBrowser({ browser: '/no/chromium', url, paths: ['/good'] })).toEqual([
    "The browser /no/chromium does not exist: pages can't be tried out before they go live.",
  ])
})

test('a browser that is none is a sentence', async () => {
  const [fault] = await checkInBrowser({ browser: process.execPath, url, paths: ['/good'] })
  expect(fault).toMatch(`The browser ${process.execPath} does not start: `)
})

const check = (paths: string[], chromium = browser) => checkInBrowser({ browser: chromium, url, paths, timeLimit: 2000 })

function answer(request: http.IncomingMessage, response: http.ServerResponse): void {
  const address = request.url ?? ''
  requested.push(address)
  if (address === '/cut.json') return void request.socket.destroy()
  const isScript = address.endsWith('.js')
  const script = address === '/react.js' ? reactForBrowsers() : scripts[address.replace(/\.page\.js$/, '')]
  response.setHeader('Content-Security-Policy', "script-src 'self'; style-src 'self'")
  response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html')
  response.statusCode = script === undefined ? 404 : 200
  const html = `<!doctype html><body><div id="root"><h1>Home</h1></div><script src="/react.js"></script>
    <script src="${address}.page.js"></script>`
  response.end(isScript ? script : script === undefined ? 'Nothing.' : html)
}

/** React's own production files, and a `load` for them. */
function reactForBrowsers(): string {
  const require = createRequire(import.meta.url)
  const files = ['react', 'scheduler', 'react-dom', 'react-dom/client'].map((name) => {
    const [folder = '', part] = name.split('/')
    const file = `cjs/${part ? `${folder}-${part}` : folder}.production.js`
    const source = fs.readFileSync(path.join(path.dirname(require.resolve(`${folder}/package.json`)), file), 'utf8')
    return `${JSON.stringify(name)}: (exports, require) => {${source}\n}`
  })
  return `const loaded = {}, sources = { ${files.join(',\n')} }
    function load(name) {
      if (!loaded[name]) sources[name](loaded[name] = {}, load)
      return loaded[name]
    }`
}
