import type { VoiceConfig } from '@site/shared/site-config'
import { expect, test } from 'vitest'
import { pageHeaders } from './headers.ts'

const policyFor = (voice?: VoiceConfig, api?: string) => {
  const directives = String(
    pageHeaders('sha256-x', { ...(voice && { voice }), ...(api && { api }) })['Content-Security-Policy'],
  ).split('; ')
  return Object.fromEntries(directives.map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1)]))
}
const real = { apiUrl: 'https://api.vapi.ai', publicKey: 'key', assistantId: 'id' }

test('without a provider, scripts come from the site and nowhere else', () => {
  expect(policyFor()['script-src']).toEqual(["'self'"])
  expect(policyFor()['connect-src']).toEqual(["'self'"])
})

test('the stand-in is a part of the site and needs nothing more', () => {
  expect(policyFor({ ...real, apiUrl: '/voice-stand-in', isStandIn: true })).toEqual(policyFor())
})

test('a provider gets its own hosts, and no page gets unsafe-anything', () => {
  const policy = policyFor(real)
  expect(policy['script-src']).toContain('https://*.daily.co')
  expect(policy['connect-src']).toContain('https://api.vapi.ai')
  expect(policy['connect-src']).toContain('wss://*.dailywebrtc.com')
  expect(JSON.stringify(policy)).not.toContain('unsafe')
})

test('calls that go through the site do not need the provider’s address in the browser', () => {
  const connect = policyFor({ ...real, apiUrl: '/api/voice' })['connect-src']
  expect(connect).not.toContain('https://api.vapi.ai')
  expect(connect).toContain('https://*.daily.co')
})

test('the microphone is allowed on every page: a permission belongs to the first document of a tab', () => {
  expect(pageHeaders('sha256-x')['Permissions-Policy']).toContain('microphone=(self)')
})

test('an API on another origin is where scripts and forms may send to, and nothing else', () => {
  const api = 'https://api.example.com'
  const policy = policyFor(undefined, api)
  expect(policy).toEqual({ ...policyFor(), 'connect-src': ["'self'", api], 'form-action': ["'self'", api] })
})
