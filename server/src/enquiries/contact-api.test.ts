import { randomUUID } from 'node:crypto'
import net, { type AddressInfo } from 'node:net'
import type { Enquiry } from '@site/shared/enquiry'
import type { InjectOptions } from 'fastify'
import { beforeEach, expect, test, vi } from 'vitest'
import { createApi } from '../app.ts'
import { readSettings, type Settings } from '../settings.ts'
import { type EnquiryStore, KeyReusedError, StoreUnavailableError } from './enquiries.ts'

const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true }
const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonType = { 'content-type': 'application/json' }

let stored: Enquiry[] = []
let log = ''

/** Stores in memory, as the real one does on disk. */
function memoryStore(): EnquiryStore {
  const attempts = new Map<string, { id: string; content: string }>()
  return {
    async add(given, key = randomUUID()) {
      const content = JSON.stringify(given)
      const first = attempts.get(key)
      if (first && first.content !== content) throw new KeyReusedError()
      if (first) return { id: first.id, repeated: true }
      const id = randomUUID()
      attempts.set(key, { id, content })
      stored.push(given)
      return { id, repeated: false }
    },
    isReady: async () => true,
    close: async () => {},
  }
}

const settings = readSettings({ NODE_ENV: 'production', SITE_URL: 'https://www.fairlead.example' })

function start(given: Partial<Settings> = {}, store = memoryStore()) {
  return createApi({ ...settings, enquiryLimits: { perVisitor: 1000, perHour: 1000 }, ...given }, store, {
    write: (line) => (log += line),
  })
}

let api = start()
beforeEach(() => {
  stored = []
  log = ''
  api = start()
})

const post = (request: InjectOptions = {}, app = api) =>
  app.inject({ method: 'POST', url: '/api/contact', headers: jsonType, payload: JSON.stringify(enquiry), ...request })

const json = (fields: object) => ({ payload: JSON.stringify({ ...enquiry, ...fields }) })
const raw = (payload: string | Buffer) => ({ payload })
const typed = (contentType: string) => ({ headers: { 'content-type': contentType } })
const from = (headers: Record<string, string>) => ({ headers: { ...jsonType, ...headers } })
const encoded = (fields: Record<string, string>) =>
  new URLSearchParams({
    name: 'Helen',
    company: 'Northgate',
    email: 'helen@northgate.example',
    consent: 'on',
    ...fields,
  }).toString()
