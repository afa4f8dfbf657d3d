import { expect, test } from 'vitest'
import { type Composition, documentTitle, findPage } from './composition.ts'

const about = { path: '/about', title: 'About', description: '', remote: 'marketing', expose: 'about', scripts: [], styles: [] }
const home = { ...about, path: '/', expose: 'home' }
const site = { brand: 'Fairlead' } as Composition['site']
const composition: Composition = { id: '0123456789ab', site, bundles: {}, pages: [home, about] }

test('a page is found without regard to case or a trailing slash', () => {
  expect(findPage(composition, '/about')).toBe(about)
  expect(findPage(composition, '/About/')).toBe(about)
  expect(findPage(composition, '/')).toBe(home)
})

test('an address that only begins like a page has none', () => {
  expect(findPage(composition, '/about/us')).toBeUndefined()
  expect(findPage(composition, '/abou')).toBeUndefined()
})

test('the tab names the page, then the brand', () => {
  expect(documentTitle('Pricing', site)).toBe('Pricing | Fairlead')
})
