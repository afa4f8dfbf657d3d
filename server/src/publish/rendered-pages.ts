// The pages of a composition, rendered and read. What was rendered before is not rendered again: a deploy of one remote
// renders the pages of that remote.
import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Composition, CompositionPage } from '@site/shared/composition'
import { type PageFacts, readPage } from './check-page.ts'
import { answerKey, formAnswers, notFoundPath, prerender } from './prerender.ts'
import { RefusedError } from './refused.ts'
import type { StoredRelease } from './releases.ts'

export interface RenderedPage {
  /** The content of the document's body. */
  body: string
  facts: PageFacts
}

export interface RenderedPages {
  /** By path; the 404 page under `notFoundPath`, the answer to a page's form under its `answerKey`. */
  pages: Map<string, RenderedPage>
  /** Paths of the pages that had not been rendered before. */
  anew: string[]
}

/** Rendered pages that the last composition did not need, for the case that it is taken back. */
const keptPages = 1000

/** @returns a function that throws RefusedError with a sentence for each page that can't be rendered. */
export function createRenderer(): (composition: Composition, stored: Map<string, StoredRelease>) => Promise<RenderedPages> {
  /** By what a page depends on, then as in RenderedPages. Used last, forgotten last. */
  const kept = new Map<string, Map<string, RenderedPage>>()

  return async (composition, stored) => {
    const keys = new Map(
      [...composition.pages, undefined].map((page) => [page?.path ?? notFoundPath, renderKey(composition, page)]),
    )
    const anew = [...keys].filter(([, key]) => !kept.has(key)).map(([path]) => path)
    if (anew.length > 0) {
      const { bodies, faults } = await prerender(composition, stored, { only: anew })
      if (faults.length > 0) throw new RefusedError("This composition can't go live:", faults)
      for (const path of anew) kept.set(keys.get(path) ?? '', await readParts(path, bodies))
    }
    for (const key of keys.values()) {
      const page = kept.get(key)
      kept.delete(key)
      if (page) kept.set(key, page)
    }
    const pages = new Map([...keys.values()].flatMap((key) => [...(kept.get(key) ?? [])]))
    for (const key of [...kept.keys()].slice(0, -keptPages - keys.size)) kept.delete(key)
    return { pages, anew: anew.filter((path) => path !== notFoundPath) }
  }
}

/** The page and the answers to its form. Visitors are answered between two pages. */
async function readParts(path: string, bodies: Map<string, string>): Promise<Map<string, RenderedPage>> {
  const parts = new Map<string, RenderedPage>()
  for (const name of [path, ...formAnswers.map((answer) => answerKey(path, answer))]) {
    const body = bodies.get(name)
    if (body !== undefined) parts.set(name, { body, facts: readPage(body) })
    await turn()
  }
  return parts
}

/** What a page depends on: its own entry in the contract, the site, and the releases of shell and remote. */
function renderKey({ site, bundles }: Composition, page: CompositionPage | undefined): string {
  const contract = page && [page.path, page.title, page.description]
  const releases = [bundles.shell?.version, page && bundles[page.remote]?.version]
  return createHash('sha256')
    .update(JSON.stringify([contract, releases, site]))
    .digest('hex')
}
