import type { Composition, CompositionPage } from '@site/shared/composition'
import { expect, test } from 'vitest'
import { site } from '../publish/tiny-release.ts'
import { rewrite } from './rewrite.ts'

const page = (path: string, remote: string): CompositionPage => ({
  path,
  title: `Title of ${path}`,
  description: '',
  remote,
  expose: 'page',
  scripts: ['page.js'],
  styles: [],
})
const bundle = (name: string) => ({ version: '0123456789ab', base: `/releases/${name}/0123456789ab/`, entry: `${name}.js` })
const composition: Composition = {
  id: '0123456789ab',
  site,
  bundles: { shell: bundle('shell'), one: bundle('one'), two: bundle('two') },
  pages: [page('/one', 'one'), page('/two', 'two'), page('/other', 'two')],
}
const shown = { activation: { channel: 'live' }, answers: { composition } }

/** A document of a large site: it knows few pages. */
const documentOf = (part: Composition) =>
  `<html><head><title>Old</title><script type="application/json" id="composition">${JSON.stringify(part)}</script></head><body><div id="root">Old text</div></body></html>`
const dataOf = (html: string): Composition => JSON.parse(/id="composition">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
const part = { ...composition, bundles: { shell: bundle('shell') }, pages: [] }

test('a document keeps to the pages that it knows; those of an overridden remote come from its origin', () => {
  const known = { ...composition, pages: composition.pages.slice(0, 2) }
  const { pages, bundles } = dataOf(rewrite(documentOf(known), shown, { two: 'http://localhost:3002' }))
  expect(pages).toEqual([page('/one', 'one'), { ...page('/two', 'two'), scripts: [], styles: [] }])
  expect(bundles.two).toEqual({ version: 'http://localhost:3002', base: 'http://localhost:3002/', entry: 'remoteEntry.js' })
  expect(bundles.one).toEqual(bundle('one'))
})

test('a page that comes from elsewhere is known to the document that is to draw it, and nothing of the old one is in it', () => {
  const html = rewrite(documentOf(part), shown, { two: 'http://localhost:3002' }, '/two')
  expect(dataOf(html).pages).toEqual([{ ...page('/two', 'two'), scripts: [], styles: [] }])
  expect(html).toContain('<title>Title of /two | Fairlead</title>')
  expect(html).not.toContain('Old')
})
