import { expect, test } from 'vitest'
import { checkPages, readPage } from './check-page.ts'

const text = '<h1>About</h1><p>We bring people and work together.</p>'

/** The faults of one page, which stands at /about beside a home page with an anchor. */
function faults(extra: string, main = text): string[] {
  return checkPages(
    new Map([
      ['/', readPage(`<main id="top">${text}</main>`)],
      ['/about', readPage(`<main id="main">${main}${extra}</main>`)],
    ]),
  )
}

test('a page with everything that it needs has no fault', () => {
  const data = '<script type="application/json">{}</script><script type="module" src="/shell.js"></script>'
  expect(faults(data)).toEqual([])
})

test.each([
  ['no heading', '<p>We bring people and work together.</p>', 'has 0 h1; a page has one.'],
  ['two headings', `${text}<h1>Again</h1>`, 'has 2 h1; a page has one.'],
  ['a title', `<title>About</title>${text}`, 'has a title element in its body; the title of a page stands in the contract.'],
  ['hardly any text', '<h1>About</h1>', 'is empty.'],
])('a page with %s is refused', (_, main, sentence) => {
  expect(faults('', main)).toEqual([`/about ${sentence}`])
})

test('what the Content-Security-Policy would refuse is refused', () => {
  expect(faults('<script>go()</script><p style="color: red">Red</p>')).toEqual([
    '/about has an inline script; the Content-Security-Policy refuses those.',
    '/about has a style attribute on <p>; the Content-Security-Policy refuses those.',
  ])
})

test('the title of a drawing is not the title of the page', () => {
  expect(faults('<svg><title>A ring</title></svg>')).toEqual([])
})

test('links to pages and anchors, and to other sites, are fine', () => {
  const hrefs = ['/', '/About/', '/about?from=home', '/#top', '#main', '#', 'https://x.example/', '//x.example/', 'tel:+44']
  expect(faults(hrefs.map((href) => `<a href="${href}">Go</a>`).join(''))).toEqual([])
})

test('a link to an address without a page is refused, and named once', () => {
  expect(faults('<a href="/prices">Prices</a><a href="/prices">Prices</a>')).toEqual([
    '/about links to /prices, which is no page.',
  ])
})

test.each(['/#bottom', '/about#top', '#top'])('a link to %s, which is no anchor of that page, is refused', (href) => {
  expect(faults(`<a href="${href}">Go</a>`)).toEqual([`/about links to ${href}, but that page has no such anchor.`])
})
