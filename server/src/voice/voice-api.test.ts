import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createApi } from '../app.ts'
import { readSettings } from '../settings.ts'
import { voiceApi } from './voice-api.ts'

interface Received {
  path?: string
  headers: http.IncomingHttpHeaders
  body: unknown
}

const created = {
  id: 'call-1',
  webCallUrl: 'https://example.daily.co/room',
  artifactPlan: { videoRecordingEnabled: false, recordingEnabled: false },
  assistant: { name: 'Recruiter', model: { messages: ['secret prompt'] }, voice: { provider: 'azure', voiceId: 'x' } },
  transport: { provider: 'daily', callToken: 'token' },
  orgId: 'org-1',
}

let received: Received[] = []
let log = ''
let answer: (response: http.ServerResponse) => void

const provider = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  received.push({ path: request.url, headers: request.headers, body: JSON.parse(body) })
  answer(response)
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const json = (status: number, body: unknown) => (response: http.ServerResponse) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

beforeEach(() => {
  received = []
  log = ''
  answer = json(201, created)
})

const proxy = { apiUrl, key: 'key-that-stays-here', assistantId: 'assistant-1', callsPerVisitor: 2, callsPerDay: 3 }
const settings = readSettings({ NODE_ENV: 'production' })
const enquiries = { add: async () => ({ id: '', repeated: false }), isReady: async () => true, close: async () => {} }

/** Starts calls as the SDK does, on a server of its own. */
function visit(given: Partial<typeof proxy> = {}, timing: { now?: () => number; patience?: number } = {}) {
  const app = createApi(settings, enquiries, { write: (line) => (log += line) })
  voiceApi(app, { ...proxy, ...given }, timing)
  return (
    request: { ip?: string; headers?: Record<string, string>; payload?: string | object } = {},
  ): Promise<{ statusCode: number; headers: Record<string, unknown>; body: string; json: () => unknown }> =>
    app.inject({
      method: 'POST',
      url: '/api/voice/call/web',
      remoteAddress: request.ip ?? '203.0.113.7',
      headers: {
        host: 'www.fairlead.example',
        origin: 'https://www.fairlead.example',
        authorization: 'Bearer proxy',
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        ...request.headers,
      },
      payload: request.payload ?? { assistantId: 'proxy' },
    })
}

test('a call is made with our key and our assistant, whatever the browser asks for', async () => {
  const call = visit()
  const payload = {
    assistantId: 'another',
    assistant: { firstMessage: 'Free of charge!' },
    assistantOverrides: { maxDurationSeconds: 43_200 },
    squadId: 'squad',
  }
  const response = await call({ payload, headers: { cookie: 'session=1' } })
  expect(response.statusCode).toBe(201)
  expect(received).toMatchObject([{ path: '/call/web', body: {} }])
  expect(received[0]?.body).toEqual({ assistantId: 'assistant-1' })
  expect(received[0]?.headers).toMatchObject({
    authorization: 'Bearer key-that-stays-here',
    origin: 'https://www.fairlead.example',
    'content-type': 'application/json',
  })
  expect(received[0]?.headers.cookie).toBeUndefined()
})

test('the browser gets the fields that the SDK reads, not the prompt', async () => {
  const response = await visit()()
  expect(response.json()).toEqual({
    id: 'call-1',
    webCallUrl: 'https://example.daily.co/room',
    artifactPlan: { videoRecordingEnabled: false },
    assistant: { voice: { provider: 'azure' } },
    transport: { callToken: 'token' },
  })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('fields that the provider leaves out are left out', async () => {
  answer = json(200, { id: 'call-1', webCallUrl: 'https://example.daily.co/room' })
  const response = await visit()()
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({ id: 'call-1', webCallUrl: 'https://example.daily.co/room' })
})

test('after the last call a visitor reads when to try again, and the provider is not asked', async () => {
  const call = visit({}, { now: () => Date.parse('2026-11-02T12:00:00Z') })
  await call()
  await call()
  const response = await call()
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('86400')
  expect(response.json()).toEqual({
    message:
      'Your connection has used its demo calls for now (2 in 24 hours). Please try again in 24 hours, or book a consultation.',
    error: 'Too Many Requests',
    statusCode: 429,
  })
  expect(received).toHaveLength(2)
  expect((await call({ ip: '203.0.113.8' })).statusCode).toBe(201)
})

test('when the calls of the day are used up, everybody is refused', async () => {
  const call = visit({}, { now: () => Date.parse('2026-11-02T18:30:00Z') })
  for (const ip of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) expect((await call({ ip })).statusCode).toBe(201)
  const response = await call({ ip: '203.0.113.4' })
  expect(response.statusCode).toBe(429)
  expect(response.json()).toMatchObject({
    message: 'The demo has taken all its calls for today. Please try again in 6 hours, or book a consultation.',
  })
})

test('many calls at once do not pass the limit', async () => {
  const call = visit()
  const responses = await Promise.all(Array.from({ length: 10 }, () => call()))
  expect(responses.filter((response) => response.statusCode === 201)).toHaveLength(2)
  expect(received).toHaveLength(2)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ 'sec-fetch-site': '', origin: 'https://evil.example' }],
  [{ 'sec-fetch-site': '', origin: 'null' }],
  [{ 'sec-fetch-site': '', origin: '' }],
])('a request with %o is not from this site', async (headers) => {
  const response = await visit()({ headers })
  expect(response.statusCode).toBe(403)
  expect(response.json()).toEqual({
    message: 'Demo calls can only be started from a page of this site.',
    error: 'Forbidden',
    statusCode: 403,
  })
  expect(received).toEqual([])
})

