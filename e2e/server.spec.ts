// What the server answers, seen from a socket.
import http from 'node:http'
import zlib from 'node:zlib'
import { talk } from 'server/talk'
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

test.describe('as it stands on the wire', () => {
  const send = async (site: { url: string }, line: string, lines: string[] = [], body = '') => {
    const head = [line, ...(line.endsWith('HTTP/1.0') ? [] : ['Host: site']), 'Connection: close', ...lines].join('\r\n')
    const [reply] = await talk(Number(new URL(site.url).port), `${head}\r\n\r\n${body}`, { heads: line.startsWith('HEAD') })
    return reply ?? { status: 0, headers: {}, body: '' }
  }

  const targets: [string, number, string?][] = [
    ['/about', 200],
    ['/about?from=mail', 200],
    ['http://site/about', 200],
    ['HTTP://other.example:80/about?x', 200],
    ['http://site', 200],
    ['http://site?x=1', 200],
    ['http://site/About', 308, '/about'],
    ['/about/', 308, '/about'],
    ['/About//?a=//b', 308, '/about?a=//b'],
    ['/%61bout', 308, '/about'],
    ['/about%2f', 308, '/about'],
    ['//', 308, '/'],
    ['//?x=//evil.example', 308, '/?x=//evil.example'],
    ['//evil.example', 404],
    ['//evil.example/', 404],
    ['//evil.example/about', 404],
    ['//about', 404],
    ['/\\evil.example/', 404],
    ['/%5cevil.example/', 404],
    ['/%2f%2fevil.example/', 404],
    ['/%2fevil.example/..', 404],
    ['/.//evil.example', 404],
    ['/solutions//pricing', 404],
    ['/about%00', 404],
    ['/about;x', 404],
    ['/about#team', 404],
    ['/__proto__', 404],
    ['/constructor', 404],
    ['/releases/%zz', 404],
    ['/%zz', 400],
    ['/%', 400],
    ['/%c0%af', 400],
    ['/about\0', 400],
    ['/about\x01', 400],
    [`/${'x'.repeat(8000)}`, 404],
    [`/${'x'.repeat(20_000)}`, 431],
  ]
  for (const [target, status, location] of targets) {
    test(`GET ${JSON.stringify(target.slice(0, 50))} is ${status} ${location ?? ''}`, async ({ site }) => {
      const reply = await send(site, `GET ${target} HTTP/1.1`)
      expect(reply.status).toBe(status)
      expect(reply.headers.location).toBe(location)
    })
  }

  test('what can only be read is not written to', async ({ site }) => {
    const script = /src="(\/releases\/shell\/[^"]+)"/.exec((await send(site, 'GET / HTTP/1.1')).body)?.[1]
    for (const target of ['/', '/contact', '/robots.txt', script, '/releases/none', 'http://site/about']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE']) {
        const reply = await send(site, `${method} ${target} HTTP/1.1`, ['Content-Length: 3'], 'abc')
        expect([reply.status, reply.headers.allow], `${method} ${target}`).toEqual([405, 'GET, HEAD'])
        expect(reply.headers['x-content-type-options']).toBe('nosniff')
      }
      const options = await send(site, `OPTIONS ${target} HTTP/1.1`)
      expect([options.status, options.headers.allow, options.body]).toEqual([204, 'GET, HEAD', ''])
    }
    expect((await send(site, 'POST /no-such-page HTTP/1.1', ['Content-Length: 0'])).status).toBe(404)
  })

  test('a body without a length is refused, not waited for', async ({ site }) => {
    expect((await send(site, 'POST /api/contact HTTP/1.1', ['Content-Type: application/json'])).status).toBe(411)
  })

  test('HTTP/1.0 gets the whole page and a closed connection', async ({ site }) => {
    const reply = await send(site, 'GET /about HTTP/1.0')
    expect(reply).toMatchObject({ status: 200, headers: { connection: 'close' } })
    expect(reply.body).toContain('</html>')
    expect((await send(site, 'GET /about HTTP/1.0', ['Accept-Encoding: br'])).headers['content-encoding']).toBe('br')
  })

  test('a range, a date or a refusal of every encoding gets the whole page', async ({ site }) => {
    const whole = await send(site, 'GET /about HTTP/1.1')
    for (const line of [
      'Range: bytes=0-9',
      'Range: bytes=99999999-',
      `If-Modified-Since: ${new Date(Date.now() + 1000).toUTCString()}`,
      'Accept-Encoding: identity;q=0',
      'Accept-Encoding: *;q=0',
      'Accept-Encoding:',
    ]) {
      const { status, headers, body } = await send(site, 'GET /about HTTP/1.1', [line])
      expect({ status, etag: headers.etag, body }, line).toEqual({ status: 200, etag: whole.headers.etag, body: whole.body })
      expect(headers['accept-ranges']).toBe('none')
    }
  })

  test('requests that come all at once are answered in turn', async ({ site }) => {
    const targets = ['/', '/about', '/no-such-page', '/releases/none', '/About', '/healthz', '/']
    const request = (target: string, more = '') => `GET ${target} HTTP/1.1\r\nHost: site\r\n${more}\r\n`
    const text = targets.map((target) => request(target)).join('') + request('/pricing', 'Connection: close\r\n')
    const replies = await talk(Number(new URL(site.url).port), text)
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 404, 404, 308, 200, 200, 200])
    expect(replies[6]?.body).toBe(replies[0]?.body)
    expect(replies[7]?.body).toBe((await ask(`${site.url}/pricing`)).body.toString('latin1'))
  })

  test('what is not HTTP is refused', async ({ site }) => {
    const [reply] = await talk(Number(new URL(site.url).port), 'hello\r\n\r\n')
    expect(reply).toMatchObject({ status: 400, headers: { connection: 'close' }, body: 'This is not a valid HTTP request.' })
  })
})

test('the security headers are on every kind of answer', async ({ site }) => {
  for (const path of ['/', '/no-such-page', '/api/contact', '/releases/none', '/About', '/%zz']) {
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