const form = (payload: string | Buffer) => ({ headers: formType, payload })
const deep = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`

const hostile: [what: string, request: InjectOptions, status: number][] = [
  ['an empty body', raw(''), 400],
  ['half a JSON', raw('{"name":"Helen"'), 400],
  ['JSON with a comment', raw('{"name":"x"/*,*/}'), 400],
  ['JSON with a comma too many', raw('{"name":"x",}'), 400],
  ['two JSON values', raw('{}{}'), 400],
  ['NaN', raw('NaN'), 400],
  ['null', raw('null'), 400],
  ['a number', raw('7'), 400],
  ['a string', raw('"hello"'), 400],
  ['a list', raw(JSON.stringify([enquiry])), 400],
  ['an empty object', raw('{}'), 400],
  ['bytes that are not UTF-8', raw(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), 400],
  ['UTF-16', raw(Buffer.from(JSON.stringify(enquiry), 'utf16le')), 400],
  ['compressed bytes', raw(Buffer.from('H4sIAAAAAAAAA6tWKkktLlGyUlAqS8wpTtVRAAJYtXlMFgAAAA==', 'base64')), 400],
  ['lists 8000 deep', raw(deep(8000)), 400],
  ['objects 2000 deep', raw(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`), 400],
  ['more than 16 kB', json({ message: 'x'.repeat(17_000) }), 413],
  ['more than 16 kB of spaces', raw(JSON.stringify(enquiry) + ' '.repeat(17_000)), 413],
  ['a megabyte', raw('x'.repeat(1_000_000)), 413],
  ['a field twice', raw(JSON.stringify(enquiry).replace('{', '{"consent":false,')), 400],
  ['a field twice, once escaped', raw(JSON.stringify(enquiry).replace('{', '{"n\\u0061me":"x",')), 400],
  ['__proto__', raw(JSON.stringify(enquiry).replace('{', '{"__proto__":{"consent":true},')), 400],
  ['constructor', json({ constructor: { prototype: { admin: true } } }), 400],
  ['toString', json({ toString: 'x' }), 400],
  ['a field that nobody knows', json({ admin: true }), 400],
  ['the field that people do not see', json({ subject: '' }), 400],
  ['an id of its own', json({ id: '1' }), 400],
  ['a name that is missing', json({ name: undefined }), 400],
  ['a name of null', json({ name: null }), 400],
  ['a name of spaces', json({ name: ' \u00a0\u2003' }), 400],
  ['a name that is a number', json({ name: 7 }), 400],
  ['a name that is a list', json({ name: ['Helen'] }), 400],
  ['a name that is an object', json({ name: { $ne: null } }), 400],
  ['a name of two lines', json({ name: 'Helen\r\nBcc: all@example.com' }), 400],
  ['a name with U+2028', json({ name: 'Helen\u2028Marsh' }), 400],
  ['a name with a null byte', json({ name: 'Helen\u0000' }), 400],
  ['a name with a C1 control', json({ name: 'Helen\u0085Marsh' }), 400],
  ['a name that runs backwards', json({ name: 'Helen \u202etxt.exe' }), 400],
  ['half a surrogate pair', raw(JSON.stringify(enquiry).replace('Helen', '\\ud83d')), 400],
  ['a name of 201 characters', json({ name: 'x'.repeat(201) }), 400],
  ['a company with an escape sequence', json({ company: '\u001b[31mred' }), 400],
  ['a company of nothing', json({ company: '' }), 400],
  ['an address of nothing', json({ email: '' }), 400],
  ['an address without a domain', json({ email: 'helen' }), 400],
  ['an address without a dot', json({ email: 'helen@localhost' }), 400],
  ['two addresses', json({ email: 'a@b.example,c@d.example' }), 400],
  ['an address with a header', json({ email: 'a@b.example\r\nBcc: c@d.example' }), 400],
  ['an address in brackets', json({ email: 'Helen <a@b.example>' }), 400],
  ['an address with a space', json({ email: 'a b@c.example' }), 400],
  ['an address with two @', json({ email: 'a@b@c.example' }), 400],
  ['an address with two dots', json({ email: 'a..b@c.example' }), 400],
  ['an address with a dash before its domain', json({ email: 'a@-c.example' }), 400],
  ['an address that is slow to check', json({ email: `${'a.'.repeat(3000)}@` }), 400],
  ['an address too long', json({ email: `${'a'.repeat(250)}@b.example` }), 400],
  ['a phone number that is a number', json({ phone: 442079460321 }), 400],
  ['a phone number too long', json({ phone: '0'.repeat(51) }), 400],
  ['a phone number of two lines', json({ phone: '020\n7946' }), 400],
  ['a need that nobody has', json({ hiringNeeds: 'magic' }), 400],
  ['a need in capitals', json({ hiringNeeds: 'TECH' }), 400],
  ['two needs', json({ hiringNeeds: ['tech', 'sales'] }), 400],
  ['a message with a bell', json({ message: 'ring\u0007' }), 400],
  ['a message too long', json({ message: 'x'.repeat(5001) }), 400],
  ['a message that is false', json({ message: false }), 400],
  ['consent refused', json({ consent: false }), 400],
  ['consent in words', json({ consent: 'true' }), 400],
  ['consent as a number', json({ consent: 1 }), 400],
  ['no consent', json({ consent: undefined }), 400],
  ['plain text', typed('text/plain'), 415],
  ['no content type', { headers: {} }, 415],
  ['a content type that is none', typed('json'), 415],
  ['multipart', typed('multipart/form-data; boundary=x'), 415],
  ['XML', { ...typed('application/xml'), payload: '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>' }, 415],
  ['JSON of another kind', typed('application/csp-report'), 415],
  ['another site', from({ 'sec-fetch-site': 'cross-site' }), 403],
  ['a sister site', from({ 'sec-fetch-site': 'same-site', origin: 'https://other.fairlead.example' }), 403],
  ['another origin', from({ origin: 'https://evil.example' }), 403],
  ['another port', from({ origin: 'http://localhost:81' }), 403],
  ['an origin of null', from({ origin: 'null' }), 403],
  ['an origin that is none', from({ origin: 'evil' }), 403],
  ['a form of another site', { ...form(encoded({})), headers: { ...formType, 'sec-fetch-site': 'cross-site' } }, 403],
  ['a key too short', from({ 'idempotency-key': 'x' }), 400],
  ['a key too long', from({ 'idempotency-key': 'x'.repeat(129) }), 400],
  ['a key with spaces', from({ 'idempotency-key': 'one two three' }), 400],
  ['a form without consent', form(encoded({ consent: '' })), 400],
  ['a form with a broken escape', form(`${encoded({})}&message=%E0%A4%A`), 400],
  ['a form that is not UTF-8', form(`${encoded({})}&message=%ff`), 400],
  ['a form with a field twice', form(`${encoded({})}&name=Other`), 400],
  ['a form with a field that nobody knows', form(encoded({ admin: '1' })), 400],
  ['a form of nothing', form(''), 400],
  ['a form that holds more than 16 kB', form(encoded({ message: 'x'.repeat(17_000) })), 413],
  ['a form of a megabyte', form(`message=${'x'.repeat(1_000_000)}`), 413],
  ['GET', { method: 'GET', payload: undefined }, 405],
  ['PUT', { method: 'PUT' }, 405],
  ['PATCH', { method: 'PATCH' }, 405],
  ['DELETE', { method: 'DELETE' }, 405],
  ['OPTIONS', { method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } }, 405],
]