test('a browser without Sec-Fetch-Site is known by its origin', async () => {
  expect((await visit()({ headers: { 'sec-fetch-site': '' } })).statusCode).toBe(201)
})

test.each([
  [401, 'The voice demo is not available at the moment.', 'Unauthorized'],
  [400, 'The voice demo is not available at the moment.', 'Bad Request'],
  [429, 'The demo line is busy.', 'Too Many Requests'],
  [500, 'The voice service did not answer as it should.', 'Internal Server Error'],
])('when the provider answers %i the visitor reads a sentence and the log has the reason', async (status, sentence, error) => {
  answer = json(status, { message: [`Invalid Key key-that-stays-here`], error, statusCode: status })
  const response = await visit()()
  expect(response.statusCode).toBe(status)
  expect(response.json()).toEqual({ message: expect.stringContaining(sentence), error, statusCode: status })
  expect(log).toContain('Invalid Key [key]')
  expect(response.body + log).not.toContain('key-that-stays-here')
})

test.each<[string, (response: http.ServerResponse) => void, string]>([
  ['drops the connection', (response) => response.destroy(), 'fetch failed: other side closed'],
  ['takes too long', () => {}, 'aborted due to timeout'],
  ['starts to answer and takes too long', (response) => response.writeHead(201).write('{'), 'aborted due to timeout'],
  ['answers with a page', (response) => response.writeHead(201).end('<html>'), 'is not valid JSON'],
  ['answers with nothing', json(201, null), 'Cannot destructure'],
  ['forgets the room', json(201, { id: 'call-1' }), 'The answer has no webCallUrl.'],
  ['sends us elsewhere', (response) => response.writeHead(307, { Location: '/elsewhere' }).end(), 'unexpected redirect'],
])('a provider that %s is a 502, and logged', async (_, misbehave, reason) => {
  answer = misbehave
  const response = await visit({}, { patience: 300 })()
  expect(response.statusCode).toBe(502)
  expect(response.json()).toEqual({
    message: 'The voice service did not answer as it should. Please try again in a minute, or book a consultation.',
    error: 'Bad Gateway',
    statusCode: 502,
  })
  expect(log).toContain(reason)
})

test('a provider that is not there is a 502, and logged', async () => {
  const response = await visit({ apiUrl: 'http://127.0.0.1:1' })()
  expect(response.statusCode).toBe(502)
  expect(log).toMatch(/fetch failed: (bad port|connect ECONNREFUSED)/)
})

test('a key that can not be sent does not reach the log', async () => {
  const response = await visit({ key: 'key\nwith a line break' })()
  expect(response.statusCode).toBe(502)
  expect(log).toContain('[key]')
  expect(log).not.toContain('with a line break')
})

test('a call that failed does not count', async () => {
  const call = visit({ callsPerVisitor: 1, callsPerDay: 1 })
  answer = json(500, {})
  for (let attempt = 0; attempt < 3; attempt++) expect((await call()).statusCode).toBe(500)
  answer = json(201, created)
  expect((await call()).statusCode).toBe(201)
  expect((await call()).statusCode).toBe(429)
})

test('a body of more than 16 kB is refused, in the form that the SDK reads', async () => {
  const response = await visit()({ payload: { assistant: 'x'.repeat(16_384) } })
  expect(response.statusCode).toBe(413)
  expect(response.json()).toMatchObject({ error: 'Payload Too Large', statusCode: 413 })
  expect(received).toEqual([])
})

test('without a proxy there is nothing at the address', async () => {
  const app = createApi(settings, enquiries, { write: () => {} })
  voiceApi(app, undefined)
  expect((await app.inject({ method: 'POST', url: '/api/voice/call/web', payload: {} })).statusCode).toBe(404)
})
