import { createHash } from 'node:crypto'
import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { compose } from './compose.ts'
import { createDocuments } from './document.ts'
import type { Pictures } from './pictures.ts'
import { readRelease } from './releases.ts'
import { site, temporaryFolder, tinyPage, tinyRelease, writeBuild } from './tiny-release.ts'

const pictures: Pictures = {
  share: new Map([['/about', '/images/share.png']]),
  icons: { touch: '/images/touch.png', small: '/images/small.png', large: '/images/large.png', maskable: '/images/maskable.png' },
  favicon: Buffer.from('ico'),
}

const style = (file: string) => ({ file, chunk: '7' })

/** The document of one page that has all a page can have, and the 404 page beside it. */
async function writeTinyDocuments() {
  await using folder = await temporaryFolder()
  const shellRelease = tinyRelease('shell', {
    scripts: ['start.js'],
    styles: [style('shell.css')],
    fonts: ['text.woff2'],
    icon: 'icon.svg',
  })
  const page = tinyPage('about', { title: 'Q&A "<b>"', scripts: ['about.js'], styles: [style('about.css')] })
  const shell = await readRelease(
    await writeBuild(folder.path, shellRelease, {
      'browser/shell.css': '@font-face{src:url(text.woff2)}a{mask:url("data:,x")}b{mask:url(#m)}i{mask:url(/m.svg)}',
      'browser/shell.js': 'shell',
      'browser/start.js': 'start',
      'prerender/not-found.css': 'q{color:red}',
    }),
  )
  const remote = await readRelease(
    await writeBuild(folder.path, tinyRelease('marketing', { pages: [page] }), {
      'browser/about.css': "p{mask:url('wave.svg')}",
      'browser/marketing.js': 'marketing',
      'browser/about.js': 'about',
    }),
  )
  const composition = compose([shell.release, remote.release], { ...site, city: '</script>' })
  const stored = new Map([
    ['shell', shell],
    ['marketing', remote],
  ])
  const write = createDocuments(composition, stored, pictures)
  return {
    about: await write(composition.pages[0], '<main>About</main>', []),
    notFound: await write(undefined, '<main>Nothing</main>', []),
    composition,
    base: composition.bundles.shell?.base,
    remoteBase: composition.bundles.marketing?.base,
  }
}

const { about, notFound, composition, base, remoteBase } = await writeTinyDocuments()
const integrity = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const css = (html: string) => /<style>(.*)<\/style>/s.exec(html)?.[1] ?? ''

test('relative addresses in styles are made absolute, all others are left alone', () => {
  expect(css(about.html)).toBe(
    `@font-face{src:url(${base}text.woff2)}a{mask:url("data:,x")}b{mask:url(#m)}i{mask:url(/m.svg)}p{mask:url('${remoteBase}wave.svg')}`,
  )
})

test('the hash is that of the inline styles', () => {
  const hash = createHash('sha256').update(css(about.html)).digest('base64')
  expect(about.styleHash).toBe(`sha256-${hash}`)
})

test('title and description are escaped', () => {
  expect(about.html).toContain('<title>Q&amp;A &quot;&lt;b>&quot; | Fairlead</title>')
})

test('the composition stands in the page as data that no text in it can end', () => {
  const data = /<script type="application\/json" id="composition">(.*?)<\/script>/s.exec(about.html)?.[1] ?? ''
  expect(JSON.parse(data)).toEqual(composition)
})

test('in a large site a page knows itself, the pages that it links to and their bundles, and nothing else', async () => {
  await using folder = await temporaryFolder()
  const shellRelease = tinyRelease('shell', { icon: 'icon.svg' })
  const remotes = ['one', 'two', 'three'].map((bundle) => {
    const pages = Array.from({ length: 20 }, (_, index) => tinyPage(`${bundle}-${index}`))
    return tinyRelease(bundle, { pages })
  })
  const builds = [shellRelease, ...remotes].map((release) =>
    writeBuild(folder.path, release, { [`browser/${release.bundle}.js`]: release.bundle }),
  )
  const stored = await Promise.all((await Promise.all(builds)).map(readRelease))
  const large = compose(
    stored.map(({ release }) => release),
    site,
  )
  const write = createDocuments(large, new Map(stored.map((one) => [one.release.bundle, one])), pictures)
  const page = large.pages.find(({ path }) => path === '/one-3')
  const { html } = await write(page, '<main>One</main>', ['/two-7', '/one-3', '/one-1', '/nowhere'])
  const { id, pages, bundles } = JSON.parse(/id="composition">(.*?)<\/script>/s.exec(html)?.[1] ?? '')
  expect(id).toBe(large.id)
  expect(pages.map(({ path }: { path: string }) => path).toSorted()).toEqual(['/one-1', '/one-3', '/two-7'])
  expect(Object.keys(bundles).toSorted()).toEqual(['one', 'shell', 'two'])
})

test('all that a page needs is asked for in its head, and its stylesheet is marked as loaded', () => {
  const head = about.html.slice(0, about.html.indexOf('</head>'))
  expect(head).toContain(`<link rel="preload" as="font" type="font/woff2" href="${base}text.woff2" crossorigin>`)
  expect(head).toContain(`<link rel="icon" type="image/svg+xml" href="${base}icon.svg">`)
  expect(head).toContain('<link rel="stylesheet" data-rspack="marketing:chunk-7">')
})

test('every script is named with the hash of its content, as the element that runs it will have it', () => {
  const preload = (address: string, text: string) =>
    `<link rel="preload" as="script" href="${address}" integrity="${integrity(text)}" crossorigin fetchpriority="low"`
  expect(about.html).toContain(`${preload(`${base}start.js`, 'start')} data-start>`)
  expect(about.html).toContain(`${preload(`${remoteBase}marketing.js`, 'marketing')}>`)
  expect(about.html).toContain(`${preload(`${remoteBase}about.js`, 'about')}>`)
  expect(about.html).toContain(
    `<script type="module" src="${base}shell.js" integrity="${integrity('shell')}" fetchpriority="low"></script>`,
  )
})

test('the styles of the 404 page are on no other page', () => {
  expect(css(notFound.html)).toContain('q{color:red}')
  expect(css(about.html)).not.toContain('q{color:red}')
})

test('the 404 page asks for nothing of any remote', () => {
  expect(notFound.html).toContain('<title>Page Not Found | Fairlead</title>')
  expect(notFound.html).toContain('<div id="root"><main>Nothing</main></div>')
  expect(notFound.html.replace(/<script type="application\/json".*?<\/script>/s, '')).not.toContain('marketing')
})

test('the document is HTML without a parse error', () => {
  const errors: string[] = []
  parse(about.html, { onParseError: ({ code }) => errors.push(code) })
  expect(errors).toEqual([])
})

test('a page whose remote is not there is an error', async () => {
  await expect(createDocuments(composition, new Map(), pictures)(composition.pages[0], '', [])).rejects.toThrow(
    "The composition has no release of 'shell'.",
  )
})
