import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { hasChoice, keepChoice, readChoice, takeChoice } from './choice.ts'

const asking = (url: string, cookie?: string) => ({ url, headers: { cookie } }) as IncomingMessage
const choice = { preview: 'preview-form.1.x', overrides: { contact: 'http://localhost:3003', demo: 'http://localhost:3002' } }

test('what is kept in cookies is read from them again, beside cookies of others', () => {
  const cookies = keepChoice(choice, true).map((cookie) => cookie.split(';', 1)[0])
  expect(readChoice(asking('/', ['theme=dark', ...cookies, 'x'].join('; ')))).toEqual(choice)
})

test('cookies are for this site alone, by https where it has it, and what is not chosen is forgotten', () => {
  const [preview, overrides] = keepChoice({ preview: 'p', overrides: {} }, true)
  expect(preview).toBe('site-preview=p; Path=/; HttpOnly; SameSite=Lax; Secure')
  expect(overrides).toBe('site-overrides=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0')
  expect(keepChoice(choice, false).join()).not.toContain('Secure')
})

test('an address is read and stripped of its choice, the rest of it stays', () => {
  expect(takeChoice('?a=1&preview=p&remote.contact=http://localhost:3003&b=2')).toEqual({
    choice: { preview: 'p', overrides: { contact: 'http://localhost:3003' } },
    rest: 'a=1&b=2',
  })
  expect(takeChoice('')).toEqual({ choice: { overrides: {} }, rest: '' })
})

test.each([undefined, '', 'theme=dark', 'site-overrides=%', 'site-preview'])('cookies %j are no choice', (cookie) => {
  expect(readChoice(asking('/', cookie))).toEqual({ overrides: {} })
})

test('a request without any sign of a choice is passed over', () => {
  expect(hasChoice(asking('/contact', 'theme=dark'))).toBe(false)
  for (const url of ['/?preview=p', '/contact?a=1&preview=p', '/?remote.contact=http://localhost:3003'])
    expect(hasChoice(asking(url)), url).toBe(true)
  expect(hasChoice(asking('/', 'site-preview=p'))).toBe(true)
})
