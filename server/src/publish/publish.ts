// From stored releases to a finished composition on disk: compose → prerender → draw → check → write. What fails leaves
// nothing behind.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition, CompositionPage } from '@site/shared/composition'
import type { SiteConfig } from '@site/shared/site-config'
import { alone, type SharedParts } from '../store/shared-parts.ts'
import { budgetFaults } from './budgets.ts'
import { checkPages } from './check-page.ts'
import { compose } from './compose.ts'
import { compressFile, type Effort } from './compress.ts'
import { writeDocument } from './document.ts'
import { drawPictures, type Pictures } from './pictures.ts'
import { answerKey, type FormAnswer, formAnswers, notFoundPath, prerender } from './prerender.ts'
import { RefusedError } from './refused.ts'
import { readRelease, releaseFolder, type StoredRelease } from './releases.ts'
import { siteFiles } from './site-files.ts'

/** A finished composition on disk: <data>/compositions/<id>/. */
export interface PublishedComposition {
  composition: Composition
  folder: string
  documents: PublishedDocument[]
  /** Files at the root of the site, such as robots.txt. In the composition's folder. */
  files: string[]
  /** In the data folder, as in images/<hash>.png; what was published before stores were shared does not say. */
  images?: string[]
}

export interface PublishedDocument {
  /** Canonical address; undefined for the 404 page. */
  path?: string
  /** In the composition's folder. */
  file: string
  styleHash: string
  /** The answer to the form of the page, not the page itself. */
  answer?: FormAnswer
}

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

/** Keeps what it rendered: a deploy of one remote renders the pages of that remote. */
export function createPublisher(
  dataFolder: string,
  site: SiteConfig,
  tryOut: TryOut = async () => [],
  parts: SharedParts = alone,
): Publisher {
  const rendered = new Map<string, Rendered>()

  const publish = async (releases: Record<string, string>) => {
    const stored = new Map<string, StoredRelease>()
    for (const [bundle, version] of Object.entries(releases)) {
      await parts.pull(`releases/${bundle}/${version}`)
      stored.set(bundle, await readRelease(releaseFolder(dataFolder, bundle, version)))
    }
    const composition = compose(
      [...stored.values()].map(({ release }) => release),
      site,
    )
    const folder = compositionFolder(dataFolder, composition.id)
    await parts.pull(`compositions/${composition.id}`)
    if (!(await isWritten(folder))) await make(composition, stored)
    await share(parts, releases, await readComposition(dataFolder, composition.id))
    return composition.id
  }

  const make = async (composition: Composition, stored: Map<string, StoredRelease>) => {
    const folder = compositionFolder(dataFolder, composition.id)
    const { bodies, anew } = await render(composition, stored, rendered)
    const pictures = await drawPictures(dataFolder, composition, bodies, stored.get('shell') as StoredRelease)
    const documents = await writeDocuments(composition, bodies, stored, pictures)
    refuse(checkPages(new Map(documents.map((document) => [nameOf(document), document.html]))))
    const incoming = `${folder}.incoming-${randomUUID()}`
    try {
      const images = [
        ...pictures.share.values(),
        pictures.icons.touch,
        pictures.icons.small,
        pictures.icons.large,
        pictures.icons.maskable,
      ].map((address) => address.slice(1))
      const published = await writeComposition(incoming, { composition, images }, documents, siteFiles(composition, pictures))
      refuse(await costFaults(published, stored))
      refuse(await tryOut(published, anew))
      await moveUnlessThere(incoming, folder)
    } finally {
      await fs.rm(incoming, { recursive: true, force: true })
    }
  }

  return { publish }
}

/**
 * Reads what `publish` made.
 * @throws Error when there is no such composition.
 */
export async function readComposition(dataFolder: string, id: string): Promise<PublishedComposition> {
  const folder = compositionFolder(dataFolder, id)
  const published = JSON.parse(await fs.readFile(path.join(folder, 'composition.json'), 'utf8'))
  return { ...published, folder }
}

/** Bytes before pointer: what a channel may show next is in the store, the list of the composition last. */
async function share(parts: SharedParts, releases: Record<string, string>, { composition, images = [] }: PublishedComposition) {
  for (const [bundle, version] of Object.entries(releases)) await parts.push(`releases/${bundle}/${version}`)
  for (const image of new Set(images)) await parts.push(image)
  await parts.push(`compositions/${composition.id}`)
}

function refuse(faults: string[]): void {
  if (faults.length > 0) throw new RefusedError("This composition can't go live:", faults)
}

/** A page's body and the answers to its form, by their keys. */
type Rendered = Map<string, string>

/** Pages and the releases behind them; more are rendered again when they are asked for. */
const keptBodies = 1000

