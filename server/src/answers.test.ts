import fs from 'node:fs/promises'
import path from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { type Answer, chooseEncoding, readAnswers, readStoredFile, sendAnswer } from './answers.ts'
import { compose } from './publish/compose.ts'
import { compressFile, type EncodingName } from './publish/compress.ts'
import { addRelease, readRelease } from './publish/releases.ts'
import { site, temporaryFolder, tinyRelease, writeBuild } from './publish/tiny-release.ts'

const body = (name: string) => ({ bytes: Buffer.from(name), etag: `"${name}"` })
const bodies = { identity: body('identity'), br: body('br'), zstd: body('zstd'), gzip: body('gzip') }
const page: Answer = { status: 200, headers: { 'Cache-Control': 'no-cache' }, bodies }
const font: Answer = { ...page, bodies: { identity: bodies.identity } }

test.each<[string | undefined, EncodingName]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br ; q=0.001', 'br'],
  ['*', 'br'],
  ['*, br;q=0', 'zstd'],
  ['*;q=0', 'identity'],
  ['br;q=high', 'identity'],
])("of '%s', the best is %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted, page)).toBe(encoding)
})

test('what was not compressed is sent as it is', () => {
  expect(chooseEncoding('br, gzip', font)).toBe('identity')
})

test('an answer names its encoding, its length and its ETag', async () => {
  const { statusCode, headers, payload } = await send(page, { 'accept-encoding': 'gzip' })
  expect({ statusCode, payload }).toEqual({ statusCode: 200, payload: 'gzip' })
  expect(headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-encoding': 'gzip',
    'content-length': '4',
    etag: '"gzip"',
    vary: 'Accept-Encoding',
  })
})

test('an answer with one body varies with nothing', async () => {
  const { headers } = await send(font, { 'accept-encoding': 'br' })
  expect(headers).toMatchObject({ 'content-length': '8', etag: '"identity"' })
  expect(headers).not.toHaveProperty('vary')
  expect(headers).not.toHaveProperty('content-encoding')
})

test.each(['"br"', 'W/"br"', '"gzip", "br"', '*'])('a visitor who has %s gets a 304 without a body', async (known) => {
  const { statusCode, headers, payload } = await send(page, { 'accept-encoding': 'br', 'if-none-match': known })
  expect({ statusCode, payload }).toEqual({ statusCode: 304, payload: '' })
  expect(headers).toMatchObject({ etag: '"br"', vary: 'Accept-Encoding', 'cache-control': 'no-cache' })
})

test('the ETag of another encoding, or of a page that is not found, is no 304', async () => {
  expect((await send(page, { 'accept-encoding': 'br', 'if-none-match': '"gzip"' })).statusCode).toBe(200)
  expect((await send({ ...page, status: 404 }, { 'if-none-match': '"identity"' })).statusCode).toBe(404)
})

test('HEAD names the length that GET would have', async () => {
  const { headers } = await send(page, {}, 'HEAD')
  expect(headers['content-length']).toBe('8')
})

test('the pages of a composition are found by path, in every encoding, with the hash of their styles', async () => {
  await using folder = await temporaryFolder()
  const documents = [
    { path: '/about', file: 'about.html', styleHash: 'sha256-a' },
    { file: '404.html', styleHash: 'sha256-b' },
  ]
  for (const file of [...documents.map(({ file }) => file), 'robots.txt']) {
    await fs.writeFile(path.join(folder.path, file), file)
    await compressFile(path.join(folder.path, file), Buffer.from(file))
  }
  const build = await writeBuild(folder.path, tinyRelease('shell'), { 'browser/shell.js': 'start()', 'prerender/shell.mjs': '' })
  const { release } = await addRelease(folder.path, await readRelease(build))
  const composition = compose([release], site)
  const { table, notFound } = await readAnswers(folder.path, {
    composition,
    folder: folder.path,
    documents,
    files: ['robots.txt'],
  })
  expect([...table.keys()]).toEqual([`/releases/shell/${release.version}/shell.js`, '/robots.txt', '/about'])
  expect(table.get('/robots.txt')?.headers).toMatchObject({
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/plain; charset=utf-8',
  })
  const about = table.get('/about')
  expect(about?.status).toBe(200)
  expect(about?.headers['Content-Security-Policy']).toContain("style-src 'self' 'sha256-a'")
  expect(Object.keys(about?.bodies ?? {}).sort()).toEqual(['br', 'gzip', 'identity', 'zstd'])
  expect(new Set(Object.values(about?.bodies ?? {}).map(({ etag }) => etag)).size).toBe(4)
  expect(notFound.status).toBe(404)
  expect(String(notFound.bodies.identity?.bytes)).toBe('404.html')
  const withoutNotFound = { composition, folder: folder.path, documents: documents.slice(0, 1), files: [] }
  await expect(readAnswers(folder.path, withoutNotFound)).rejects.toThrow(`The composition in ${folder.path} has no 404 page.`)
})

test('a file of a release is kept by browsers for good; nothing else below the data folder is served', async () => {
  await using data = await temporaryFolder()
  const contents = { 'browser/shell.js': 'start()', 'browser/.hidden.js': '', 'prerender/shell.mjs': '' }
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  const { release } = await addRelease(data.path, await readRelease(build))
  const base = `/releases/shell/${release.version}`
  const answer = await readStoredFile(data.path, `${base}/shell.js`)
  expect(answer?.headers).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': 'text/javascript; charset=utf-8',
  })
  expect(String(answer?.bodies.identity?.bytes)).toBe('start()')
  const others = ['shell.js.br', '.hidden.js', 'missing.js', '../release.json', '../prerender/shell.mjs', '..', '%2e%2e']
  for (const other of others) expect(await readStoredFile(data.path, `${base}/${other}`), other).toBeUndefined()
  expect(await readStoredFile(data.path, '/releases/shell/../shell.js')).toBeUndefined()
})

test('a picture is kept for good, and other sites may show it', async () => {
  await using data = await temporaryFolder()
  await fs.mkdir(path.join(data.path, 'images'))
  await fs.writeFile(path.join(data.path, 'images/0123456789ab.png'), 'png')
  const answer = await readStoredFile(data.path, '/images/0123456789ab.png')
  expect(answer?.headers).toMatchObject({
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Type': 'image/png',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  expect(await readStoredFile(data.path, '/images/ba9876543210.png')).toBeUndefined()
  expect(await readStoredFile(data.path, '/images/../releases')).toBeUndefined()
})

/** A request and its answer, without a port. */
function send(answer: Answer, headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') {
  const app = Fastify()
  app.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: (request, reply) => {
      reply.hijack()
      sendAnswer(answer, request.raw, reply.raw)
    },
  })
  return app.inject({ method, url: '/', headers })
}
