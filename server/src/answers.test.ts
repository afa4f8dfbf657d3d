import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readAnswers, readStoredFile } from './answers.ts'
import { compose } from './publish/compose.ts'
import { compressFile } from './publish/compress.ts'
import { addRelease, readRelease } from './publish/releases.ts'
import { site, temporaryFolder, tinyRelease, writeBuild } from './publish/tiny-release.ts'

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
  await fs.rm(path.join(folder.path, 'releases'), { recursive: true })
  const published = { composition, folder: folder.path, documents, files: ['robots.txt'] }
  await expect(readAnswers(folder.path, published), 'files of a release are missing').rejects.toThrow()
  const again = await readAnswers(folder.path, published, { composition, table, notFound })
  const script = `/releases/shell/${release.version}/shell.js`
  expect([...again.table.keys()]).toEqual([...table.keys()])
  expect(again.table.get(script), 'taken over from the answers before').toBe(table.get(script))
  expect(again.table.get('/about'), 'read anew').not.toBe(about)
  const withoutNotFound = { composition, folder: folder.path, documents: documents.slice(0, 1), files: [] }
  await expect(readAnswers(folder.path, withoutNotFound, again)).rejects.toThrow(
    `The composition in ${folder.path} has no 404 page.`,
  )
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
