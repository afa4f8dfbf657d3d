import { afterEach, expect, test, vi } from 'vitest'
import { unreachable } from './contact.copy.ts'
import { type Enquiry, request, sendEnquiry } from './enquiry.ts'

const enquiry: Enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true }

afterEach(() => vi.unstubAllGlobals())

test('an enquiry is posted as JSON, with cookies', async () => {
  const fetch = stubFetch(new Response('{}', { status: 201 }))
  await sendEnquiry(enquiry)
  const [path, init] = fetch.mock.lastCall ?? []
  expect(path).toBe('/api/contact')
  expect(init).toMatchObject({ method: 'POST', credentials: 'include', headers: { 'Content-Type': 'application/json' } })
  expect(sentBy(fetch)).toEqual(enquiry)
})

test('optional fields are sent when filled in and left out when empty', async () => {
  const fetch = stubFetch(new Response('{}'))
  await sendEnquiry({ ...enquiry, phone: '', hiringNeeds: 'tech', message: '' })
  expect(sentBy(fetch)).toEqual({ ...enquiry, hiringNeeds: 'tech' })
})

test('a request without a payload has neither body nor content type', async () => {
  const fetch = stubFetch(new Response('{}'))
  await request('GET', '/api/contact')
  const [, init] = fetch.mock.lastCall ?? []
  expect(init).toMatchObject({ method: 'GET', credentials: 'include' })
  expect(init).not.toHaveProperty('body')
  expect(init).not.toHaveProperty('headers')
})

test('a refusal is an error that names the status and what the server said', async () => {
  stubFetch(new Response('email must be an address', { status: 400, statusText: 'Bad Request' }))
  await expect(sendEnquiry(enquiry)).rejects.toThrow('400: email must be an address')
})

test('a refusal without a text names the status twice, in figures and in words', async () => {
  stubFetch(new Response('', { status: 503, statusText: 'Service Unavailable' }))
  await expect(sendEnquiry(enquiry)).rejects.toThrow('503: Service Unavailable')
})

test('no answer at all is a plain sentence, with its cause kept', async () => {
  const cause = new TypeError('Failed to fetch')
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(cause))
  await expect(sendEnquiry(enquiry)).rejects.toMatchObject({ message: unreachable, cause })
})

function stubFetch(response: Response) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

function sentBy(fetch: ReturnType<typeof stubFetch>): unknown {
  return JSON.parse(String(fetch.mock.lastCall?.[1].body))
}