test.each(hostile)('%s is refused, and nothing is stored', async (_, request, status) => {
  const response = await post(request)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
  expect(response.body).toMatch(/^[A-Z].{15,200}\.$/s)
  expect(stored).toEqual([])
  expect(log).not.toContain('"level":50')
})

test('there are at least 60 hostile requests, and the server answers as before after all of them', async () => {
  expect(hostile.length).toBeGreaterThanOrEqual(60)
  for (const [, request] of hostile) await post(request)
  expect((await post()).statusCode).toBe(201)
  expect(stored).toEqual([enquiry])
})

test('what is not HTTP gets a sentence, and the server goes on', async () => {
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as AddressInfo
  const ask = (bytes: string) =>
    new Promise<string>((resolve) => {
      let answer = ''
      const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (data) => (answer += data)).on('close', () => resolve(answer))
    })
  expect(await ask('hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*This is not a valid HTTP request\.$/s)
  const smuggled = 'POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'
  expect(await ask(smuggled)).toMatch(/^HTTP\/1.1 400 /)
  expect((await post()).statusCode).toBe(201)
  await api.close()
})

test.each([
  ['the address of the site', { origin: 'https://www.fairlead.example' }],
  ['the host it was sent to', { host: 'staging.example:8443', origin: 'https://staging.example:8443' }],
  ['the same origin', { 'sec-fetch-site': 'same-origin', origin: 'https://anything.example' }],
  ['the address bar', { 'sec-fetch-site': 'none' }],
  ['no browser', {}],
])('an enquiry from %s is taken', async (_, headers) => {
  expect((await post(from(headers as Record<string, string>))).statusCode).toBe(201)
})

test.each(["o'brien+jobs@mail.northgate.example", 'søren@ærø.example', 'a@xn--r-0ga.example', '用户@例子.广告', 'x@1.co'])(
  'the address %s is taken',
  async (email) => {
    expect((await post(json({ email }))).statusCode).toBe(201)
  },
)

test('the same key and content is answered as the first time; with other content it is refused', async () => {
  const headers = { ...jsonType, 'idempotency-key': 'attempt-0001' }
  const first = await post({ headers })
  const again = await post({ headers })
  expect(again.statusCode).toBe(201)
  expect(again.json()).toEqual(first.json())
  expect(stored).toHaveLength(1)
  const other = await post({ headers, ...json({ message: 'More' }) })
  expect(other.statusCode).toBe(422)
  expect(other.body).toContain('was used for another enquiry')
  expect(stored).toHaveLength(1)
})

test('a form sent twice by the same visitor is stored once, by another visitor again', async () => {
  await post(form(encoded({ phone: '' })))
  expect((await post(form(encoded({ phone: '' })))).statusCode).toBe(201)
  expect(stored).toEqual([{ name: 'Helen', company: 'Northgate', email: 'helen@northgate.example', consent: true }])
  await post({ ...form(encoded({})), remoteAddress: '203.0.113.9' })
  expect(stored).toHaveLength(2)
})

test('a form of 5000 letters that need three bytes each is taken', async () => {
  const message = '漢'.repeat(5000)
  expect((await post(form(encoded({ message })))).statusCode).toBe(201)
  expect(stored[0]?.message).toBe(message)
})

test('a form in which the hidden field is filled in is told success; nothing is stored, and the log has it', async () => {
  const response = await post(form(encoded({ subject: 'Cheap pills', admin: 'x' })))
  expect(response.statusCode).toBe(201)
  expect(response.body).toContain('Message Sent Successfully!')
  expect(stored).toEqual([])
  expect(log).toContain('a program filled in the form')
})

test('a visitor who sends too many is told when to try again, others are not', async () => {
  const app = start({ enquiryLimits: { perVisitor: 2, perHour: 1000 } })
  const send = (remoteAddress: string) => post({ remoteAddress }, app)
  await send('203.0.113.7')
  await send('203.0.113.7')
  const refused = await send('203.0.113.7')
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('3600')
  expect(refused.body).toBe(
    'Too many enquiries were sent from here. Please try again in 60 minutes, or write to hello@fairlead.example.',
  )
  expect((await send('203.0.113.8')).statusCode).toBe(201)
  expect(stored).toHaveLength(3)
})

test('many at once do not pass the limit of all visitors, which ends with the hour', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const app = start({ enquiryLimits: { perVisitor: 1000, perHour: 3 } })
  const send = (host: number) => post({ remoteAddress: `203.0.113.${host}` }, app)
  const statuses = (await Promise.all([1, 2, 3, 4, 5, 6].map(send))).map((response) => response.statusCode)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  vi.setSystemTime(Date.now() + 3_600_000)
  expect((await send(7)).statusCode).toBe(201)
  vi.useRealTimers()
})

