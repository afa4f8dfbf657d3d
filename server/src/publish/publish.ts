// From stored releases to a finished composition on disk: compose → prerender → draw → check → write. What fails leaves
// nothing behind.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition, CompositionPage } from '@site/shared/composition'
import type { SiteConfig } from '@site/shared/site-config'
import { inParallel } from '../in-parallel.ts'
import { alone, type SharedParts } from '../store/shared-parts.ts'
import { budgetFaults } from './budgets.ts'
import { checkPages } from './check-page.ts'
import { compose } from './compose.ts'
import {
  isComposition,
  keepComposition,
  type PendingDocument,
  type PublishedComposition,
  readComposition,
} from './composition-folder.ts'
import { createDocuments, type WriteDocument } from './document.ts'
import { drawPictures } from './pictures.ts'
import { answerKey, type FormAnswer, formAnswers, notFoundPath } from './prerender.ts'
import { RefusedError } from './refused.ts'
import { readRelease, releaseFolder, type StoredRelease } from './releases.ts'
import { createRenderer, type RenderedPage } from './rendered-pages.ts'
import { siteFiles } from './site-files.ts'

export interface Publisher {
  /**
   * Makes the composition of these releases (bundle to version), unless it is there already.
   * @returns its id.
   * @throws RefusedError with all reasons why it can't go live; Error when a release is not stored.
   */
  publish: (releases: Record<string, string>) => Promise<string>
}

/** Loads a finished composition as a visitor would, and returns a sentence for each thing that went wrong. */
export type TryOut = (published: PublishedComposition, paths: string[]) => Promise<string[]>

export function createPublisher(
  dataFolder: string,
  site: SiteConfig,
  tryOut: TryOut = async () => [],
  parts: SharedParts = alone,
): Publisher {
  const render = createRenderer()

  const publish = async (releases: Record<string, string>) => {
    const stored = new Map<string, StoredRelease>()
    for (const [bundle, version] of Object.entries(releases)) {
      await parts.pull(`releases/${bundle}/${version}`)
      await markUsed(dataFolder, `releases/${bundle}/${version}`)
      stored.set(bundle, await readRelease(releaseFolder(dataFolder, bundle, version)))
    }
    const composition = compose(
      [...stored.values()].map(({ release }) => release),
      site,
    )
    await parts.pull(`compositions/${composition.id}`)
    await markUsed(dataFolder, `compositions/${composition.id}`)
    if (!(await isComposition(dataFolder, composition.id))) await make(composition, stored)
    await share(parts, releases, await readComposition(dataFolder, composition.id))
    return composition.id
  }

  const make = async (composition: Composition, stored: Map<string, StoredRelease>) => {
    const { pages, anew } = await render(composition, stored)
    refuse(checkPages(new Map([...pages].map(([name, { facts }]) => [name === notFoundPath ? 'The 404 page' : name, facts]))))
    const headings = new Map([...pages].map(([name, { facts }]) => [name, facts.heading]))
    const pictures = await drawPictures(dataFolder, composition, headings, stored.get('shell') as StoredRelease)
    const { touch, small, large, maskable } = pictures.icons
    const images = [...pictures.share.values(), touch, small, large, maskable].map((address) => address.slice(1))
    const documents = documentsOf(composition, pages, createDocuments(composition, stored, pictures))
    await keepComposition(dataFolder, { composition, images }, documents, siteFiles(composition, pictures), async (published) => {
      refuse(await costFaults(published, stored))
      refuse(await tryOut(published, anew))
    })
  }

  return { publish }
}

/** Bytes before pointer: what a channel may show next is in the store, the list of the composition last. */
async function share(parts: SharedParts, releases: Record<string, string>, { composition, images = [] }: PublishedComposition) {
  for (const [bundle, version] of Object.entries(releases)) await parts.push(`releases/${bundle}/${version}`)
  // What an earlier composition shows may be in the store alone.
  await inParallel(new Set(images), parts.pull)
  await inParallel(new Set(images), parts.push)
  await parts.push(`compositions/${composition.id}`)
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new RefusedError("This composition can't go live:", faults)
}

/** The pages, the 404 page, and the answers to forms. */
function documentsOf(composition: Composition, rendered: Map<string, RenderedPage>, write: WriteDocument): PendingDocument[] {
  const pending = (name: string, page?: CompositionPage, answer?: FormAnswer): PendingDocument[] => {
    const known = rendered.get(name)
    if (!known) return []
    const links = known.facts.links.flatMap(({ path }) => path ?? [])
    const make = () => write(page, known.body, links, { isAnswer: answer !== undefined })
    return [{ ...(page && { path: page.path }), ...(answer && { answer }), make }]
  }
  return [
    ...composition.pages.flatMap((page) => [
      ...pending(page.path, page),
      ...formAnswers.flatMap((answer) => pending(answerKey(page.path, answer), page, answer)),
    ]),
    ...pending(notFoundPath),
  ]
}

async function costFaults(
  { composition, folder, documents }: PublishedComposition,
  stored: Map<string, StoredRelease>,
): Promise<string[]> {
  const files = new Map(documents.filter(({ answer }) => !answer).map(({ path, file }) => [path, file]))
  const faults = await inParallel(composition.pages, async (page) => {
    const { size } = await fs.stat(path.join(folder, `${files.get(page.path)}.br`))
    return budgetFaults(page, size, stored)
  })
  return faults.flat()
}

/** Folders that were just used are not pruned (deploy/prune.ts). */
async function markUsed(dataFolder: string, part: string): Promise<void> {
  await fs.utimes(path.join(dataFolder, part), new Date(), new Date()).catch(() => {})
}
