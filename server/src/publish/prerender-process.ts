// The process behind prerender.ts, in the sandbox of sandbox.ts. It takes an order, takes away from itself what no page
// needs, and only then runs code of releases. They find React, the singletons and their own modules, and nothing of Node.
import fs from 'node:fs'
import { registerHooks } from 'node:module'
import type { PrerenderMessage, PrerenderOrder } from './prerender.ts'

/** What releases do not bring along, so that shell, remotes and React's renderer share one React and one toast store. */
const provided = [
  'react',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-dom',
  'react-dom/server',
  '@site/shared/toasts',
  '@site/shared/site-config',
]

/** Whatever opens a connection, or loads Node's HTTP client, which then is in reach under a symbol. */
const removed = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'WebSocket',
  'EventSource',
  'CloseEvent',
  'MessageEvent',
  'BroadcastChannel',
]

const addresses: Record<string, string> = Object.create(null)
for (const name of provided) {
  addresses[name] = import.meta.resolve(name)
  await import(name)
}

const { composition, shell, pages, answers, modules }: PrerenderOrder = JSON.parse(fs.readFileSync(0, 'utf8'))
const sources: Record<string, string> = Object.assign(Object.create(null), modules)

// Release code may replace whatever it finds, so from here on: what is needed is held in constants, and a module is found
// in these two tables or not at all.
const { writeFileSync } = fs
const { stringify } = JSON
const Address = URL
const soon = setImmediate
const turn = () => new Promise((resolve) => soon(resolve))
const exit = process.exit.bind(process)
const { NODE_ENV } = process.env

const say = (message: PrerenderMessage) => writeFileSync(3, `${stringify(message)}\n`)

registerHooks({
  resolve(specifier, { parentURL }) {
    const url = addresses[specifier] ?? new Address(specifier, parentURL).href
    if (addresses[specifier] === undefined && sources[url] === undefined)
      throw new Error(`it imports '${specifier}'; a release brings its own modules along and gets React.`)
    return { url, shortCircuit: true }
  },
  load(url, context, next) {
    const source = sources[url]
    return source === undefined ? next(url, context) : { format: 'module', source, shortCircuit: true }
  },
})

// Node calls these with its own loader as an argument.
for (const name of ['apply', 'bind', 'call'])
  Object.defineProperty(Function.prototype, name, { writable: false, configurable: false })

let begun: string | undefined
process.on('uncaughtException', (error) => {
  say({ ...(begun !== undefined && { path: begun }), error: describe(error) })
  exit()
})

for (const name of removed) Reflect.deleteProperty(globalThis, name)
const print = (...parts: unknown[]) => writeFileSync(2, `${parts.map(describe).join(' ')}\n`)
const quiet = Object.fromEntries(Object.keys(console).map((method) => [method, print]))
Object.defineProperty(globalThis, 'console', { value: quiet })
Object.defineProperty(globalThis, 'process', { value: { env: { NODE_ENV } } })

try {
  const { renderPage } = await import(shell)
  if (typeof renderPage !== 'function') throw new Error('it has no export renderPage.')
  for (const { path, module, page } of pages) {
    const own = { ...composition, pages: page ? [page] : [] }
    begun = path
    say({ path })
    try {
      const exported = module ? await import(module) : {}
      const component = exported.default
      if (module && typeof component !== 'function') throw new Error('its module has no default export that is a component.')
      const body = renderPage(own, path, component)
      if (typeof body !== 'string') throw new Error('the shell made no text of it.')
      const named = answers.filter((name) => typeof exported[name] === 'function')
      const drawn = named.map((name) => [name, renderPage(own, path, exported[name])])
      await turn() // what the page has left behind fails while it is its turn
      say({ path, body, answers: Object.fromEntries(drawn) })
    } catch (error) {
      say({ path, error: describe(error) })
    }
  }
} catch (error) {
  say({ error: describe(error) })
}
exit() // a timer that a page left running would keep the process

/** Pages throw anything: something without a text, or something that throws when it is asked for one. */
function describe(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return 'something that can not be shown.'
  }
}
