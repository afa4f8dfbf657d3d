import fs from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSiteServer } from '../app.ts'
import { runCommand } from '../cli/fake-terminal.ts'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { readChannel, readHistory } from '../deploy/activations.ts'
import { deployBuilds } from '../deploy/deploy-builds.ts'
import { enquiryStore } from '../enquiries/enquiries.ts'
import { buildTinyRemote, buildTinyShell, temporaryFolder, tinyModule } from '../publish/tiny-release.ts'
import { readSettings } from '../settings.ts'

const folder = await temporaryFolder()
const dataFolder = path.join(folder.path, 'data')
const enquiry = { name: 'Helen', company: 'Northgate', email: 'helen@northgate.example', consent: true as const }
let server: Awaited<ReturnType<typeof startServer>>

beforeAll(async () => {
  server = await startServer(dataFolder)
  await deployBuilds(server.deploys, dataFolder, [await buildTinyShell(folder.path), await buildPage('First')])
})

afterAll(async () => {
  await server.close()
  await folder.remove()
})

test('what was acknowledged before a backup is in it, whoever deploys and writes meanwhile; the copy is a site', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const writing = (async () => {
    while (!isOver) {
      acknowledged.push((await enquiryStore(server.database).add(enquiry)).id)
      // SQLite answers at once: without a pause nobody else would have a turn.
      await nextTurn()
    }
  })()
  const deploying = (async () => {
    for (let round = 1; !isOver; round++) await deployBuilds(server.deploys, dataFolder, [await buildPage(`Round ${round}`)])
  })()
  await deployBuilds(server.deploys, dataFolder, [await buildPage('Second')])
  const [enquiriesBefore, historyBefore] = [[...acknowledged], await readHistory(server.database)]
  const { code, out, err } = await site('--out', 'busy').finally(() => {
    isOver = true
  })
  await Promise.all([writing, deploying])
  expect({ code, err }, err).toMatchObject({ code: 0 })
  expect(out).toMatch(/busy: \d+ releases, \d+ compositions, \d+ activations, \d+ enquiries; .* live shows \w{12}\.$/)

  await using restored = await startServer(path.join(folder.path, 'busy'))
  const rows = await restored.database.query.selectFrom('enquiries').select('id').execute()
  expect(enquiriesBefore.length).toBeGreaterThan(0)
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(enquiriesBefore))
  expect(await readHistory(restored.database)).toEqual(expect.arrayContaining(historyBefore))
  await expectAllFiles(restored.url)
  const newest = await readChannel(restored.database, 'live')
  expect(newest?.releases.shell).toBe(historyBefore[0]?.releases.shell)
  const order = { channel: 'live', bundle: 'marketing', version: historyBefore.at(-1)?.releases.marketing, actor: 'test' }
  await restored.deploys.rollback({ ...order, message: '' } as Parameters<typeof restored.deploys.rollback>[0])
  expect(await (await fetch(restored.url)).text()).toContain('First')
})

test('what SQLite has only in its write-ahead log is in the copy', async () => {
  const { id } = await enquiryStore(server.database).add(enquiry)
  expect(await site('--out', 'logged')).toMatchObject({ code: 0 })
  const copy = await openDatabase({ dataFolder: path.join(folder.path, 'logged') })
  const found = await copy.query.selectFrom('mail_jobs').selectAll().where('enquiry_id', '=', id).execute()
  await copy.close()
  expect(found).toHaveLength(1)
})

test('a file that releases share takes its room once, and times are kept', async () => {
  expect(await site('--out', 'linked')).toMatchObject({ code: 0 })
  const [release] = await fs.readdir(path.join(folder.path, 'linked/releases/shell'))
  const place = `releases/shell/${release}`
  const [copy, original] = await Promise.all(
    [path.join(folder.path, 'linked'), dataFolder].map((data) => fs.stat(path.join(data, place, 'browser/shell.js'))),
  )
  expect(copy?.nlink).toBe(original?.nlink)
  expect(copy?.nlink).toBeGreaterThan(1)
  expect(copy?.ino).not.toBe(original?.ino)
  const [kept, then] = await Promise.all(['linked', 'data'].map((data) => fs.stat(path.join(folder.path, data, place))))
  expect(kept?.mtimeMs).toBeCloseTo(then?.mtimeMs ?? 0, -1)
  expect((await fs.stat(path.join(folder.path, 'linked'))).mode & 0o777).toBe(0o700)
})

test('a folder with anything in it is left as it is', async () => {
  await fs.mkdir(path.join(folder.path, 'mine'))
  await fs.writeFile(path.join(folder.path, 'mine/letter.txt'), 'Dear')
  expect(await site('--out', 'mine')).toMatchObject({ code: 1, err: expect.stringContaining('holds letter.txt') })
  expect(await fs.readdir(path.join(folder.path, 'mine'))).toEqual(['letter.txt'])
  expect(await site('--out', 'mine/letter.txt')).toMatchObject({ code: 1, err: expect.stringContaining('is a file') })
})

test('of a site that is damaged there is no backup, and nothing stays behind', async () => {
  const live = await readChannel(server.database, 'live')
  const file = path.join(dataFolder, `releases/marketing/${live?.releases.marketing}/prerender/page.mjs`)
  const bytes = await fs.readFile(file)
  await fs.writeFile(file, 'damaged')
  try {
    expect(await site('--out', 'damaged')).toMatchObject({ code: 1, err: expect.stringContaining('prerender/page.mjs is not') })
  } finally {
    await fs.writeFile(file, bytes)
  }
  expect((await fs.readdir(folder.path)).filter((name) => name.startsWith('damaged'))).toEqual([])
})

test('without a site here, or with one in PostgreSQL or S3, it says so and makes nothing', async () => {
  const elsewhere = { SITE_DATA: path.join(folder.path, 'nothing') }
  const none = await runCommand(['backup', '--out', path.join(folder.path, 'none')], elsewhere)
  expect(none).toMatchObject({ code: 1, err: expect.stringContaining("is SITE_DATA the server's?") })
  const shared = await runCommand(['backup', '--out', path.join(folder.path, 'none')], { DATABASE_URL: 'postgres://db/site' })
  expect(shared).toMatchObject({ code: 1, err: expect.stringContaining('docs/many-servers.md') })
  expect((await fs.readdir(folder.path)).filter((name) => /^no/.test(name))).toEqual([])
})

const site = (...args: string[]) => runCommand(['backup', ...args], { SITE_DATA: dataFolder }, { cwd: folder.path })

const buildPage = (text: string) => buildTinyRemote(folder.path, 'marketing', { '': tinyModule(`'${text}'`), page: tinyModule() })

async function startServer(data: string) {
  const settings = readSettings({ NODE_ENV: 'production', SITE_DATA: data })
  const database: SiteDatabase = await openDatabase(settings)
  const { app, deploys, channels } = await createSiteServer(settings, database, { write: () => {} })
  await channels.begin()
  channels.follow()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const close = async () => {
    await app.close()
    await database.close()
  }
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return { url, deploys, database, close, [Symbol.asyncDispose]: close }
}

/** The page, and every file and picture that it names. */
async function expectAllFiles(url: string): Promise<void> {
  const page = await fetch(url)
  expect(page.status).toBe(200)
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href|content)="(?:https?:\/\/[^/"]+)?(\/(?:releases|images)\/[^"]+)"/g)]
  expect(addresses.length).toBeGreaterThan(1)
  for (const [, address] of addresses) expect((await fetch(url + address)).status, address).toBe(200)
}
