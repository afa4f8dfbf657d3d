// Renders pages at publish. The pages of each remote are rendered in a process of their own, in the sandbox: what a remote
// does there it does to its own pages, and what that process says is believed of its own pages only.
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Composition, CompositionPage } from '@site/shared/composition'
import { inParallel } from '../in-parallel.ts'
import { projectRoot } from '../settings.ts'
import type { StoredRelease } from './releases.ts'
import { runInSandbox, tooMuchMemory } from './sandbox.ts'

/** What the process gets to know. */
export interface PrerenderOrder {
  /** Without its pages: each is told of itself only, as nobody knows yet what it links to. */
  composition: Composition
  /** The texts of all modules of shell and remote, by address. */
  modules: Record<string, string>
  /** Address of a module. */
  shell: string
  /** The 404 page has no module and no entry in the composition. */
  pages: { path: string; module?: string; page?: CompositionPage }[]
  answers: readonly FormAnswer[]
}

/** Only a path: the page's turn begins. With a body or an error: how it ended. Without a path: an error of the shell. */
export interface PrerenderMessage {
  path?: string
  body?: string
  answers?: Partial<Record<FormAnswer, string>>
  error?: string
}

/**
 * What a browser without scripts gets when it has posted the form of a page: components that the page's module exports
 * under these names, drawn in the page's place.
 */
export const formAnswers = ['Sent', 'Refused'] as const
export type FormAnswer = (typeof formAnswers)[number]

/** The key of an answer among the prerendered bodies. */
export const answerKey = (path: string, answer: FormAnswer) => `${path}#${answer}`

/** The path under which the 404 page is rendered: no remote can claim it, see wellFormedPath in the contract. */
export const notFoundPath = '/-'

export interface PrerenderOptions {
  /** Paths of the pages to render; all when not given. */
  only?: string[]
  /** Milliseconds for a page; three times that for all pages of a remote. */
  timeLimit?: number
}

export interface Prerendered {
  /** The document body of each page, by path, and of the answers to its form, by `answerKey`. */
  bodies: Map<string, string>
  /** One sentence for each page that could not be rendered. */
  faults: string[]
}

/** Renders pages of the composition, and the 404 page under `notFoundPath`. */
export async function prerender(
  composition: Composition,
  stored: Map<string, StoredRelease>,
  { only, timeLimit = 10_000 }: PrerenderOptions = {},
): Promise<Prerendered> {
  const wanted = only && new Set(only)
  const pages: PrerenderOrder['pages'] = [
    ...composition.pages.map((page) => ({ path: page.path, module: address(page.remote, `${page.expose}.mjs`), page })),
    { path: notFoundPath },
  ].filter(({ path }) => wanted?.has(path) ?? true)
  const mode = stored.get('shell')?.release.mode ?? 'production'
  const ofShell = await readModules(stored.get('shell'))
  const byRemote = Map.groupBy(pages, ({ page }) => page?.remote ?? 'shell')
  const common = { composition: { ...composition, pages: [] }, shell: address('shell', 'shell.mjs'), answers: formAnswers }
  const rendered = await inParallel(
    byRemote,
    async ([remote, pages]) => {
      const modules = { ...ofShell, ...(await readModules(stored.get(remote))) }
      return renderPages({ ...common, modules, pages }, remote, mode, timeLimit)
    },
    os.availableParallelism(),
  )
  return {
    bodies: new Map(rendered.flatMap(({ bodies }) => [...bodies])),
    faults: [...new Set(rendered.flatMap(({ faults }) => faults))], // a fault of the shell shows in every process
  }
}

const address = (bundle: string, file: string) => `release:///${bundle}/${file}`

async function readModules(stored: StoredRelease | undefined): Promise<Record<string, string>> {
  if (!stored) return {}
  const { release, folder } = stored
  const files = release.files.map(({ path }) => path).filter((file) => /^prerender\/.*\.mjs$/.test(file))
  const texts = await inParallel(files, async (file) => {
    const text = await fs.readFile(path.join(folder, file), 'utf8')
    return [address(release.bundle, path.posix.relative('prerender', file)), text] as const
  })
  return Object.fromEntries(texts)
}

const program = path.join(import.meta.dirname, 'prerender-process.ts')

/** React, the singletons, and what Node reads to find them. */
const readable = [
  'package.json',
  'server/package.json',
  'shared/package.json',
  'shared/src',
  ...['@site', 'react', 'react-dom', 'scheduler', 'zustand'].map((name) => `node_modules/${name}`),
].map((file) => path.join(projectRoot, file))

/** Renders the pages of one remote. When a page hangs or ends the process, a new one goes on with the pages after it. */
async function renderPages(order: PrerenderOrder, remote: string, mode: string, timeLimit: number): Promise<Prerendered> {
  const bodies = new Map<string, string>()
  const faults: string[] = []
  const called = (path: string) => `${path === notFoundPath ? 'The 404 page' : path} (${remote})`
  const deadline = performance.now() + 3 * timeLimit
  let left = order.pages
  while (left.length > 0) {
    const time = Math.min(timeLimit, deadline - performance.now())
    if (time <= 0) {
      faults.push(...left.map(({ path }) => `${called(path)} was not rendered: the pages before it took all the time.`))
      break
    }
    const input = JSON.stringify({ ...order, pages: left })
    const { output, ending } = await runInSandbox(program, { readable, env: { NODE_ENV: mode }, input, timeLimit: time })
    const messages = readMessages(output)
    if (messages.length === 0) return { bodies, faults: [...faults, `The shell ${ending}`] }
    const shellError = messages.find(({ path }) => path === undefined)?.error
    if (shellError !== undefined) return { bodies, faults: [...faults, `The shell ${explain(shellError)}`] }
    for (const { path } of left) {
      const said = messages.filter((message) => message.path === path)
      if (said.length === 0) continue
      const { body, answers, error } = said.find(({ body, error }) => body !== undefined || error !== undefined) ?? {}
      if (body !== undefined) for (const [key, text] of bodiesOf(path, body, answers)) bodies.set(key, text)
      else faults.push(`${called(path)} ${error === undefined ? ending : explain(error)}`)
    }
    left = left.filter(({ path }) => !messages.some((message) => message.path === path))
  }
  return { bodies, faults }
}

/** Release code may have had a hand in what is said: only what has the right shape counts. */
function readMessages(output: string): PrerenderMessage[] {
  return output.split('\n').flatMap((line) => {
    try {
      const { path, body, answers, error } = JSON.parse(line)
      return [{ ...textsOf({ path, body, error }), answers: textsOf({ ...answers }) }]
    } catch {
      return []
    }
  })
}

function textsOf<Name extends string>(given: Record<Name, unknown>): Partial<Record<Name, string>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string')) as Partial<
    Record<Name, string>
  >
}

function bodiesOf(path: string, body: string, answers: PrerenderMessage['answers'] = {}): [string, string][] {
  const drawn = formAnswers.flatMap((answer): [string, string][] => {
    const body = answers[answer]
    return body === undefined ? [] : [[answerKey(path, answer), body]]
  })
  return [[path, body], ...drawn]
}

const forBrowsers = /^(process\.\w+|fetch|Headers|Request|Response|FormData|WebSocket|EventSource) is not /

/** An error in one line, however long a page makes it. */
function explain(error: string): string {
  const text = error.replaceAll(/\s+/g, ' ').slice(0, 300)
  if (/allocation failed|could not allocate memory/i.test(text)) return tooMuchMemory
  const advice = '. A page is rendered without network, files and processes: do this in the browser, in an effect.'
  return `can't be rendered: ${text}${forBrowsers.test(text) ? advice : ''}`
}
