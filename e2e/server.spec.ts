// What the server answers, seen from a socket.
import http from 'node:http'
import zlib from 'node:zlib'
import { expect, test } from './site.ts'

interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  body: Buffer
}

function ask(
  url: string,
  { method = 'GET', headers = {}, body = '' }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    request.on('error', reject)
    request.end(body)
  })
}

const decoders = { br: zlib.brotliDecompressSync, zstd: zlib.zstdDecompressSync, gzip: zlib.gunzipSync }

test('a page comes in the best encoding that the visitor accepts, each with its own strong ETag', async ({ site }) => {
  const plain = await ask(site.url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const etags = new Set([plain.headers.etag])
  for (const [name, decode] of Object.entries(decoders)) {
    const reply = await ask(site.url, { headers: { 'Accept-Encoding': name } })
    expect(reply.headers['content-encoding']).toBe(name)
    expect(reply.headers.vary).toBe('Accept-Encoding')
    expect(decode(reply.body).equals(plain.body)).toBe(true)
    etags.add(reply.headers.etag)
  }
  expect(etags.size).toBe(4)
  for (const etag of etags) expect(etag).toMatch(/^"[\w-]{22}"$/)
  expect((await ask(site.url, { headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } })).headers['content-encoding']).toBe(
    'br',
  )
  expect((await ask(site.url, { headers: { 'Accept-Encoding': 'br;q=0, gzip' } })).headers['content-encoding']).toBe('gzip')
})

test('pages revalidate, and a page that has not changed is a 304 without a body', async ({ site }) => {
  const first = await ask(`${site.url}/pricing`)
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await ask(`${site.url}/pricing`, { headers: { 'If-None-Match': first.headers.etag } })
  expect(again.status).toBe(304)
  expect(again.body.length).toBe(0)
  expect(again.headers.etag).toBe(first.headers.etag)
})

test('files of a release never change, so browsers keep them for good', async ({ site }) => {
  const html = (await ask(site.url)).body.toString()
  const script = /src="(\/releases\/shell\/[^"]+)"/.exec(html)?.[1]
  const reply = await ask(site.url + script, { headers: { 'Accept-Encoding': 'br' } })
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['content-type']).toContain('text/javascript')
  expect(reply.headers['content-encoding']).toBe('br')
})

test('HEAD is GET without a body', async ({ site }) => {
  const get = await ask(site.url)
  const head = await ask(site.url, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(head.body.length).toBe(0)
  expect(head.headers['content-length']).toBe(String(get.body.length))
})

test('what is not a file of a release is not served from the disk', async ({ site }) => {
  for (const path of [
    '/releases/shell/000000000000/x.js',
    '/releases/../channels/live.json',
    '/releases/shell/..%2f..%2fsite.sqlite',
    '/releases/',
  ]) {
    expect((await ask(site.url + path)).status, path).toBe(404)
  }
})

test('the security headers are on every kind of answer', async ({ site }) => {
  for (const path of ['/', '/no-such-page', '/api/contact', '/releases/none']) {
    const { headers } = await ask(site.url + path)
    expect(headers['x-content-type-options'], path).toBe('nosniff')
    expect(headers['permissions-policy'], path).toContain('microphone=(self)')
  }
})

test.describe('POST /api/contact', () => {
  const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true }
  const send = (
    site: { url: string },
    body: unknown,
    headers: http.OutgoingHttpHeaders = { 'Content-Type': 'application/json' },
  ) => ask(`${site.url}/api/contact`, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

  test('an enquiry is stored before it is answered', async ({ site }) => {
    const reply = await send(site, { ...enquiry, hiringNeeds: 'tech', message: 'Six roles.\nTwo recruiters.' })
    expect(reply.status).toBe(201)
    const { DatabaseSync } = await import('node:sqlite')
    const database = new DatabaseSync(`${site.dataFolder}/site.sqlite`, { readOnly: true })
    const row = database.prepare('SELECT * FROM enquiries WHERE id = ?').get(JSON.parse(reply.body.toString()).id)
    expect(row).toMatchObject({ name: 'Helen Marsh', hiring_needs: 'tech', message: 'Six roles.\nTwo recruiters.' })
    database.close()
  })

  test('bad input is refused with a status and a sentence', async ({ site }) => {
    const refused: [string, unknown, number][] = [
      ['no name', { ...enquiry, name: undefined }, 400],
      ['an empty name', { ...enquiry, name: '  ' }, 400],
      ['no consent', { ...enquiry, consent: false }, 400],
      ['a number for a text', { ...enquiry, phone: 5 }, 400],
      ['an e-mail address that is none', { ...enquiry, email: 'helen' }, 400],
      ['an unknown option', { ...enquiry, hiringNeeds: 'magic' }, 400],
      ['a field that nobody knows', { ...enquiry, admin: true }, 400],
      ['a line break in a name', { ...enquiry, name: 'Helen\nBcc: all' }, 400],
      ['half a JSON', '{"name":', 400],
      ['too much', { ...enquiry, message: 'x'.repeat(20_000) }, 413],
    ]
    for (const [what, body, status] of refused) {
      const reply = await send(site, body)
      expect(reply.status, what).toBe(status)
      expect(reply.headers['content-type'], what).toContain('text/plain')
      expect(reply.body.toString().length, what).toBeGreaterThan(10)
    }
    expect((await send(site, 'hello', { 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  test('a form without scripts is stored too', async ({ site }) => {
    const body = new URLSearchParams({ ...enquiry, consent: 'on', phone: '' }).toString()
    const reply = await send(site, body, { 'Content-Type': 'application/x-www-form-urlencoded' })
    expect(reply.status).toBe(201)
    expect(reply.body.toString()).toContain('Message Sent Successfully!')
  })
})
