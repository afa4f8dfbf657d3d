// A finished composition on disk: <data>/compositions/<id>/ with its documents, the site's own files, and
// composition.json. It is there whole, or not at all.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import { inParallel } from '../in-parallel.ts'
import { compressFile, type Effort } from './compress.ts'
import type { PageDocument } from './document.ts'
import type { FormAnswer } from './prerender.ts'

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

/** A document that is about to be written: thousands of them would not all be held in memory. */
export type PendingDocument = Pick<PublishedDocument, 'path' | 'answer'> & { make: () => Promise<PageDocument> }

/**
 * Reads what `publish` made.
 * @throws Error when it is not stored, or not any more.
 */
export async function readComposition(dataFolder: string, id: string): Promise<PublishedComposition> {
  const folder = compositionFolder(dataFolder, id)
  try {
    return { ...JSON.parse(await fs.readFile(path.join(folder, 'composition.json'), 'utf8')), folder }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new Error(`The composition ${id} is not stored any more. The next deploy or rollback makes it again.`)
  }
}

export function isComposition(dataFolder: string, id: string): Promise<boolean> {
  return fs.access(path.join(compositionFolder(dataFolder, id), 'composition.json')).then(
    () => true,
    () => false,
  )
}

/**
 * Writes a composition, unless there is one by now. Everything is on the disk, not only on its way there, when this is
 * done: bytes before pointer.
 * @param prove is given what was written, before anybody else can see it; what it throws leaves nothing behind.
 */
export async function keepComposition(
  dataFolder: string,
  { composition, images }: Pick<PublishedComposition, 'composition' | 'images'>,
  documents: PendingDocument[],
  siteFiles: Record<string, string | Uint8Array>,
  prove: (published: PublishedComposition) => Promise<void>,
): Promise<void> {
  const folder = compositionFolder(dataFolder, composition.id)
  const incoming = `${folder}.incoming-${randomUUID()}`
  try {
    await fs.mkdir(incoming, { recursive: true })
    const effort = documents.length > mostCompressedWell ? 'quick' : 'good'
    const files = Object.entries(siteFiles)
    await inParallel(files, ([file, content]) => writeCompressed(path.join(incoming, file), content, 'good'))
    const written = await inParallel(documents, async ({ make, ...document }): Promise<PublishedDocument> => {
      const { html, styleHash } = await make()
      const file = fileName(document)
      // What was typed is put into an answer when it is sent.
      if (document.answer) await fs.writeFile(path.join(incoming, file), html, { flush: true })
      else await writeCompressed(path.join(incoming, file), html, document.path === '/' ? 'best' : effort)
      return { ...document, file, styleHash }
    })
    const published = { composition, documents: written, files: files.map(([file]) => file), ...(images && { images }) }
    await fs.writeFile(path.join(incoming, 'composition.json'), JSON.stringify(published), { flush: true })
    await prove({ ...published, folder: incoming })
    await fs.rename(incoming, folder).catch(async (error) => {
      // Two servers may make the same composition at once: the second finds it there, and it is the same.
      if (!(await isComposition(dataFolder, composition.id))) throw error
    })
  } finally {
    await fs.rm(incoming, { recursive: true, force: true })
  }
}

/** Every deploy writes all documents; of more than this its team would wait for minutes to save a tenth of the bytes. */
const mostCompressedWell = 100

async function writeCompressed(file: string, content: string | Uint8Array, effort: Effort): Promise<void> {
  await fs.writeFile(file, content, { flush: true })
  await compressFile(file, Buffer.from(content), effort)
}

/** Paths have no underscores: '/404' and '/index' may be pages too. */
function fileName({ path, answer }: Pick<PublishedDocument, 'path' | 'answer'>): string {
  if (path === undefined) return '_404.html'
  const name = path === '/' ? '_index.html' : `${path.slice(1).replaceAll('/', '.')}.html`
  return answer ? `_${answer}.${name}` : name
}

const compositionFolder = (dataFolder: string, id: string) => path.join(dataFolder, 'compositions', id)
