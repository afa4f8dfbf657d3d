// A channel as files for any static host: what the server would answer, written down.
import fs from 'node:fs/promises'
import { type Answer, type Answers, readAnswers, readReleaseFiles, readStoredFile } from '../answers.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { readChannel, readHistory } from '../deploy/activations.ts'
import { inParallel } from '../in-parallel.ts'
import { type PublishedComposition, readComposition } from '../publish/composition-folder.ts'
import { createPublisher, type TryOut } from '../publish/publish.ts'
import { releaseFolder } from '../publish/releases.ts'
import { isBucket } from '../settings.ts'
import { openStore } from '../store/open-store.ts'
import { pullComposition } from '../store/pull-composition.ts'
import { alone, type SharedParts } from '../store/shared-parts.ts'
import { writeHeadersFile, writeRedirectsFile } from './host-files.ts'
import { writeNginxInclude } from './nginx-include.ts'
import { writeBucket } from './write-bucket.ts'
import { type ExportedFile, writeFolder } from './write-folder.ts'

export interface ExportOrder {
  /** Folder to write, or a bucket as in S3_URL: it is not there, empty, or an earlier export. */
  out: string
  /** 'live' or 'preview-…'. */
  channel: string
  /** Origin of the API, when the pages are not to send to their own. */
  api?: string
  /** Also the files of releases that the channel showed before, for tabs that are still open. */
  keep?: boolean
  /** .br and .gz beside each file; in a bucket there are none. */
  compressed?: boolean
  /** Days for which hashed files that nothing needs any more stay in a bucket. */
  releaseDays?: number
}

export interface Exported {
  /** Without the key to the bucket. */
  out: string
  composition: string
  releases: Record<string, string>
  pages: number
  /** Releases beside those that the channel shows. */
  kept: number
  files: number
  bytes: number
  /** What whoever puts it online should know. */
  notes: string[]
}

export interface ExportStores {
  dataFolder: string
  database: SiteDatabase
  /** Where parts come from that this machine lacks. */
  parts?: SharedParts
  tryOut?: TryOut
}

/**
 * Writes what a channel shows. The same composition gives the same bytes, on every machine.
 * @param onStep is told what is being done.
 * @throws Error with a sentence when the channel shows nothing or the folder holds something else; RefusedError when the
 *   pages don't pass the gate with the given API. The folder is as it was then.
 */
export async function exportSite(
  stores: ExportStores,
  { out, channel, api, keep = false, compressed = true, releaseDays = 90 }: ExportOrder,
  onStep: (text: string) => void = () => {},
): Promise<Exported> {
  const { dataFolder, database, parts = alone } = stores
  const activation = await readChannel(database, channel)
  if (!activation) throw new Error(`There is nothing on ${channel} yet: 'site deploy' brings the first composition.`)
  onStep(api ? 'Making the pages for the API' : 'Reading the composition')
  const shown = await pullComposition(dataFolder, activation, parts)
  const published = api ? await publishFor(api, shown, stores) : shown
  const { releases } = activation
  const answers = await readAnswers(dataFolder, published)
  const kept = keep ? await readEarlier(stores, channel, releases) : []
  const files = [...filesOf(answers), ...kept.flatMap(({ files }) => files.map(asStored))]
  files.push(...(await readPictures(dataFolder, files)))
  const { id, site, pages } = published.composition
  onStep(`Writing ${files.length} files`)
  const about = { composition: id, channel, releases, ...(api && { api }) }
  const headers = { _headers: writeHeadersFile(files, site.url) }
  const place = isBucket(out) ? withoutKey(out) : out
  const written = isBucket(out)
    ? await writeBucket(await openStore(out), place, about, files, headers, releaseDays)
    : await writeFolder(
        out,
        about,
        files,
        { ...headers, '_nginx.conf': writeNginxInclude(files, site.url, compressed), _redirects: writeRedirectsFile(files) },
        compressed,
      )
  const notes = notesOn(published)
  return { out: place, composition: id, releases, pages: pages.length, kept: kept.length, ...written, notes }
}

/** 's3://host/bucket/folder' of an S3_URL. */
function withoutKey(s3Url: string): string {
  const { host, pathname } = new URL(s3Url)
  return `s3://${host}${pathname}`
}

