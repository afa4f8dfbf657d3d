// Runs the prerender in a process of its own: a page that never ends or eats memory can't take the server with it.
import { fork } from 'node:child_process'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import type { StoredRelease } from './releases.ts'

const memoryLimit = 512

export interface PrerenderOrder {
  composition: Composition
  shell: string
  /** A page without a module is the 404 page. */
  pages: { path: string; module?: string }[]
}

/** One for each page, as it is ready. */
export type PrerenderMessage =
  | { path: string; body: string; answers: Partial<Record<FormAnswer, string>> }
  | { path: string; error: string }

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
  /** Milliseconds for all of them together. */
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
  { only, timeLimit = 30_000 }: PrerenderOptions = {},
): Promise<Prerendered> {
  const moduleOf = (bundle: string, name: string) => path.join(stored.get(bundle)?.folder ?? '', 'prerender', `${name}.mjs`)
  const order: PrerenderOrder = {
    composition,
    shell: moduleOf('shell', 'shell'),
    pages: [
      ...composition.pages.map((page) => ({ path: page.path, module: moduleOf(page.remote, page.expose) })),
      { path: notFoundPath },
    ].filter(({ path }) => !only || only.includes(path)),
  }
  const mode = stored.get('shell')?.release.mode
  const child = fork(path.join(import.meta.dirname, 'prerender-process.ts'), {
    execArgv: [`--max-old-space-size=${memoryLimit}`],
    env: { NODE_ENV: mode }, // nothing of ours, secrets least of all, is a page's business
  })
  const bodies = new Map<string, string>()
  const faults: string[] = []
  const timer = setTimeout(() => {
    faults.push(`Prerendering took more than ${timeLimit / 1000} s.`)
    child.kill('SIGKILL')
  }, timeLimit)
  child.on('message', (message: PrerenderMessage) => {
    if ('body' in message) {
      bodies.set(message.path, message.body)
      for (const answer of formAnswers) {
        const body = message.answers[answer]
        if (body !== undefined) bodies.set(answerKey(message.path, answer), body)
      }
    } else if ('error' in message) faults.push(`${message.path}: ${message.error}`)
    // A timer that a page left running would keep the process alive.
    if (order.pages.filter(({ path }) => bodies.has(path)).length + faults.length === order.pages.length) child.kill('SIGKILL')
  })
  child.send(order)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  const missing = order.pages.filter((page) => !bodies.has(page.path))
  if (faults.length === 0 && missing.length > 0)
    faults.push(`The prerender ended with code ${code} before ${missing[0]?.path} was done.`)
  return { bodies, faults }
}
