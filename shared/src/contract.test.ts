import { expect, test } from 'vitest'
import { canonicalPath, definePages, exposeName, type Page } from './contract.ts'

const pricing: Page = {
  path: '/pricing',
  title: 'Pricing',
  description: 'What it costs.',
  component: './pricing/pricing.tsx',
}

test('pages that keep the contract come back as they were given', () => {
  const pages: Page[] = [pricing, { ...pricing, path: '/', component: './home/home.tsx' }]
  expect(definePages(pages)).toBe(pages)
})

test.each(['/', '/faqs', '/case-studies', '/legal/terms-2026', '/apis', '/images-we-like'])('%s is a path', (path) => {
  expect(() => definePages([{ ...pricing, path }])).not.toThrow()
})

test.each(['', 'pricing', '/Pricing', '/pricing/', '//pricing', '/case_studies', '/-', '/a--b', '/a?b', '/ä'])(
  "'%s' is not a path",
  (path) => {
    expect(() => definePages([{ ...pricing, path }])).toThrow(`'${path}': a path is '/' or '/lower-case-words'.`)
  },
)

test.each(['/api', '/api/contact', '/healthz', '/readyz', '/releases/x', '/images', '/voice-stand-in'])(
  "%s is the server's",
  (path) => {
    expect(() => definePages([{ ...pricing, path }])).toThrow(`'${path}' is an address of the server itself.`)
  },
)

test('every fault of every page is named in a line of its own', () => {
  const untitled: Page = { path: '/faqs', title: ' ', description: '', component: './faqs.tsx' }
  const twin: Page = { ...pricing, component: './other/pricing.tsx' }
  expect(() => definePages([pricing, untitled, twin])).toThrow(
    [
      "The pages of this remote can't be used:",
      "'/faqs' has no title.",
      "'/faqs' has no description.",
      "'/pricing' is declared twice.",
      "'/pricing' and '/pricing' both have a file named 'pricing.tsx'.",
    ].join('\n'),
  )
})

test('a page is exposed under the name of its file', () => {
  expect(exposeName(pricing)).toBe('pricing')
  expect(exposeName({ component: './home.tsx' })).toBe('home')
})

test.each([
  ['/', '/'],
  ['//', '/'],
  ['/About', '/about'],
  ['/about//', '/about'],
  ['/legal/Terms/', '/legal/terms'],
])('%s is compared as %s', (pathname, canonical) => {
  expect(canonicalPath(pathname)).toBe(canonical)
})
