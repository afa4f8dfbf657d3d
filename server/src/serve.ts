// Pages and files of a composition, answered before any router.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { canonicalPath } from '@site/shared/contract'
import { type Answer, type Answers, isStoredFile, partOf, readStoredFile } from './answers.ts'
import { siteHeaders } from './headers.ts'
import { sendAnswer } from './send-answer.ts'
import { alone, type SharedParts } from './store/shared-parts.ts'

/** Answers a request from these answers alone and returns true, or leaves it to others. */
export type Serve = (answers: Answers, request: IncomingMessage, response: ServerResponse) => boolean

/** Files of releases that are not live, and pictures, kept in memory: old tabs ask for theirs. */
const keptFiles = 100

/**
 * @param onPage is told of every page that is sent: the remote that owns it.
 * @param pull brings a release or a picture that is not here, as open tabs of another server's time ask for.
 */
export function createServe(
  dataFolder: string,
  onPage: (remote: string) => void = () => {},
  pull: SharedParts['pull'] = alone.pull,
): Serve {
  const kept = new Map<string, Answer>()

  const find = async (pathname: string): Promise<Answer | 'away' | undefined> => {
    const part = partOf(pathname)
    try {
      const here = await readStoredFile(dataFolder, pathname)
      if (here || !part) return here
      await pull(part)
      return await readStoredFile(dataFolder, pathname)
    } catch {
      return 'away'
    }
  }

  const serveStoredFile = async (pathname: string, request: IncomingMessage, response: ServerResponse) => {
    const answer = kept.get(pathname) ?? (await find(pathname))
    if (answer === 'away') return refuse(response, 503, 'This file can not be had just now.')
    if (!answer) return refuse(response, 404, 'There is no such file.')
    // Asked for last, forgotten last.
    kept.delete(pathname)
    kept.set(pathname, answer)
    for (const oldest of [...kept.keys()].slice(0, -keptFiles)) kept.delete(oldest)
    sendAnswer(answer, request, response)
  }

  return (answers, request, response) => {
    const url = originForm(request)
    const end = url.indexOf('?')
    const pathname = end < 0 ? url : url.slice(0, end)
    const answer = answers.table.get(pathname)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) return (answer !== undefined || isStoredFile(pathname)) && refuseMethod(request, response)
    if (answer?.remote) onPage(answer.remote)
    if (answer) sendAnswer(answer, request, response)
    else if (isStoredFile(pathname)) void serveStoredFile(pathname, request, response)
    else return redirectToPage(answers, pathname, end < 0 ? '' : url.slice(end), response)
    return true
  }
}

/** Proxies ask for http://site.example/about (RFC 9112, section 3.2.2). From here on it is /about, for routes too. */
function originForm(request: IncomingMessage): string {
  const url = request.url ?? '/'
  if (url.startsWith('/') || !/^https?:/i.test(url)) return url
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  return request.url
}

/** /About/ is the page /about: one address for each page, so that caches and search engines see one. */
function redirectToPage({ table }: Answers, pathname: string, search: string, response: ServerResponse): boolean {
  const path = canonicalPath(decoded(pathname))
  // What is in the table is an address of ours: the redirect never leads to another host.
  if (path === pathname || !table.has(path) || isStoredFile(path)) return false
  response.writeHead(308, { ...siteHeaders, Location: path + search, 'Cache-Control': 'no-cache', 'Content-Length': 0 }).end()
  return true
}

/** /%61bout is /about; what can't be decoded is no page. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

function refuseMethod(request: IncomingMessage, response: ServerResponse): true {
  response.setHeader('Allow', 'GET, HEAD')
  if (request.method === 'OPTIONS') response.writeHead(204, siteHeaders).end()
  else refuse(response, 405, 'This address can only be read: GET or HEAD.')
  return true
}

/**
 * A body must say how long it is. Without that there is none (RFC 9112, section 6.3), but whoever announces its type meant
 * to send one, and Fastify would wait for it for ever.
 */
export function refuseUnknownLength({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isBodyless = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
  if (!isBodyless || headers['content-type'] === undefined) return false
  refuse(response, 411, 'Say how long the body is: Content-Length.')
  return true
}

/** A status and a sentence. */
export function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, {
    ...siteHeaders,
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Length': Buffer.byteLength(sentence),
  })
  response.end(sentence)
}

const badRequests: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** What is not HTTP, too long or too slow. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const status = badRequests[error.code ?? ''] ?? '400 Bad Request'
  const sentence = 'This is not a valid HTTP request.'
  const headers = ['Content-Type: text/plain', `Content-Length: ${sentence.length}`, 'Connection: close']
  socket.end([`HTTP/1.1 ${status}`, ...headers, '', sentence].join('\r\n'))
}