test('repeats and bad input do not count', async () => {
  const app = start({ enquiryLimits: { perVisitor: 2, perHour: 2 } })
  const headers = { ...jsonType, 'idempotency-key': 'attempt-0001' }
  for (let attempt = 0; attempt < 5; attempt++) expect((await post({ headers }, app)).statusCode).toBe(201)
  for (let attempt = 0; attempt < 5; attempt++) expect((await post(json({ name: 7 }), app)).statusCode).toBe(400)
  expect((await post({}, app)).statusCode).toBe(201)
  expect((await post({}, app)).statusCode).toBe(429)
})

test('X-Forwarded-For counts only when the proxy is trusted', async () => {
  const enquiryLimits = { perVisitor: 1, perHour: 1000 }
  const send = (app: typeof api, client: string) =>
    post({ ...from({ 'x-forwarded-for': client }), remoteAddress: '10.0.0.1' }, app)
  const alone = start({ enquiryLimits })
  expect((await send(alone, '203.0.113.1')).statusCode).toBe(201)
  expect((await send(alone, '203.0.113.2')).statusCode).toBe(429)
  const behind = start({ enquiryLimits, trustProxy: ['10.0.0.0/8'] })
  expect((await send(behind, '203.0.113.1')).statusCode).toBe(201)
  expect((await send(behind, '203.0.113.2')).statusCode).toBe(201)
  expect((await send(behind, '203.0.113.2')).statusCode).toBe(429)
})

test.each([
  ['away', new StoreUnavailableError(new Error('disk I/O error')), 503, 'nothing was stored'],
  ['broken', new Error('oops: secret'), 500, 'Something went wrong on our side.'],
])(
  'a store that is %s is a sentence for the visitor and a line in the log, and does not count',
  async (_, error, status, sentence) => {
    const app = start({ enquiryLimits: { perVisitor: 1, perHour: 1 } }, { ...memoryStore(), add: () => Promise.reject(error) })
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await post({}, app)
      expect(response.statusCode).toBe(status)
      expect(response.body).toContain(sentence)
      expect(response.body).not.toContain('secret')
    }
    expect(log).toContain('an enquiry could not be stored')
  },
)

test('the log has nobody’s data', async () => {
  await post()
  await post(json({ email: 'helen@' }))
  await post(form(encoded({ message: 'Six roles' })))
  expect(log).toContain('enquiry stored')
  expect(log).not.toMatch(/Helen|Northgate|northgate|Six roles|127\.0\.0\.1/)
})
