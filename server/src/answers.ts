// All answers of the live composition, in memory: a request for a page or a file is one look-up.
import { hash } from 'node:crypto'
import fs from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Composition } from '@site/shared/composition'
import { type FormPages, readFormPages } from './enquiries/form-pages.ts'
import { fileHeaders, pageHeaders, storedHeaders } from './headers.ts'
import { inParallel } from './in-parallel.ts'
import type { PublishedComposition } from './publish/composition-folder.ts'
import { type EncodingName, encodings, isCompressible } from './publish/compress.ts'
import { readRelease } from './publish/releases.ts'

/** One resource in every encoding that it has. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  /** Of a page: the remote that owns it. */
  remote?: string
  /** What is compressed has its identity made from gzip whenever it is asked for. */
  bodies: Partial<Record<EncodingName, { bytes: Buffer; etag: string }>>
}

export interface Answers {
  composition: Composition
  /** By canonical path for pages, by exact path for files. */
  table: Map<string, Answer>
  notFound: Answer
  /** What a form without scripts gets in return. */
  formPages?: FormPages
}

/**
 * Reads the finished pages of a composition, and all files of its releases.
 * @param earlier answers: a release that was in them is not read again.
 * @throws Error when a file is missing.
 */
export async function readAnswers(
  dataFolder: string,
  { composition, folder, documents, files }: PublishedComposition,
  earlier?: Answers,
): Promise<Answers> {
  const remotes = new Map<string | undefined, string>(composition.pages.map(({ path, remote }) => [path, remote]))
  const [releases, siteFiles, pages, formPages] = await Promise.all([
    inParallel(
      Object.values(composition.bundles),
      async ({ base }) => takeOver(earlier, base) ?? readReleaseFiles(dataFolder, base),
      1,
    ),
    inParallel(files, async (file): Promise<Entry> => {
      const headers = fileHeaders(contentType(file))
      return [`/${file}`, await readAnswer(path.join(folder, file), 200, headers)]
    }),
    inParallel(
      documents.filter(({ answer }) => !answer),
      async (document) => {
        const headers = pageHeaders(document.styleHash, composition.site)
        const answer = await readAnswer(path.join(folder, document.file), document.path ? 200 : 404, headers)
        const remote = remotes.get(document.path)
        return { path: document.path, answer: remote ? Object.assign(answer, { remote }) : answer }
      },
    ),
    readFormPages(folder, documents, composition.site),
  ])
  const notFound = pages.find((page) => !page.path)?.answer
  if (!notFound) throw new Error(`The composition in ${folder} has no 404 page.`)
  const byPath = pages.flatMap(({ path, answer }): Entry[] => (path ? [[path, answer]] : []))
  const table = new Map([...releases.flat(), ...siteFiles, ...byPath])
  return { composition, table, notFound, ...(formPages && { formPages }) }
}

type Entry = [address: string, answer: Answer]

/** All files of a release that was read before: they never change. */
function takeOver(earlier: Answers | undefined, base: string): Entry[] | undefined {
  const entries = [...(earlier?.table ?? [])].filter(([address]) => address.startsWith(base))
  return entries.length > 0 ? entries : undefined
}

/**
 * The browser files of a stored release, by address.
 * @param base as in '/releases/contact/0123456789ab/'.
 */
export async function readReleaseFiles(dataFolder: string, base: string): Promise<Entry[]> {
  const folder = path.join(dataFolder, base)
  const { release } = await readRelease(folder)
  const files = release.files.map((file) => file.path).filter((file) => file.startsWith('browser/'))
  return inParallel(files, async (file): Promise<Entry> => {
    const address = base + file.slice('browser/'.length)
    const answer = await readStoredFile(dataFolder, address)
    if (!answer) throw new Error(`${folder}: ${file} is missing.`)
    return [address, answer]
  })
}

const releasePath = /^\/releases\/([a-z0-9-]+)\/([a-f0-9]{12})\/([\w.-]+)$/
const imagePath = /^\/images\/([a-f0-9]{12}\.png)$/

/** Whether an address is that of a file that is stored for ever: one of a release, or a picture. */
export function isStoredFile(pathname: string): boolean {
  return pathname.startsWith('/releases/') || pathname.startsWith('/images/')
}

/** The part of the data folder that such a file is in: its release, or itself. */
export function partOf(pathname: string): string | undefined {
  const [, bundle, version] = releasePath.exec(pathname) ?? []
  if (bundle && version) return `releases/${bundle}/${version}`
  return imagePath.test(pathname) ? pathname.slice(1) : undefined
}

/** A file of any release that is still stored, live or not, or a picture: old tabs go on asking for theirs. */
export async function readStoredFile(dataFolder: string, pathname: string): Promise<Answer | undefined> {
  const [, bundle, version, file] = releasePath.exec(pathname) ?? []
  const [, image] = imagePath.exec(pathname) ?? []
  const headers = storedHeaders(contentType(file ?? image ?? ''))
  if (image) return readAnswer(path.join(dataFolder, 'images', image), 200, headers).catch(unlessMissing)
  if (!bundle || !version || !file || /\.(br|zst|gz)$/.test(file) || file.startsWith('.')) return undefined
  return readAnswer(path.join(dataFolder, 'releases', bundle, version, 'browser', file), 200, headers).catch(unlessMissing)
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

async function readAnswer(file: string, status: number, headers: OutgoingHttpHeaders): Promise<Answer> {
  const read = async (name: EncodingName, suffix: string) => {
    const bytes = await fs.readFile(file + suffix)
    return [name, { bytes, etag: etagOf(bytes) }] as const
  }
  if (!isCompressible(file)) return { status, headers, bodies: Object.fromEntries([await read('identity', '')]) }
  const copies = await Promise.all(encodings.map(({ name, suffix }) => read(name, suffix)))
  return { status, headers, bodies: withIdentity(Object.fromEntries(copies)) }
}

/** Hardly anybody asks for what is not compressed, and it would take as much memory as everything else five times. */
function withIdentity(bodies: Answer['bodies']): Answer['bodies'] {
  return Object.defineProperty(bodies, 'identity', {
    enumerable: true,
    get: () => {
      const bytes = zlib.gunzipSync(bodies.gzip?.bytes ?? Buffer.alloc(0))
      return { bytes, etag: etagOf(bytes) }
    },
  })
}

const etagOf = (bytes: Buffer) => `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/vnd.microsoft.icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

function contentType(file: string): string {
  return contentTypes[path.extname(file)] ?? 'application/octet-stream'
}