/** The same releases and settings as on the channel, but the pages send to another origin; through the same gate. */
async function publishFor(
  api: string,
  { composition }: PublishedComposition,
  { dataFolder, tryOut }: ExportStores,
): Promise<PublishedComposition> {
  const { voice, ...site } = composition.site
  // The stand-in is a part of the server's own site, for development: elsewhere there is no demo rather than a false one.
  const reachable = voice && !voice.isStandIn ? { ...voice, apiUrl: voice.apiUrl.replace(/^(?=\/)/, api) } : undefined
  const publisher = createPublisher(dataFolder, { ...site, api, ...(reachable && { voice: reachable }) }, tryOut)
  const releases = Object.entries(composition.bundles).map(([bundle, { version }]) => [bundle, version])
  return readComposition(dataFolder, await publisher.publish(Object.fromEntries(releases)))
}

/** @throws Error when two addresses would be the same file. */
function filesOf({ table, notFound }: Answers): ExportedFile[] {
  const files: ExportedFile[] = [...table].map(([address, answer]) => ({ address, file: fileOf(address, answer), answer }))
  files.push({ file: '404.html', answer: notFound })
  const [, ...twice] = [...Map.groupBy(files, ({ file }) => file).values()].find((same) => same.length > 1) ?? []
  for (const { address, file } of twice)
    throw new Error(`${address ?? 'The 404 page'} can't be exported: another page is in ${file} already.`)
  return files
}

/**
 * /about is about.html: static hosts answer it at /about. As about/index.html they would first lead to /about/, and every
 * page would have another address than it says itself.
 */
function fileOf(address: string, { remote }: Answer): string {
  if (!remote) return address.slice(1)
  return address === '/' ? 'index.html' : `${address.slice(1)}.html`
}

const asStored = ([address, answer]: [string, Answer]): ExportedFile => ({ address, file: address.slice(1), answer })

/** Releases that the channel showed before and that are still stored. Others, such as those of previews, are nobody's business. */
async function readEarlier(
  { dataFolder, database, parts = alone }: ExportStores,
  channel: string,
  current: Record<string, string>,
) {
  const history = await readHistory(database, channel, Number.MAX_SAFE_INTEGER)
  const bases = new Set(
    history
      .flatMap(({ releases }) => Object.entries(releases))
      .filter(([bundle, version]) => current[bundle] !== version)
      .map(([bundle, version]) => `/releases/${bundle}/${version}/`),
  )
  const read = async (base: string) => {
    const [, , bundle = '', version = ''] = base.split('/')
    await parts.pull(`releases/${bundle}/${version}`)
    const isStored = await exists(releaseFolder(dataFolder, bundle, version))
    return isStored ? [{ base, files: await readReleaseFiles(dataFolder, base) }] : []
  }
  return (await inParallel([...bases].sort(), read, 1)).flat()
}

/** The pictures that pages and manifest name. */
async function readPictures(dataFolder: string, files: ExportedFile[]): Promise<ExportedFile[]> {
  const texts = files.filter(({ file }) => /\.(html|webmanifest)$/.test(file)).map(({ answer }) => answer.bodies.identity?.bytes)
  const addresses = new Set(texts.flatMap((text) => text?.toString().match(/\/images\/[a-f0-9]{12}\.png/g) ?? []))
  return inParallel([...addresses].sort(), async (address) => {
    const answer = await readStoredFile(dataFolder, address)
    if (!answer) throw new Error(`${address} is not stored any more. Restart the server: it draws what is missing.`)
    return asStored([address, answer])
  })
}

function notesOn({ composition: { site } }: PublishedComposition): string[] {
  const { hostname } = new URL(site.url)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1'
  return [
    ...(isLocal ? [`The pages say that they are at ${site.url}: set SITE_URL and restart the server, then export again.`] : []),
    ...(site.voice?.isStandIn ? ['The demo talks to the stand-in, which is at /voice-stand-in/ of the server.'] : []),
    ...(site.api && !site.voice ? ['The demo is away: these pages can reach no voice provider.'] : []),
    ...(site.api ? [`${site.api} has to allow ${new URL(site.url).origin} in SITE_ORIGINS.`] : []),
  ]
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}
