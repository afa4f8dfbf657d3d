// All answers of the live composition, in memory: a request for a page or a file is one look-up.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import { type FormPages, readFormPages } from './enquiries/form-pages.ts'
import { fileHeaders, pageHeaders, storedHeaders } from './headers.ts'
import { type EncodingName, encodings, isCompressible } from './publish/compress.ts'
import type { PublishedComposition } from './publish/publish.ts'
import { readRelease } from './publish/releases.ts'

/** One resource in every encoding that it has. */
export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  /** Of a page: the remote that owns it. */
  remote?: string
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

/** Reads the finished pages of a composition, and all files of its releases. */
export async function readAnswers(
  dataFolder: string,
  { composition, folder, documents, files }: PublishedComposition,
  _earlier?: Answers,
): Promise<Answers> {
  const table = new Map<string, Answer>()
  for (const [bundle, { version, base }] of Object.entries(composition.bundles)) {
    const { release } = await readRelease(path.join(dataFolder, 'releases', bundle, version))
    for (const { path: file } of release.files.filter((candidate) => candidate.path.startsWith('browser/'))) {
      const address = base + file.slice('browser/'.length)
      const answer = await readStoredFile(dataFolder, address)
      if (!answer) throw new Error(`${bundle} ${version}: ${file} is missing in ${dataFolder}.`)
      table.set(address, answer)
    }
  }
  for (const file of files) table.set(`/${file}`, await readAnswer(path.join(folder, file), 200, fileHeaders(contentType(file))))
  let notFound: Answer | undefined
  for (const document of documents.filter(({ answer }) => !answer)) {
    const answer = await readAnswer(
      path.join(folder, document.file),
      document.path ? 200 : 404,
      pageHeaders(document.styleHash, composition.site.voice),
    )
    const remote = composition.pages.find(({ path }) => path === document.path)?.remote
    if (document.path) table.set(document.path, { ...answer, ...(remote && { remote }) })
    else notFound = answer
  }
  if (!notFound) throw new Error(`The composition in ${folder} has no 404 page.`)
  const formPages = await readFormPages(folder, documents, composition.site.voice)
  return { composition, table, notFound, ...(formPages && { formPages }) }
}

const releasePath = /^\/releases\/([a-z0-9-]+)\/([a-f0-9]{12})\/([\w.-]+)$/
const imagePath = /^\/images\/([a-f0-9]{12}\.png)$/

/** Whether an address is that of a file that is stored for ever: one of a release, or a picture. */
export function isStoredFile(pathname: string): boolean {
  return pathname.startsWith('/releases/') || pathname.startsWith('/images/')
}

/** A file of any release that is still stored, live or not, or a picture: old tabs go on asking for theirs. */
export async function readStoredFile(dataFolder: string, pathname: string): Promise<Answer | undefined> {
  const [, bundle, version, file] = releasePath.exec(pathname) ?? []
  const [, image] = imagePath.exec(pathname) ?? []
  const headers = storedHeaders(contentType(file ?? image ?? ''))
  if (image) return readAnswer(path.join(dataFolder, 'images', image), 200, headers).catch(() => undefined)
  if (!bundle || !version || !file || /\.(br|zst|gz)$/.test(file) || file.startsWith('.')) return undefined
  return readAnswer(path.join(dataFolder, 'releases', bundle, version, 'browser', file), 200, headers).catch(() => undefined)
}

async function readAnswer(file: string, status: number, headers: OutgoingHttpHeaders): Promise<Answer> {
  const read = async (suffix: string) => {
    const bytes = await fs.readFile(file + suffix)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` }
  }
  const bodies: Answer['bodies'] = { identity: await read('') }
  if (isCompressible(file)) for (const { name, suffix } of encodings) bodies[name] = await read(suffix)
  return { status, headers, bodies }
}

/** Sends the answer in the best encoding that the request accepts; 304 when the visitor has it already. */
export function sendAnswer(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], answer)
  const body = answer.bodies[encoding]
  if (!body) throw new Error('An answer always has an identity body.')
  const headers: OutgoingHttpHeaders = { ...answer.headers, ETag: body.etag }
  if (Object.keys(answer.bodies).length > 1) headers.Vary = 'Accept-Encoding'
  if (answer.status === 200 && matches(request.headers['if-none-match'], body.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['Content-Length'] = body.bytes.length
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  response.writeHead(answer.status, headers)
  response.end(request.method === 'HEAD' ? undefined : body.bytes)
}

/** RFC 9110, section 12.5.3, for the encodings that we have: an encoding with q=0 is refused. */
export function chooseEncoding(accepted: string | undefined, answer: Pick<Answer, 'bodies'>): EncodingName {
  const offers = new Map(
    (accepted ?? '').split(',').map((offer) => {
      const [name = '', ...parameters] = offer
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, quality ? Number(quality.slice(2)) : 1]
    }),
  )
  return encodings.find(({ name }) => answer.bodies[name] && (offers.get(name) ?? offers.get('*') ?? 0) > 0)?.name ?? 'identity'
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (
    ifNoneMatch?.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag || candidate.trim() === '*') ??
    false
  )
}

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
}

function contentType(file: string): string {
  return contentTypes[path.extname(file)] ?? 'application/octet-stream'
}
