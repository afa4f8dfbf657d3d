import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../cli/fake-terminal.ts'
import { startTinyDeploys } from '../deploy/tiny-deploys.ts'
import { tinyModule as page, site as siteConfig } from '../publish/tiny-release.ts'

const voice = { apiUrl: '/api/voice', publicKey: 'proxy', assistantId: 'proxy' }
const { folder, dataFolder, deploys, deploy, remove } = await startTinyDeploys({ ...siteConfig, voice })
/** Version of the first release of the remote. */
let first: string

beforeAll(async () => {
  const { releases } = await deploy({ '': page(), about: page() })
  first = String(releases.marketing)
  await deploy({ '': page(), about: page(`'Two.'`) })
})

afterAll(remove)

const site = (...args: string[]) => runCommand(['export', ...args], { SITE_DATA: dataFolder }, { cwd: folder })
const inside = (...names: string[]) => path.join(folder, ...names)
const read = (...names: string[]) => fs.readFile(inside(...names), 'utf8')

/** Contents by file name. */
async function contentsOf(out: string): Promise<Record<string, string>> {
  const entries = await fs.readdir(inside(out), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
  const texts = files.map(async (file) => [path.relative(inside(out), file), await fs.readFile(file, 'base64')])
  return Object.fromEntries(await Promise.all(texts))
}

test('pages, the 404 page, releases, pictures and root files are written, with compressed copies', async () => {
  const { code, out, err } = await site('--out', 'one')
  expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/^Reading the composition\nWriting \d+ files\n$/) })
  expect(out).toMatch(/\/one: composition \w{12} of live, 2 pages, \d+ files, /)
  const files = Object.keys(await contentsOf('one'))
  const expected = ['index.html', 'about.html', '404.html', 'robots.txt', 'sitemap.xml', 'site.webmanifest', 'favicon.ico']
  expect(files).toEqual(expect.arrayContaining([...expected, 'about.html.br', 'about.html.gz', '_headers', '_redirects']))
  const manifest = JSON.parse(await read('one', 'site.webmanifest'))
  for (const { src } of manifest.icons) expect(files).toContain(src.slice(1))
  expect(files.filter((file) => /^releases\/marketing\/\w{12}\/marketing\.js$/.test(file))).toHaveLength(1)
  expect(files.filter((file) => /prerender|release\.json|\.zst$/.test(file))).toEqual([])
})

test('the same composition gives the same bytes again, in a new folder and in its own', async () => {
  await site('--out', 'again')
  const before = await contentsOf('again')
  expect((await site('--out', 'again')).code).toBe(0)
  expect(await contentsOf('again')).toEqual(before)
  await site('--out', 'elsewhere')
  expect(await contentsOf('elsewhere')).toEqual(before)
  expect((await fs.readdir(folder)).filter((name) => /\.(incoming|before)-/.test(name))).toEqual([])
})

test('a folder that holds something else is refused and stays as it is', async () => {
  await fs.mkdir(inside('mine'))
  await fs.writeFile(inside('mine', 'index.html'), 'mine')
  expect(await site('--out', 'mine')).toMatchObject({
    code: 1,
    err: expect.stringContaining('/mine holds index.html, which no export wrote. Name a folder that is new'),
  })
  expect(await contentsOf('mine')).toEqual({ 'index.html': Buffer.from('mine').toString('base64') })
  await site('--out', 'added')
  await fs.writeFile(inside('added', 'verify.html'), 'mine')
  expect((await site('--out', 'added')).err).toContain('holds verify.html')
  await fs.writeFile(inside('file'), '')
  expect((await site('--out', 'file')).err).toContain('/file is a file.')
})

test('with --keep what open tabs ask for is there, and without it is not', async () => {
  const address = `releases/marketing/${first}/marketing.js`
  await site('--out', 'alone')
  expect(Object.keys(await contentsOf('alone'))).not.toContain(address)
  const { out } = await site('--out', 'kept', '--keep', '--json')
  expect(JSON.parse(out)).toMatchObject({ kept: 1, pages: 2, releases: { shell: expect.any(String) } })
  expect(Object.keys(await contentsOf('kept'))).toEqual(expect.arrayContaining([address, `${address}.br`]))
})

test('with --no-compressed there are no copies, and nginx does not look for them', async () => {
  await site('--out', 'plain', '--no-compressed')
  expect(Object.keys(await contentsOf('plain')).filter((file) => /\.(br|gz)$/.test(file))).toEqual([])
  expect(await read('plain', '_nginx.conf')).not.toContain('gzip_static')
})

test('with --api pages and policies name that origin, and what is live stays as it is', async () => {
  const api = 'https://api.example.com'
  await site('--out', 'before')
  expect((await site('--out', 'api', '--api', api)).err).toContain(
    `${api} has to allow https://www.fairlead.example in SITE_ORIGINS.`,
  )
  const { site: inlined } = JSON.parse(/id="composition">([^<]*)</.exec(await read('api', 'about.html'))?.[1] ?? '')
  expect(inlined).toMatchObject({ api, voice: { apiUrl: `${api}/api/voice` } })
  for (const file of ['_nginx.conf', '_headers']) {
    expect(await read('api', file)).toMatch(/connect-src 'self' https:\/\/api\.example\.com[ ;]/)
    expect(await read('api', file)).toContain(`form-action 'self' ${api};`)
    expect(await read('before', file)).not.toContain(api)
  }
  await site('--out', 'after')
  expect(await contentsOf('after')).toEqual(await contentsOf('before'))
})

test.each(['api.example.com', 'https://api.example.com/', 'ftp://api.example.com', '*'])(
  "--api '%s' is not understood",
  async (api) => {
    expect(await site('--out', 'none', '--api', api)).toMatchObject({
      code: 2,
      err: expect.stringContaining('it should be an origin'),
    })
  },
)

test('each header of an address comes from one rule, and nothing is cached for ever that may come later', async () => {
  await site('--out', 'rules')
  const text = await read('rules', '_headers')
  const rules = text.split('\n\n').map((rule) => rule.trim().split('\n'))
  const named = (pattern: string) =>
    rules
      .find(([address]) => address === pattern)
      ?.slice(1)
      .map((line) => line.trim().split(':')[0])
  const everywhere = named('/*') ?? []
  expect(everywhere).toEqual(expect.arrayContaining(['Content-Security-Policy', 'Strict-Transport-Security']))
  for (const [address = ''] of rules.slice(1))
    expect(named(address)?.filter((name) => everywhere.includes(name ?? ''))).toEqual([])
  expect(text).not.toMatch(/^\/releases\/\*/m)
  expect(text).toMatch(
    /^\/releases\/marketing\/\w{12}\/\*\n {2}Cross-Origin-Resource-Policy: same-origin\n {2}Cache-Control: .*immutable/m,
  )
  expect(await read('rules', '_redirects')).toBe('/index.html / 301\n/about.html /about 301\n')
})

test('a page whose file would be that of another is refused with a sentence', async () => {
  const stored = await deploy({ '': page(), index: page() })
  expect(await site('--out', 'twice')).toMatchObject({
    code: 1,
    err: expect.stringContaining("/index can't be exported: another page is in index.html already."),
  })
  await deploys.rollback({ channel: 'live', bundle: 'marketing', actor: 'test', message: '' })
  expect(stored.revision).toBe(3)
})

test('a channel that shows nothing is refused', async () => {
  expect(await site('--out', 'empty', '--channel', 'preview-x')).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is nothing on preview-x yet'),
  })
})
