import type { AddressInfo } from 'node:net'
import vm from 'node:vm'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faults } from './faults.ts'
import { voiceStandIn } from './voice-stand-in.ts'

const bundle = '/voice-stand-in/c.daily.co/call-machine/versioned/0.87.0/static/call-machine-object-bundle.js'
let app = Fastify()

beforeEach(() => {
  app = Fastify()
  voiceStandIn(app)
})
afterEach(() => app.close())

const call = (payload: object = { assistantId: 'stand-in' }, authorization = 'Bearer stand-in') =>
  app.inject({ method: 'POST', url: '/voice-stand-in/call/web', payload, headers: { authorization } })
const put = (address: 'fault' | 'pace', payload: object) =>
  app.inject({ method: 'PUT', url: `/voice-stand-in/${address}`, payload })
const get = (url: string) => app.inject({ url })
const record = async () => (await get('/voice-stand-in/record')).json()

/** On a real port: what happens to a connection is not seen by inject. */
async function listen(): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

const callFrom = (origin: string) =>
  fetch(`${origin}/voice-stand-in/call/web`, {
    method: 'POST',
    headers: { authorization: 'Bearer stand-in', 'content-type': 'application/json' },
    body: '{"assistantId":"stand-in"}',
  })

test('a web call is answered with the address of a room', async () => {
  const response = await call()
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({ assistant: { voice: {} }, artifactPlan: { videoRecordingEnabled: false } })
  expect(new URL(response.json().webCallUrl).pathname).toBe(`/${response.json().id}`)
  expect(await record()).toMatchObject({ calls: [{ id: response.json().id, fault: null, body: { assistantId: 'stand-in' } }] })
})

test("a web call with another key is refused in the provider's words", async () => {
  const response = await call({ assistantId: 'stand-in' }, 'Bearer sk-secret')
  expect(response.json()).toEqual({
    message: 'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
    error: 'Unauthorized',
    statusCode: 401,
  })
  expect(response.statusCode).toBe(401)
})

test('a web call for nobody is refused with a list of messages', async () => {
  const response = await call({ assistantOverrides: {} })
  expect(response.statusCode).toBe(400)
  expect(response.json().message).toEqual([expect.stringContaining('assistantId')])
})

test('the call machine is one classic script that compiles, and nobody keeps it', async () => {
  const response = await get(bundle)
  expect(response.headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-store' })
  expect(() => new vm.Script(response.body)).not.toThrow()
  expect(await record()).toMatchObject({ versions: ['0.87.0'], unknown: [] })
})

test('what is asked for elsewhere is not there, and is recorded', async () => {
  for (const method of ['GET', 'DELETE', 'POST'] as const)
    expect((await app.inject({ method, url: '/voice-stand-in/call' })).statusCode).toBe(404)
  expect((await get('/voice-stand-in/call/web')).statusCode).toBe(404)
  expect((await record()).unknown).toEqual([
    'GET /voice-stand-in/call',
    'DELETE /voice-stand-in/call',
    'POST /voice-stand-in/call',
    'GET /voice-stand-in/call/web',
  ])
})

test('what a call machine does not know is recorded until the record is emptied', async () => {
  await app.inject({ method: 'POST', url: '/voice-stand-in/record', payload: { unknown: 'fly' } })
  expect((await record()).unknown).toEqual(['fly'])
  await app.inject({ method: 'DELETE', url: '/voice-stand-in/record' })
  expect(await record()).toEqual({ calls: [], versions: [], unknown: [] })
})

test.each([
  ['web-call-400', 400],
  ['web-call-401', 401],
  ['web-call-403', 403],
  ['web-call-429', 429],
  ['web-call-500', 500],
])('%s answers one call as the provider would, and the next call works', async (fault, status) => {
  await put('fault', { fault })
  const response = await call()
  expect(response.statusCode).toBe(status)
  expect(response.json()).toMatchObject({ message: expect.anything(), statusCode: status })
  expect((await call()).statusCode).toBe(201)
})

test('a fault may be chosen for more than one call, and taken back', async () => {
  await put('fault', { fault: 'web-call-502', times: 3 })
  expect((await call()).headers['content-type']).toBe('text/html; charset=utf-8')
  expect((await call()).statusCode).toBe(502)
  await put('fault', { fault: null })
  expect((await call()).statusCode).toBe(201)
})

test('a web call without an address is made all the same', async () => {
  await put('fault', { fault: 'web-call-without-url' })
  const response = await call()
  expect(response.statusCode).toBe(201)
  expect(response.json().webCallUrl).toBeUndefined()
})

test("a fault of the script lasts for all of its call's attempts", async () => {
  await put('fault', { fault: 'bundle-missing' })
  await call()
  expect((await get(bundle)).statusCode).toBe(404)
  expect((await get(bundle)).statusCode).toBe(404)
  await call()
  expect((await get(bundle)).statusCode).toBe(200)
})

test('the call machine learns of its fault and its pace from the address of the room', async () => {
  await put('pace', { factor: 10 })
  await put('fault', { fault: 'network-drop' })
  expect((await call()).json().webCallUrl).toMatch(/\?pace=10&fault=network-drop$/)
  expect((await call()).json().webCallUrl).toMatch(/\?pace=10$/)
})

test('every fault of the call machine is known to its script', async () => {
  const script = (await get(bundle)).body
  for (const { name } of faults.filter((fault) => fault.where === 'machine')) expect(script).toMatch(new RegExp(`'?${name}'?`))
})

test('an unknown fault is refused with the names of all', async () => {
  const response = await put('fault', { fault: 'sharks' })
  expect(response.statusCode).toBe(400)
  expect(response.body).toMatch(/^The fault should be null or one of: web-call-400, .*never-leaves\.$/)
  expect((await put('fault', {})).statusCode).toBe(400)
  expect((await put('fault', { fault: 'ejected', times: 0 })).body).toBe('times should be a whole number above 0.')
  expect((await put('pace', { factor: 'fast' })).statusCode).toBe(400)
})

test('a dropped call breaks its connection, and the next call works', async () => {
  const origin = await listen()
  await put('fault', { fault: 'web-call-dropped' })
  await expect(callFrom(origin)).rejects.toThrow('fetch failed')
  expect((await callFrom(origin)).status).toBe(201)
})

test('a connection that has carried answers breaks without using up the fault: browsers repeat such a call', async () => {
  const origin = await listen()
  await (await callFrom(origin)).text()
  await put('fault', { fault: 'web-call-dropped' })
  await expect(callFrom(origin)).rejects.toThrow('fetch failed')
  await expect(callFrom(origin)).rejects.toThrow('fetch failed')
  expect((await callFrom(origin)).status).toBe(201)
})

test('a call that hangs ends when the server closes', async () => {
  const origin = await listen()
  await put('fault', { fault: 'web-call-hangs' })
  const hanging = expect(callFrom(origin)).rejects.toThrow('fetch failed')
  while ((await record()).calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  await app.close()
  await hanging
})
