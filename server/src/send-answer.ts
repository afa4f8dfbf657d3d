// One answer onto the wire: in the best encoding that the visitor accepts, in one write.
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Answer } from './answers.ts'
import { type EncodingName, encodings } from './publish/compress.ts'

/** Seconds that a connection without requests is kept open. Node's own default, and said in every answer. */
const keepAlive = 5

/** For `http.createServer`. Requests without a body are complete at once: nobody has to read them to their end. */
export const serverOptions = { keepAliveTimeout: keepAlive * 1000, optimizeEmptyRequests: true }

/** Sends a page or a file; 304 when the visitor has it already. Ranges are not offered: all of it is sent. */
export function sendAnswer(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const encoding = chooseEncoding(request.headers['accept-encoding'], answer)
  const { full, notModified } = messagesOf(answer, encoding)
  const isKnown = answer.status === 200 && matches(request.headers['if-none-match'], full.etag)
  send(isKnown ? notModified : full, request, response)
}

/** RFC 9110, section 12.5.3, for the encodings that we have; what is refused altogether is sent as it is. */
export function chooseEncoding(accepted: string | undefined, answer: Pick<Answer, 'bodies'>): EncodingName {
  return accepted ? (acceptable(accepted).find((name) => Object.hasOwn(answer.bodies, name)) ?? 'identity') : 'identity'
}

/** Browsers send a handful of different headers; strangers may send any. */
const keptChoices = 100
const choices = new Map<string, EncodingName[]>()

function acceptable(accepted: string): EncodingName[] {
  const known = choices.get(accepted)
  if (known) return known
  if (choices.size >= keptChoices) choices.clear()
  const chosen = parse(accepted)
  choices.set(accepted, chosen)
  return chosen
}

/** The visitor's favourite first, of equals the smallest. */
function parse(accepted: string): EncodingName[] {
  const offers = new Map(
    accepted.split(',').map((offer) => {
      const [name = '', ...parameters] = offer
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, quality ? Number(quality.slice(2)) : 1]
    }),
  )
  const qualities = encodings.map(({ name }) => ({ name, quality: offers.get(name) ?? offers.get('*') ?? 0 }))
  const identity = { name: 'identity' as const, quality: offers.get('identity') ?? Number.MIN_VALUE }
  return [...qualities, identity]
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => name)
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
}

/** Everything that is sent, made once for all requests. */
interface Message {
  status: number
  etag: string
  /** Names and values in turn. */
  headers: string[]
  body: Buffer
  /** Head and body as they go onto the wire, for the second that stands in Date. */
  wire?: { second: number; bytes: Buffer }
}

interface Messages {
  full: Message
  notModified: Message
}

const prepared = new WeakMap<Answer, Partial<Record<EncodingName, Messages>>>()

function messagesOf(answer: Answer, encoding: EncodingName): Messages {
  // Made anew for each of the few who ask for it: it would be the largest of all.
  if (encoding === 'identity' && 'gzip' in answer.bodies) return prepare(answer, encoding)
  const known = prepared.get(answer) ?? {}
  if (!known[encoding]) prepared.set(answer, known)
  known[encoding] ??= prepare(answer, encoding)
  return known[encoding]
}

function prepare({ status, headers, bodies }: Answer, encoding: EncodingName): Messages {
  const body = bodies[encoding]
  if (!body) throw new Error('An answer always has an identity body.')
  const varies = Object.keys(bodies).length > 1
  const common: OutgoingHttpHeaders = { ...headers, ETag: body.etag, ...(varies && { Vary: 'Accept-Encoding' }) }
  const { 'Content-Type': _type, ...withoutType } = common
  const whole = {
    ...common,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Length': body.bytes.length,
    'Accept-Ranges': 'none',
  }
  return {
    full: { status, etag: body.etag, headers: flat(whole), body: body.bytes },
    // RFC 9110, section 15.4.5: what a cache needs to know, not what it has.
    notModified: { status: 304, etag: body.etag, headers: flat(withoutType), body: Buffer.alloc(0) },
  }
}

function flat(headers: OutgoingHttpHeaders): string[] {
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  for (const [name, value] of pairs) http.validateHeaderValue(name, value)
  return pairs.flat()
}

function send(message: Message, request: IncomingMessage, response: ServerResponse): void {
  if (isPlain(request, response) && message.body.length <= longestWire) sendAtOnce(message, response)
  else {
    response.writeHead(message.status, message.headers)
    response.end(request.method === 'HEAD' ? undefined : message.body)
  }
}

/** Copying more would cost more than writing the head anew. */
const longestWire = 128 * 1024

/** Where Node keeps what it has sent of an answer. */
type Inside = { _header: string | null; _headerSent: boolean }

/** A Node that keeps it elsewhere is asked to write the head itself. */
const isKnownInside = (() => {
  const { _header, _headerSent } = new http.ServerResponse(new http.IncomingMessage(null as never)) as unknown as Inside
  return _header === null && _headerSent === false
})()

/** Nearly every request: GET, its turn to be answered on a connection that stays open, and no header was set before. */
function isPlain(request: IncomingMessage, response: ServerResponse): boolean {
  if (!isKnownInside || request.method !== 'GET' || !response.shouldKeepAlive) return false
  return response.socket instanceof Socket && response.getHeaderNames().length === 0
}

/**
 * Node puts together and checks the same dozen headers for every request: a third of its time (`npm run bench --
 * throughput`). Here it is told that they have been sent, and gets them together with the body.
 */
function sendAtOnce(message: Message, response: ServerResponse): void {
  const second = Math.floor(Date.now() / 1000)
  if (message.wire?.second !== second) message.wire = { second, bytes: writeWire(message, second) }
  const inside = response as unknown as Inside
  inside._header = ' '
  inside._headerSent = true
  response.statusCode = message.status
  response.end(message.wire.bytes)
}

function writeWire({ status, headers, body }: Message, second: number): Buffer {
  let head = `HTTP/1.1 ${status} ${http.STATUS_CODES[status]}\r\n`
  for (let index = 0; index < headers.length; index += 2) head += `${headers[index]}: ${headers[index + 1]}\r\n`
  head += `Date: ${new Date(second * 1000).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${keepAlive}\r\n\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body])
}
