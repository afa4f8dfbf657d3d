import { expect, test, vi } from 'vitest'
import { createApi } from './app.ts'
import { readSettings } from './settings.ts'

const page = 'https://www.example.com'
const settings = readSettings({
  NODE_ENV: 'production',
  SITE_URL: 'https://api.example.com',
  SITE_ORIGINS: `${page}, http://localhost:8080`,
  VAPI_PUBLIC_KEY: 'key',
  VAPI_ASSISTANT_ID: 'assistant',
  VOICE_PROXY: '1',
})
const enquiries = { add: async () => ({ id: '1', repeated: false }), isReady: async () => true, close: async () => {} }
const onFailure = vi.fn()
const pages = {
  serve: () => false,
  formPages: () => ({ headers: {}, sent: '<a href="/about">About</a>', refused: () => '<a href="/about">About</a>' }),
  onFailure,
}
const start = (given: object = {}) => createApi({ ...settings, ...given }, enquiries, { write: () => {} }, pages)
const api = start()

const enquiry = { name: 'Helen', company: 'Northgate', email: 'helen@northgate.example', consent: true }
const failure = { remote: 'contact', version: '0123456789ab', page: '/contact', reason: 'It broke.' }
const bodies: [url: string, payload: object][] = [
  ['/api/contact', enquiry],
  ['/api/failures', failure],
  ['/api/voice/call/web', {}],
]
const fromPage = (origin: string) => ({ origin, 'sec-fetch-site': 'cross-site', host: 'api.example.com' })
const preflight = (origin: string) => ({ ...fromPage(origin), 'access-control-request-method': 'POST' })
const corsOf = (headers: object) => Object.entries(headers).filter(([name]) => name.startsWith('access-control-'))

test.each([
  ['/api/contact', 'Content-Type, Idempotency-Key'],
  ['/api/failures', 'Content-Type'],
  ['/api/voice/call/web', 'Authorization, Content-Type'],
])('a page of a listed origin may send to %s, with what it sends', async (url, allowed) => {
  const { statusCode, headers } = await api.inject({ method: 'OPTIONS', url, headers: preflight(page) })
  expect(statusCode).toBe(204)
  expect(headers).toMatchObject({
    'access-control-allow-origin': page,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': allowed,
    vary: 'Origin',
  })
})

test.each(bodies)('%s answers such a page so that it can read the answer', async (url, payload) => {
  const { headers } = await api.inject({ method: 'POST', url, payload, headers: fromPage(page) })
  expect(headers).toMatchObject({ 'access-control-allow-origin': page, vary: 'Origin' })
})

test('what refuses the enquiry can be read as well', async () => {
  const { statusCode, headers } = await api.inject({
    method: 'POST',
    url: '/api/contact',
    payload: { ...enquiry, name: '' },
    headers: fromPage(page),
  })
  expect(statusCode).toBe(400)
  expect(headers['access-control-allow-origin']).toBe(page)
})

test.each(['https://example.com', 'https://www.example.com.evil.example', 'http://www.example.com', 'null'])(
  'a page of %s gets nothing',
  async (origin) => {
    for (const [url, payload] of bodies) {
      const asked = await api.inject({ method: 'OPTIONS', url, headers: preflight(origin) })
      expect(asked.statusCode).not.toBe(204)
      const sent = await api.inject({ method: 'POST', url, payload, headers: fromPage(origin) })
      if (url !== '/api/failures') expect(sent.statusCode).toBe(403)
      expect([...corsOf(asked.headers), ...corsOf(sent.headers)]).toEqual([])
      expect(sent.headers.vary).toBe('Origin')
    }
  },
)

test('no other address is opened, to nobody', async () => {
  for (const url of ['/readyz', '/api/deploys', '/api/contact/', '/api/voice/call', '/releases/x']) {
    const { headers } = await api.inject({ method: 'OPTIONS', url, headers: preflight(page) })
    expect(corsOf(headers)).toEqual([])
  }
})

test('without SITE_ORIGINS the answers are what they were', async () => {
  const { siteOrigins: _, ...alone } = settings
  const closed = createApi(alone, enquiries, { write: () => {} }, pages)
  const asked = await closed.inject({ method: 'OPTIONS', url: '/api/contact', headers: preflight(page) })
  expect(asked.statusCode).toBe(405)
  const sent = await closed.inject({ method: 'POST', url: '/api/contact', payload: enquiry, headers: fromPage(page) })
  expect(sent.statusCode).toBe(403)
  expect(corsOf(sent.headers)).toEqual([])
  expect(sent.headers.vary).toBeUndefined()
})

test('a form without scripts gets a page whose links lead back to the site it came from', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = new URLSearchParams({ ...enquiry, consent: 'on' }).toString()
  const sent = await api.inject({ method: 'POST', url: '/api/contact', payload, headers: { ...fromPage(page), ...form } })
  expect(sent.body).toContain(`<a href="${page}/about">`)
  const again = { ...form, origin: 'https://api.example.com', 'sec-fetch-site': 'same-origin' }
  const refused = await api.inject({ method: 'POST', url: '/api/contact', payload: 'name=', headers: again })
  expect(refused.statusCode).toBe(400)
  expect(refused.body).toContain('<a href="https://api.example.com/about">')
})

test('what fails on a static export takes no release back here', async () => {
  onFailure.mockClear()
  await api.inject({ method: 'POST', url: '/api/failures', payload: failure, headers: fromPage(page) })
  expect(onFailure).not.toHaveBeenCalled()
  await api.inject({ method: 'POST', url: '/api/failures', payload: failure, headers: fromPage('https://api.example.com') })
  expect(onFailure).toHaveBeenCalledOnce()
})

test.each(['*', 'https://www.example.com/', 'www.example.com', 'https://a.example,,'])(
  "SITE_ORIGINS '%s' is refused",
  (given) => {
    expect(() => readSettings({ SITE_ORIGINS: given })).toThrow(/^SITE_ORIGINS has '.*': it should be origins such as/)
  },
)
