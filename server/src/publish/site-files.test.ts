import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { siteFiles } from './site-files.ts'
import { site, tinyPage, tinyRelease } from './tiny-release.ts'

const pages = [tinyPage('home', { path: '/' }), tinyPage('about')]
const composition = compose([tinyRelease('shell'), tinyRelease('marketing', { pages })], { ...site, brand: 'Fair & "Lead"' })
const icons = { touch: '/images/t.png', small: '/images/s.png', large: '/images/l.png', maskable: '/images/m.png' }
const files = siteFiles(composition, { icons, share: new Map(), favicon: Buffer.from('ico') })

test('the sitemap lists the full address of every page', () => {
  const addresses = [...String(files['sitemap.xml']).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)
  expect(addresses).toEqual(['https://www.fairlead.example/', 'https://www.fairlead.example/about'])
})

test('robots may read everything but the API, and find the sitemap', () => {
  expect(files['robots.txt']).toBe('User-agent: *\nDisallow: /api/\n\nSitemap: https://www.fairlead.example/sitemap.xml\n')
})

test('the web manifest names the brand and its icons', () => {
  const manifest = JSON.parse(String(files['site.webmanifest']))
  expect(manifest).toMatchObject({ name: 'Fair & "Lead"', start_url: '/' })
  expect(manifest.icons).toEqual([
    { src: '/images/s.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/images/l.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/images/m.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ])
})
