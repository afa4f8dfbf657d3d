import { parseFragment } from 'parse5'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { attribute, elementsOf, textOf } from './html-tree.ts'
import { sharingTags } from './sharing-tags.ts'
import { site, tinyPage, tinyRelease } from './tiny-release.ts'

const pages = [tinyPage('home', { path: '/', title: 'Welcome' }), tinyPage('about', { title: 'Who "we" are </script>' })]
const composition = compose([tinyRelease('shell'), tinyRelease('marketing', { pages })], site)
const pictures = {
  share: new Map([
    ['/', '/images/home.png'],
    ['/about', '/images/about.png'],
  ]),
  icons: { touch: '', small: '', large: '/images/logo.png', maskable: '' },
  favicon: Buffer.of(),
}

function read(path: string) {
  const page = composition.pages.find((candidate) => candidate.path === path)
  if (!page) throw new Error(`There is no page ${path}.`)
  const elements = elementsOf(parseFragment(sharingTags(composition, page, pictures).join('')))
  const metas = elements.filter(({ tagName }) => tagName === 'meta')
  const meta = Object.fromEntries(
    metas.map((tag) => [attribute(tag, 'property') ?? attribute(tag, 'name'), attribute(tag, 'content')]),
  )
  const canonical = elements.find((element) => attribute(element, 'rel') === 'canonical')
  const script = elements.find(({ tagName }) => tagName === 'script')
  return { meta, canonical: canonical && attribute(canonical, 'href'), data: JSON.parse(textOf(script)) }
}

test('a page names its one full address', () => {
  expect(read('/').canonical).toBe('https://www.fairlead.example/')
  expect(read('/about').canonical).toBe('https://www.fairlead.example/about')
})

test('a shared link shows title, description and picture', () => {
  const { meta } = read('/about')
  expect(meta).toMatchObject({
    'og:title': 'Who "we" are </script> | Fairlead',
    'og:description': 'All about about.',
    'og:url': 'https://www.fairlead.example/about',
    'og:image': 'https://www.fairlead.example/images/about.png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:image': 'https://www.fairlead.example/images/about.png',
  })
})

test('search engines get the company, the site, and the way to the page', () => {
  const graph = read('/about').data['@graph']
  expect(graph.map((thing: Record<string, string>) => thing['@type'])).toEqual(['Organization', 'WebSite', 'BreadcrumbList'])
  expect(graph[0]).toMatchObject({ name: 'Fairlead', logo: 'https://www.fairlead.example/images/logo.png' })
  expect(graph[2].itemListElement.map((item: Record<string, string>) => item.item)).toEqual([
    'https://www.fairlead.example/',
    'https://www.fairlead.example/about',
  ])
})

test('the home page is at the top: no way leads to it', () => {
  const graph = read('/').data['@graph']
  expect(graph.map((thing: Record<string, string>) => thing['@type'])).toEqual(['Organization', 'WebSite'])
})