/** @returns all bodies by key, and the paths of the pages that had not been rendered before. */
async function render(composition: Composition, stored: Map<string, StoredRelease>, kept: Map<string, Rendered>) {
  const pages = [...composition.pages, undefined]
  const keys = new Map(pages.map((page) => [page?.path ?? notFoundPath, renderKey(composition, page)]))
  const anew = [...keys].filter(([, key]) => !kept.has(key)).map(([path]) => path)
  if (anew.length > 0) {
    const { bodies, faults } = await prerender(composition, stored, { only: anew })
    refuse(faults)
    for (const path of anew) {
      const parts = [path, ...formAnswers.map((answer) => answerKey(path, answer))]
      kept.set(
        keys.get(path) as string,
        new Map(parts.flatMap((part) => (bodies.has(part) ? [[part, bodies.get(part) ?? '']] : []))),
      )
    }
  }
  const bodies = new Map([...keys.values()].flatMap((key) => [...(kept.get(key) ?? [])]))
  for (const key of [...kept.keys()].slice(0, -keptBodies)) kept.delete(key)
  return { bodies, anew: anew.filter((path) => path !== notFoundPath) }
}

/** What a body depends on: the releases of shell and remote, and all that the shell may say of the site and its pages. */
function renderKey({ site, bundles, pages }: Composition, page: CompositionPage | undefined): string {
  const outline = pages.map(({ path, title, description, remote }) => [path, title, description, remote])
  const releases = [bundles.shell?.version, page && bundles[page.remote]?.version]
  return createHash('sha256')
    .update(JSON.stringify([page?.path, releases, site, outline]))
    .digest('hex')
}

type WrittenDocument = PublishedDocument & { html: string }

async function writeDocuments(
  composition: Composition,
  bodies: Map<string, string>,
  stored: Map<string, StoredRelease>,
  pictures: Pictures,
): Promise<WrittenDocument[]> {
  const pages = [...composition.pages, undefined].map(async (page): Promise<WrittenDocument> => {
    const document = await writeDocument(composition, page, bodies.get(page?.path ?? notFoundPath) ?? '', stored, pictures)
    return { ...(page && { path: page.path }), file: fileName(page?.path), ...document }
  })
  const answers = composition.pages.flatMap((page) =>
    formAnswers.map(async (answer): Promise<WrittenDocument[]> => {
      const body = bodies.get(answerKey(page.path, answer))
      if (body === undefined) return []
      const document = await writeDocument(composition, page, body, stored, pictures, { isAnswer: true })
      return [{ path: page.path, file: `_${answer}.${fileName(page.path)}`, answer, ...document }]
    }),
  )
  return [...(await Promise.all(pages)), ...(await Promise.all(answers)).flat()]
}

/** Paths have no underscores: '/404' and '/index' may be pages too. */
function fileName(path: string | undefined): string {
  if (path === undefined) return '_404.html'
  return path === '/' ? '_index.html' : `${path.slice(1).replaceAll('/', '.')}.html`
}

function nameOf({ path, answer }: PublishedDocument): string {
  if (!path) return 'The 404 page'
  return answer ? answerKey(path, answer) : path
}

/** Everything is on the disk, not only on its way there, when this is done: bytes before pointer. */
async function writeComposition(
  folder: string,
  { composition, images }: Pick<PublishedComposition, 'composition' | 'images'>,
  written: WrittenDocument[],
  siteFiles: Record<string, string | Uint8Array>,
): Promise<PublishedComposition> {
  await fs.mkdir(folder, { recursive: true })
  await Promise.all([
    ...Object.entries(siteFiles).map(([file, content]) => writeCompressed(path.join(folder, file), content)),
    ...written.map(({ path: route, file, html, answer }) =>
      // What was typed is put into it when it is sent.
      answer
        ? fs.writeFile(path.join(folder, file), html, { flush: true })
        : writeCompressed(path.join(folder, file), html, route === '/' ? 'best' : 'good'),
    ),
  ])
  const documents = written.map(({ html: _, ...document }): PublishedDocument => document)
  const files = Object.keys(siteFiles)
  await fs.writeFile(path.join(folder, 'composition.json'), JSON.stringify({ composition, documents, files, images }), {
    flush: true,
  })
  return { composition, folder, documents, files, images }
}

async function writeCompressed(file: string, content: string | Uint8Array, effort: Effort = 'good'): Promise<void> {
  await fs.writeFile(file, content, { flush: true })
  await compressFile(file, Buffer.from(content), effort)
}

async function costFaults(
  { composition, folder, documents }: PublishedComposition,
  stored: Map<string, StoredRelease>,
): Promise<string[]> {
  const faults = await Promise.all(
    composition.pages.map(async (page) => {
      const document = documents.find(({ path, answer }) => path === page.path && !answer)
      const { size } = await fs.stat(path.join(folder, `${document?.file}.br`))
      return budgetFaults(page, size, stored)
    }),
  )
  return faults.flat()
}

/** Two servers may make the same composition at once: the second finds it there, and it is the same. */
async function moveUnlessThere(incoming: string, folder: string): Promise<void> {
  try {
    await fs.rename(incoming, folder)
  } catch (error) {
    if (!(await isWritten(folder))) throw error
  }
}

const compositionFolder = (dataFolder: string, id: string) => path.join(dataFolder, 'compositions', id)

async function isWritten(folder: string): Promise<boolean> {
  return fs.access(path.join(folder, 'composition.json')).then(
    () => true,
    () => false,
  )
}
