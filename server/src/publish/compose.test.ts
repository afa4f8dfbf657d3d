import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { site, tinyPage, tinyRelease } from './tiny-release.ts'

const shell = tinyRelease('shell', { shared: { react: '19.3.1' } })
const marketing = tinyRelease('marketing', { pages: [tinyPage('about', { styles: [{ file: 'about.css', chunk: '7' }] })] })

test('a page names its remote and the files that it needs', () => {
  const { pages, bundles } = compose([shell, marketing], site)
  expect(bundles.marketing).toEqual({ version: '0123456789ab', base: '/releases/marketing/0123456789ab/', entry: 'marketing.js' })
  expect(pages).toEqual([
    {
      path: '/about',
      title: 'about',
      description: 'All about about.',
      remote: 'marketing',
      expose: 'about',
      scripts: [],
      styles: ['about.css'],
    },
  ])
})

test('an entry is named with its integrity, when the release has the file', () => {
  const file = { path: 'browser/marketing.js', sha256: '00'.repeat(31).concat('ff'), size: 1 }
  const { bundles } = compose([shell, { ...marketing, files: [file] }], site)
  expect(bundles.marketing?.integrity).toBe('sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP8=')
  expect(bundles.shell?.integrity).toBeUndefined()
})

test('the order of the releases makes no difference', () => {
  expect(compose([marketing, shell], site)).toEqual(compose([shell, marketing], site))
})

test('another release, another page or another site configuration is another composition', () => {
  const ids = [
    compose([shell, marketing], site),
    compose([shell, { ...marketing, version: 'ba9876543210' }], site),
    compose([shell, { ...marketing, pages: [tinyPage('about', { title: 'About us' })] }], site),
    compose([shell, marketing], { ...site, brand: 'Headway' }),
  ].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{12}$/)
})

test('releases without a shell make no site', () => {
  expect(() => compose([marketing], site)).toThrow('There is no shell.')
})

test('two remotes that claim one address, and a build of the wrong kind, are each named in a line', () => {
  const demo = tinyRelease('demo', { pages: [tinyPage('about')], mode: 'development' })
  expect(() => compose([shell, marketing, demo], site)).toThrow(
    [
      "These releases don't make a site:",
      'demo is a development build, the shell a production build: React takes only one kind.',
      'demo claims /about, which belongs to marketing.',
    ].join('\n'),
  )
})

test.each([
  ['19.3.1', '^19.3.1'],
  ['19.10.0', '^19.9.3'],
  ['19.4.0', '^19.3.9'],
  ['0.2.4', '^0.2.3'],
])('toasts %s satisfies %s', (provided, range) => {
  expect(() => composeWithToasts(provided, range)).not.toThrow()
})

test.each([
  ['19.3.0', '^19.3.1'],
  ['19.2.9', '^19.3.1'],
  ['20.0.0', '^19.3.1'],
  ['18.9.9', '^19.3.1'],
  ['0.3.0', '^0.2.3'],
  ['0.0.4', '^0.0.3'],
])('toasts %s does not satisfy %s', (provided, range) => {
  expect(() => composeWithToasts(provided, range)).toThrow(`marketing needs toasts ${range}; the shell provides ${provided}.`)
})

test('a shell with another React than the one that prerenders is refused', () => {
  expect(() => compose([tinyRelease('shell', { shared: { react: '20.0.0' } })], site)).toThrow(
    /The shell brings react 20.0.0; this server prerenders with 19\.\d+\.\d+. Update the server first./,
  )
})

test('a package that the shell does not provide is refused', () => {
  expect(() => compose([shell, { ...marketing, shared: { zustand: '^5.1.0' } }], site)).toThrow(
    'marketing needs zustand ^5.1.0; the shell provides none.',
  )
})

function composeWithToasts(provided: string, range: string) {
  return compose([tinyRelease('shell', { shared: { toasts: provided } }), { ...marketing, shared: { toasts: range } }], site)
}
