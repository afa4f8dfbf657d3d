import { expect, test } from 'vitest'
import { readPreview, signPreview } from './preview-link.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const link = signPreview('secret', 'preview-form', now + 60_000)

test('a link shows its channel until its end', () => {
  expect(readPreview('secret', link, now)).toEqual({ channel: 'preview-form' })
  expect(readPreview('secret', link, now + 59_000)).toEqual({ channel: 'preview-form' })
  expect(readPreview('secret', link, now + 60_000)).toEqual({ fault: 'expired' })
})

test.each([
  ['of another site', signPreview('other', 'preview-form', now + 60_000)],
  ['for another channel', link.replace('preview-form', 'preview-other')],
  ['for a longer time', link.replace(/\.(\d+)\./, (_, seconds) => `.${Number(seconds) + 1}.`)],
  ['without its signature', link.slice(0, -44)],
  ['cut short', link.slice(0, -1)],
  ['with something behind it', `${link}a`],
  ['of nothing', ''],
])('a link %s shows nothing', (_, text) => {
  expect(readPreview('secret', text, now)).toEqual({ fault: 'forged' })
})
