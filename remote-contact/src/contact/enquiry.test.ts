import type { Enquiry } from '@site/shared/enquiry'
import { provideSiteConfig, type SiteConfig } from '@site/shared/site-config'
import { afterEach, expect, test, vi } from 'vitest'
import { unreachable } from './contact.copy.ts'
import { sendEnquiry, sending } from './enquiry.ts'
import { fetchByKey, queryClient } from './query-client.ts'
import { request } from './request.ts'

const enquiry: Enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true }

provideSiteConfig({} as SiteConfig)

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

test('the same content again has the same key; other content, or a next enquiry, has another', async () => {
  const fetch = stubFetch(new Response('{}', { status: 201 }))
  const keyOf = async (sent: Enquiry) => {
    await sendEnquiry(sent)
    return new Headers(fetch.mock.lastCall?.[1].headers).get('idempotency-key')
  }
  const first = await keyOf(enquiry)
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(await keyOf(enquiry)).toBe(first)
  const changed = await keyOf({ ...enquiry, message: 'More' })
  expect(changed).not.toBe(first)
  await sending.onSuccess()
  expect(await keyOf({ ...enquiry, message: 'More' })).not.toBe(changed)
})

test('what was read from /api/contact is out of date once an enquiry was sent, and nothing else is', async () => {
  queryClient.setQueryData(['/api/contact', 'mine'], 1)
  queryClient.setQueryData(['/api/plans'], 1)
  await sending.onSuccess()
  expect(queryClient.getQueryState(['/api/contact', 'mine'])?.isInvalidated).toBe(true)
  expect(queryClient.getQueryState(['/api/plans'])?.isInvalidated).toBe(false)
})

test('data is fetched by GET on the joined key and parsed', async () => {
  const fetch = stubFetch(Response.json({ open: 3 }))
  expect(await fetchByKey({ queryKey: ['/api/contact', 'mine', 7] })).toEqual({ open: 3 })
  expect(fetch.mock.lastCall?.[0]).toBe('/api/contact/mine/7')
  expect(fetch.mock.lastCall?.[1]).toMatchObject({ method: 'GET', credentials: 'include' })
})

test('a 401 is an error, and nothing is tried twice', async () => {
  const fetch = stubFetch(new Response('Who are you?', { status: 401 }))
  await expect(queryClient.fetchQuery({ queryKey: ['/api/secret'] })).rejects.toThrow('401: Who are you?')
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('data is never out of date by itself and is kept for 5 minutes when nobody needs it', () => {
  expect(queryClient.getDefaultOptions()).toMatchObject({
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 300_000,
      retry: false,
      refetchInterval: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  })
})

function stubFetch(response: Response) {
  const fetch = vi.fn<(path: string, init: RequestInit) => Promise<Response>>().mockResolvedValue(response)
  vi.stubGlobal('fetch', fetch)
  return fetch
}

function sentBy(fetch: ReturnType<typeof stubFetch>): unknown {
  return JSON.parse(String(fetch.mock.lastCall?.[1].body))
}

test('a page whose API is on another origin sends there', async () => {
  const fetch = stubFetch(new Response('{}', { status: 201 }))
  provideSiteConfig({ api: 'https://api.example.com' } as SiteConfig)
  await sendEnquiry(enquiry)
  provideSiteConfig({} as SiteConfig)
  expect(fetch.mock.lastCall?.[0]).toBe('https://api.example.com/api/contact')
})
