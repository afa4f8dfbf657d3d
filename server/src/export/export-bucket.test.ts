import { afterAll, beforeEach, expect, test } from 'vitest'
import { runCommand } from '../cli/fake-terminal.ts'
import { startTinyDeploys } from '../deploy/tiny-deploys.ts'
import { describeS3 } from '../every-store.ts'
import { tinyModule as page } from '../publish/tiny-release.ts'
import { openStore } from '../store/open-store.ts'
import type { Bucket } from '../store/s3-store.ts'
import { StoreAwayError } from '../store/store.ts'
import { exportSite } from './export.ts'
import { writeBucket } from './write-bucket.ts'
import type { ExportedFile } from './write-folder.ts'

const { folder, dataFolder, database, deploy, remove } = await startTinyDeploys()
afterAll(remove)

const site = (...args: string[]) => runCommand(['export', ...args], { SITE_DATA: dataFolder }, { cwd: folder })

test.each(['s3://bucket', 'S3://KEY:SECRET@host'])("--out '%s' is not understood", async (out) => {
  expect(await site('--out', out)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--out should be a folder, or an address such as s3://'),
  })
})

describeS3('in a bucket', (s3) => {
  let out: string
  let bucket: Bucket
  /** Where everybody reads it. */
  let url: string

  beforeEach(async () => {
    const address = new URL(await s3().createBucket({ isPublic: true }))
    address.pathname += '/www'
    out = address.href
    bucket = await openStore(out)
    url = `http://${address.host}${address.pathname}`
    await deploy({ '': page(), about: page() })
  })

  const namesIn = async () => (await toArray(bucket.list(''))).map(({ key }) => key).sort()
  const isRelease = (name: string) => name.startsWith('releases/marketing/')

  test('every address is an object of that name, with its type and how long it may be cached', async () => {
    const { code, out: said } = await site('--out', out, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(said)).toMatchObject({ out: `s3://${new URL(out).host}/${new URL(out).pathname.slice(1)}`, pages: 2 })
    expect(said).not.toContain('SECRET')
    const names = await namesIn()
    expect(names).toEqual(expect.arrayContaining(['index.html', 'about', '404.html', 'robots.txt', 'sitemap.xml', '_headers']))
    expect(names.filter((name) => /\.(br|gz)$|^about\.html|_nginx|_redirects/.test(name))).toEqual([])
    const about = await fetch(`${url}/about`)
    expect(about.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(about.headers.get('cache-control')).toBe('no-cache')
    expect(await about.text()).toMatch(/^<!doctype html>.*<\/html>/is)
    const script = await fetch(`${url}/${names.find((name) => isRelease(name) && name.endsWith('.js'))}`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toContain('immutable')
  })

  test('a page that is gone is gone; hashed files stay until they were not needed for long', async () => {
    await site('--out', out)
    const before = await namesIn()
    await deploy({ '': page(`'Two.'`) })
    expect(await site('--out', out)).toMatchObject({ code: 0 })
    const after = await namesIn()
    expect(after).not.toContain('about')
    expect(after).toEqual(expect.arrayContaining(before.filter(isRelease)))
    expect(after.filter(isRelease).length).toBeGreaterThan(before.filter(isRelease).length)
    await exportSite({ dataFolder, database }, { out, channel: 'live', releaseDays: 0 })
    expect((await namesIn()).filter((name) => before.filter(isRelease).includes(name))).toEqual([])
    expect(await (await fetch(`${url}/index.html`)).text()).toContain('Two.')
  })

  test('hashed files that are there are not sent again', async () => {
    await site('--out', out)
    const timesOf = async () => (await toArray(bucket.list('releases/'))).map(({ key, storedAt }) => `${key} ${storedAt}`).sort()
    const before = await timesOf()
    await expect.poll(async () => new Date().getUTCSeconds()).not.toBe(new Date().getUTCSeconds())
    await site('--out', out)
    expect(await timesOf()).toEqual(before)
  })

  test('cut off at any point each page finds its files, and the next export goes on', async () => {
    const versionOne = exportOf('1', ['/', '/about', '/jobs'])
    const versionTwo = exportOf('2', ['/', '/about', '/team'])
    for (let published = 0; published <= 7; published++) {
      const bucket = await openStore(out.replace('/www', `/cut-after-${published}`))
      const names = async () => (await toArray(bucket.list(''))).map(({ key }) => key).sort()
      await writeBucket(bucket, 'here', {}, versionOne, {}, 90)
      const second = writeBucket(cutAfter(bucket, published), 'here', {}, versionTwo, {}, 90)
      if (published === 7) expect(await second).toMatchObject({ files: 5 })
      else await expect(second).rejects.toThrow(/^here can't be written: cut\. Each page there is whole; export again/)
      for (const name of (await names()).filter((name) => !/^(releases|_)/.test(name)))
        expect(await names()).toContain((await bucket.get(name))?.toString().slice(1))
      await writeBucket(bucket, 'here', {}, versionTwo, {}, 90)
      expect((await names()).filter((name) => !name.startsWith('releases/'))).toEqual([
        '404.html',
        '_export.json',
        'about',
        'index.html',
        'team',
      ])
    }
  }, 30_000)

  test('a bucket that holds something else is refused and stays as it is', async () => {
    await bucket.renew('index.html', Buffer.from('mine'))
    expect(await site('--out', out)).toMatchObject({
      code: 1,
      err: expect.stringContaining('/www holds index.html, which no export wrote. Name a folder that is new'),
    })
    expect(await namesIn()).toEqual(['index.html'])
  })

  test('the object with which consoles mark a folder is no content, and hides none', async () => {
    await bucket.renew('', Buffer.alloc(0))
    await bucket.renew('logo.png', Buffer.from('mine'))
    expect((await site('--out', out)).err).toContain('/www holds logo.png, which no export wrote.')
    await bucket.remove('logo.png')
    expect((await site('--out', out)).code).toBe(0)
    expect(await namesIn()).toContain('')
  })

  test('a bucket that does not exist is a sentence', async () => {
    const { code, err } = await site('--out', out.replace(/site-\d+/, 'none'))
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/s3:\/\/127\S+\/none\/www can't be written: NoSuchBucket/),
    })
    expect(err).not.toContain('SECRET')
  })
})

/** Pages that each say which script they need, the script, and the 404 page. */
function exportOf(version: string, pages: string[]): ExportedFile[] {
  const script = `/releases/marketing/${version}/page.js`
  const file = (address: string | undefined, text: string, remote?: string): ExportedFile => {
    const headers = { 'Content-Type': 'text/html', 'Cache-Control': 'no-cache' }
    const bodies = { identity: { bytes: Buffer.from(text), etag: '' } }
    return { ...(address && { address }), file: '', answer: { status: 200, headers, bodies, ...(remote && { remote }) } }
  }
  return [...pages.map((address) => file(address, script, 'marketing')), file(script, 'code'), file(undefined, script)]
}

/** The same bucket, which answers no more after so many objects. */
function cutAfter(bucket: Bucket, published: number): Bucket {
  let left = published
  const publish: Bucket['publish'] = async (...object) => {
    if (left-- <= 0) throw new StoreAwayError('cut')
    await bucket.publish(...object)
  }
  return { ...bucket, publish }
}

async function toArray<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
