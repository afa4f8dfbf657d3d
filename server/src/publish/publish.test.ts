import fs from 'node:fs/promises'
import path from 'node:path'
import type { Release } from '@site/shared/release'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readComposition } from './composition-folder.ts'
import { createPublisher } from './publish.ts'
import { addRelease, readRelease } from './releases.ts'
import { buildTinyRemote, buildTinyShell, tinyModule as page, site, temporaryFolder } from './tiny-release.ts'

const folder = await temporaryFolder()
const data = path.join(folder.path, 'data')
let shell: string
let good: string
let id: string

const publisher = createPublisher(data, site)

beforeAll(async () => {
  shell = await buildTinyShell(folder.path)
  good = await buildRemote('marketing', {
    '': page(),
    index: page(),
    404: page(`createElement('a', { href: '/#main', key: 2 })`),
  })
  id = await publish([shell, good])
})

afterAll(() => folder.remove())

test('pages that are as they should be go live, with the 404 page', async () => {
  const live = await readComposition(data, id)
  expect(live.composition.id).toBe(id)
  expect(live.documents.map((document) => document.path)).toEqual(['/404', '/', '/index', undefined])
  expect(await headings(id)).toEqual(['About', 'About', 'About', 'Page Not Found'])
  expect(new Set(live.documents.map(({ file }) => file)).size).toBe(4)
})

test('the same releases again are the same composition, which is not rendered again', async () => {
  const file = path.join(data, 'compositions', id, 'composition.json')
  const { mtimeMs } = await fs.stat(file)
  expect(await publish([good, shell])).toBe(id)
  expect((await fs.stat(file)).mtimeMs).toBe(mtimeMs)
})

test.each([
  ['throws', `throw new Error('No copy.')`, "/about (marketing) can't be rendered: No copy."],
  ['has two h1', page(`createElement('h1', { key: 2 })`), '/about has 2 h1; a page has one.'],
  ['has a dead link', page(`createElement('a', { key: 2, href: '/prices' })`), '/about links to /prices, which is no page.'],
  [
    'links to a missing anchor',
    page(`createElement('a', { key: 2, href: '/about#team' })`),
    '/about links to /about#team, but that page has no such anchor.',
  ],
  [
    'has a style attribute',
    page(`createElement('p', { key: 2, style: { color: 'red' } })`),
    '/about has a style attribute on <p>; the Content-Security-Policy refuses those.',
  ],
])('a page that %s is refused, and the live site stays', async (_, module, sentence) => {
  const bad = await buildRemote('marketing', { about: module })
  await expectRefusal([shell, bad], sentence)
})

test('two remotes that claim one address are refused, and the live site stays', async () => {
  const demo = await buildRemote('demo', { '': page() })
  await expectRefusal([shell, good, demo], 'demo claims /, which belongs to marketing.')
})

test('a remote that needs a newer package than the shell has is refused, and the live site stays', async () => {
  const demo = await buildRemote('demo', { demo: page() }, { shared: { react: '^19.4.0' } })
  await expectRefusal([shell, good, demo], 'demo needs react ^19.4.0; the shell provides 19.3.1.')
})

test('a file that changed after its build is refused, and the live site stays', async () => {
  const demo = await buildRemote('demo', { demo: page() })
  await fs.appendFile(path.join(demo, 'prerender/demo.mjs'), '\n')
  await expectRefusal([shell, good, demo], 'prerender/demo.mjs is not the file that release.json names. Build the bundle again.')
})

test('a deploy of one remote renders the pages of that remote only', async () => {
  const counted: string[][] = []
  const counting = createPublisher(data, { ...site, brand: 'Counted' }, async (_, paths) => {
    counted.push(paths)
    return []
  })
  const demo = await buildRemote('demo', { demo: page() })
  await counting.publish(await store([shell, good, demo]))
  const newDemo = await buildRemote('demo', { demo: page(`'And more.'`) })
  const next = await counting.publish(await store([shell, good, newDemo]))
  expect(counted).toEqual([['/demo', '/404', '/', '/index'], ['/demo']])
  expect(await headings(next)).toEqual(['About', 'About', 'About', 'About', 'Page Not Found'])
})

test('what goes wrong when the composition is tried out is refused', async () => {
  const trying = createPublisher(data, { ...site, brand: 'Tried' }, async () => ['/ did not hydrate.'])
  await expect(trying.publish(await store([shell, good]))).rejects.toThrow("This composition can't go live:\n/ did not hydrate.")
  expect(await fs.readdir(path.join(data, 'compositions'))).not.toContainEqual(expect.stringContaining('incoming'))
})

/** Publishes what was built. */
async function publish(builds: string[]): Promise<string> {
  return publisher.publish(await store(builds))
}

async function store(builds: string[]): Promise<Record<string, string>> {
  const stored = await Promise.all(builds.map(async (build) => addRelease(data, await readRelease(build))))
  return Object.fromEntries(stored.map(({ release: { bundle, version } }) => [bundle, version]))
}

async function headings(composition: string) {
  const { documents, folder } = await readComposition(data, composition)
  const texts = await Promise.all(documents.map(({ file }) => fs.readFile(path.join(folder, file), 'utf8')))
  return texts.map((html) => /<h1>(.*?)<\/h1>/.exec(html)?.[1])
}

function buildRemote(bundle: string, modules: Record<string, string>, given: Partial<Release> = {}): Promise<string> {
  return buildTinyRemote(folder.path, bundle, modules, given)
}

async function expectRefusal(builds: string[], sentence: string): Promise<void> {
  await expect(publish(builds)).rejects.toThrow(sentence)
  expect(await fs.readdir(path.join(data, 'compositions'))).toEqual([id])
}
