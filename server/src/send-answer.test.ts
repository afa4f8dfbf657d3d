import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './answers.ts'
import type { EncodingName } from './publish/compress.ts'
import { chooseEncoding, sendAnswer, serverOptions } from './send-answer.ts'
import { type Reply, talk } from './talk.ts'

const body = (name: string) => ({ bytes: Buffer.from(name), etag: `"${name}"` })
const bodies = { identity: body('identity'), br: body('br'), zstd: body('zstd'), gzip: body('gzip') }
const headers = { 'Cache-Control': 'no-cache', 'Content-Type': 'text/html' }
const page: Answer = { status: 200, headers, bodies }
const font: Answer = { ...page, bodies: { identity: bodies.identity } }
const large: Answer = { ...page, bodies: { identity: body('x'.repeat(200_000)) } }
const answers: Record<string, Answer> = { '/page': page, '/font': font, '/missing': { ...page, status: 404 }, '/large': large }

const server = http.createServer(serverOptions, (request, response) => {
  if (request.url === '/with-cookie') sendAnswer(page, request, response.setHeader('Set-Cookie', 'a=b'))
  else sendAnswer(answers[request.url ?? ''] ?? page, request, response)
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => void server.close())

test.each<[string | undefined, EncodingName]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.5, gzip', 'gzip'],
  ['br;q=0.5, identity', 'identity'],
  ['br, identity', 'br'],
  ['br ; q=0.001', 'br'],
  ['*', 'br'],
  ['*, br;q=0', 'zstd'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['br;q=high', 'identity'],
])("of '%s', the best is %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted, page)).toBe(encoding)
})

test('what was not compressed is sent as it is', () => {
  expect(chooseEncoding('br, gzip', font)).toBe('identity')
})

test('an answer names its encoding, its length and its ETag', async () => {
  const { status, headers, body } = await ask('/page', { 'Accept-Encoding': 'gzip' })
  expect({ status, body }).toEqual({ status: 200, body: 'gzip' })
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-encoding': 'gzip',
    'content-length': '4',
    etag: '"gzip"',
    vary: 'Accept-Encoding',
  })
  expect(Math.abs(Date.parse(headers.date ?? '') - Date.now())).toBeLessThan(2000)
})

test('an answer with one body varies with nothing', async () => {
  const { headers } = await ask('/font', { 'Accept-Encoding': 'br' })
  expect(headers).toMatchObject({ 'content-length': '8', etag: '"identity"' })
  expect(headers).not.toHaveProperty('vary')
  expect(headers).not.toHaveProperty('content-encoding')
})

test.each(['"br"', 'W/"br"', '"gzip", "br"', '"gzip" , W/"br"', '*'])(
  'a visitor who has %s gets a 304 that says what caches need, without a body',
  async (known) => {
    const { status, headers, body } = await ask('/page', { 'Accept-Encoding': 'br', 'If-None-Match': known })
    expect({ status, body }).toEqual({ status: 304, body: '' })
    expect(headers).toMatchObject({ etag: '"br"', vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
    for (const name of ['content-length', 'content-encoding', 'content-type']) expect(headers).not.toHaveProperty(name)
  },
)

test('the ETag of another encoding, an ETag without quotes, or one of a page that is not found, is no 304', async () => {
  const status = async (path: string, known: string) =>
    (await ask(path, { 'Accept-Encoding': 'br', 'If-None-Match': known })).status
  expect(await status('/page', '"gzip"')).toBe(200)
  expect(await status('/page', 'br')).toBe(200)
  expect(await status('/missing', '"br"')).toBe(404)
  expect(await status('/missing', '*')).toBe(404)
})

test('ranges and dates change nothing: all of it is sent', async () => {
  const { status, headers, body } = await ask('/font', {
    Range: 'bytes=0-1',
    'If-Range': '"identity"',
    'If-Modified-Since': new Date().toUTCString(),
  })
  expect({ status, body }).toEqual({ status: 200, body: 'identity' })
  expect(headers['accept-ranges']).toBe('none')
})

test('HEAD names what GET has, without a body', async () => {
  const [get] = await talk(port(), 'GET /page HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n')
  const [head] = await talk(port(), 'HEAD /page HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n', { heads: true })
  expect(head).toEqual({ ...get, headers: { ...get?.headers, date: head?.headers.date }, body: '' })
})

test.each([
  ['a page', '/page', ''],
  ['a 304', '/page', 'If-None-Match: *\r\n'],
  ['a page that is not found', '/missing', ''],
])('%s that is sent at once is as Node would have sent it', async (_name, path, more) => {
  // Node itself writes what closes the connection.
  const request = (connection: string) => `GET ${path} HTTP/1.1\r\nHost: site\r\n${more}Connection: ${connection}\r\n\r\n`
  const [atOnce, byNode] = await talk(port(), request('keep-alive') + request('close'))
  expect(atOnce?.headers).toMatchObject({ connection: 'keep-alive', 'keep-alive': 'timeout=5' })
  expect(byNode?.headers.connection).toBe('close')
  const { 'keep-alive': _, ...headers } = atOnce?.headers ?? {}
  const date = byNode?.headers.date
  expect({ ...atOnce, headers: { ...headers, connection: 'close', date } }).toEqual(byNode)
})

test('large answers, and answers with a header of their own, are complete', async () => {
  expect((await ask('/large')).body).toHaveLength(200_000)
  expect((await ask('/with-cookie')).headers['set-cookie']).toBe('a=b')
})

test('requests that come all at once are answered in turn', async () => {
  const request = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: site\r\n${more}\r\n`
  const paths = ['/page', '/large', '/missing', '/page', '/with-cookie', '/font']
  const replies = await talk(port(), paths.map((path) => request(path)).join('') + request('/page', 'Connection: close\r\n'))
  expect(replies.map(({ status, body }) => [status, body.length])).toEqual(
    [200, 200, 404, 200, 200, 200, 200].map((status, index) => [status, index === 1 ? 200_000 : 8]),
  )
})

function port(): number {
  return (server.address() as AddressInfo).port
}

/** Two requests on one connection: the first is answered as nearly all are, at once and with the connection kept open. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const lines = Object.entries({ Host: 'site', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const [reply] = await talk(
    port(),
    `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\nGET /end HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`,
  )
  if (!reply) throw new Error(`${path} was not answered.`)
  return reply
}
