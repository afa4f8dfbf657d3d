// From releases to a live site: compose, prerender, check, write, swap the channel. What fails changes nothing.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import type { SiteConfig } from '@site/shared/site-config'
import { checkPages } from './check-page.ts'
import { compose } from './compose.ts'
import { compressFile } from './compress.ts'
import { writeDocument } from './document.ts'
import { drawPictures } from './pictures.ts'
import { answerKey, type FormAnswer, formAnswers, notFoundPath, prerender } from './prerender.ts'
import { addRelease, readRelease, type StoredRelease } from './releases.ts'
import { siteFiles } from './site-files.ts'

/** A finished composition on disk: <data>/compositions/<id>/. */
export interface PublishedComposition {
  composition: Composition
  folder: string
  documents: PublishedDocument[]
  /** Files at the root of the site, such as robots.txt. In the composition's folder. */
  files: string[]
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

/**
 * Publishes built bundles as the live composition.
 * @param builds folders with a release.json each, one for every bundle.
 * @returns the id of the composition, which is live now.
 * @throws Error with the reasons, one a line; the live site is as it was.
 */
export async function publish(dataFolder: string, builds: string[], site: SiteConfig): Promise<string> {
  const stored = new Map<string, StoredRelease>()
  for (const build of builds) {
    const release = await addRelease(dataFolder, await readRelease(build))
    stored.set(release.release.bundle, release)
  }
  const composition = compose(
    [...stored.values()].map(({ release }) => release),
    site,
  )
  const folder = path.join(dataFolder, 'compositions', composition.id)
  if (!(await isWritten(folder))) await writeComposition(dataFolder, folder, composition, stored)
  await setChannel(dataFolder, composition.id)
  return composition.id
}

/**
 * The composition that a channel points to.
 * @throws Error when nothing has been published yet.
 */
export async function readLiveComposition(dataFolder: string): Promise<PublishedComposition> {
  const channel = JSON.parse(await fs.readFile(channelFile(dataFolder), 'utf8').catch(() => '{}')) as { composition?: string }
  if (!channel.composition) throw new Error(`Nothing is published in ${dataFolder} yet. Run 'npm start'.`)
  const folder = path.join(dataFolder, 'compositions', channel.composition)
  const published = JSON.parse(await fs.readFile(path.join(folder, 'composition.json'), 'utf8'))
  return { ...published, folder }
}

async function writeComposition(
  dataFolder: string,
  folder: string,
  composition: Composition,
  stored: Map<string, StoredRelease>,
): Promise<void> {
  const bodies = await prerender(composition, stored)
  const pictures = await drawPictures(dataFolder, composition, bodies, stored.get('shell') as StoredRelease)
  const pages = [...composition.pages, undefined]
  const answers = composition.pages.flatMap((page) =>
    formAnswers.map((answer) => ({ page, answer, body: bodies.get(answerKey(page.path, answer)) })),
  )
  const written = await Promise.all([
    ...pages.map(async (page) => {
      const body = bodies.get(page?.path ?? notFoundPath) ?? ''
      const document = await writeDocument(composition, page, body, stored, pictures)
      return { path: page?.path, file: fileName(page?.path), answer: undefined, ...document }
    }),
    ...answers.map(async ({ page, answer, body }) => {
      if (body === undefined) return []
      const document = await writeDocument(composition, page, body, stored, pictures, { isAnswer: true })
      return { path: page.path, file: `_${answer}.${fileName(page.path)}`, answer, ...document }
    }),
  ]).then((documents) => documents.flat())
  const faults = checkPages(
    new Map(written.map(({ path, answer, html }) => [answer ? answerKey(path, answer) : (path ?? 'The 404 page'), html])),
  )
  if (faults.length > 0) throw new Error(`This composition can't go live:\n${faults.join('\n')}`)
  const incoming = `${folder}.incoming-${process.pid}`
  await fs.rm(incoming, { recursive: true, force: true })
  await fs.mkdir(incoming, { recursive: true })
  const files = siteFiles(composition, pictures)
  const contents = [...Object.entries(files), ...written.map(({ file, html }) => [file, html] as const)]
  await Promise.all(
    contents.map(async ([file, content]) => {
      await fs.writeFile(path.join(incoming, file), content)
      await compressFile(path.join(incoming, file), Buffer.from(content))
    }),
  )
  const documents = written.map(({ path, file, styleHash, answer }): PublishedDocument => ({ path, file, styleHash, answer }))
  await fs.writeFile(
    path.join(incoming, 'composition.json'),
    JSON.stringify({ composition, documents, files: Object.keys(files) }),
  )
  await fs.rename(incoming, folder)
}

/** Paths have no underscores: '/404' and '/index' may be pages too. */
function fileName(path: string | undefined): string {
  if (path === undefined) return '_404.html'
  return path === '/' ? '_index.html' : `${path.slice(1).replaceAll('/', '.')}.html`
}

async function setChannel(dataFolder: string, composition: string): Promise<void> {
  const file = channelFile(dataFolder)
  await fs.mkdir(path.dirname(file), { recursive: true })
  await fs.writeFile(`${file}.incoming`, JSON.stringify({ composition }))
  await fs.rename(`${file}.incoming`, file)
}

const channelFile = (dataFolder: string) => path.join(dataFolder, 'channels/live.json')

async function isWritten(folder: string): Promise<boolean> {
  return fs.access(path.join(folder, 'composition.json')).then(
    () => true,
    () => false,
  )
}
