import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { drawPng } from './images.ts'
import { colours, drawShareImage, shareImageSize } from './share-image.ts'
import { site } from './tiny-release.ts'

const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>'
const tokens = fs.readFileSync(fileURLToPath(import.meta.resolve('@site/shared/styles/tokens.css')), 'utf8')

test('the picture is a PNG of 1200 × 630', async () => {
  const png = await drawPng(await drawShareImage({ path: '/', heading: 'Straight answers.' }, site, icon), shareImageSize.width)
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('the same page gives the same picture; another heading, another path, another brand a different one', async () => {
  const page = { path: '/about', heading: 'About' }
  const first = await drawShareImage(page, site, icon)
  expect(await drawShareImage(page, site, icon)).toBe(first)
  expect(await drawShareImage({ ...page, heading: 'Who we are' }, site, icon)).not.toBe(first)
  expect(await drawShareImage({ ...page, path: '/faqs' }, site, icon)).not.toBe(first)
  expect(await drawShareImage(page, { ...site, brand: 'Roundturn' }, icon)).not.toBe(first)
})

test('all text is paths, so that no font of the machine matters', async () => {
  expect(await drawShareImage({ path: '/', heading: 'Straight answers.' }, site, icon)).not.toContain('<text')
})

test('its colours are those of the light theme', () => {
  const light = tokens.slice(0, tokens.indexOf('prefers-color-scheme'))
  const token = (name: string): string | undefined => {
    const value = new RegExp(`--${name}:\\s*([^;]+);`).exec(light)?.[1]
    const reference = /^var\(--([\w-]+)\)$/.exec(value ?? '')?.[1]
    return reference ? token(reference) : value
  }
  expect(colours).toEqual({
    field: token('color-field'),
    heading: token('color-heading'),
    muted: token('color-text-muted'),
    threads: [1, 2, 3, 4, 5, 6].map((number) => token(`thread-${number}`)),
  })
})
