import fs from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import type { Release } from '@site/shared/release'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  api,
  as,
  bytes,
  closeSite,
  contact,
  contactFiles,
  database,
  dataFolder,
  deploy,
  describe,
  everything,
  first,
  json,
  openSite,
  order,
  orderOf,
  put,
  rollback,
  second,
  secrets,
  sha256,
  sign,
  signedEarlier,
  start,
  store,
  takeLog,
  textOf,
} from './deploy-test-site.ts'
import { cleanUploads } from './uploads.ts'

beforeAll(openSite)
afterAll(closeSite)

test('a release is described, its missing files are sent, and it is stored and deployed', async () => {
  const contents = { ...contactFiles, 'browser/contact.js': 'start(2)' }
  const release = contact({}, contents)
  const asked = await api.inject(describe(release, { headers: { ...json, ...as('contact') } }))
  expect([asked.statusCode, asked.json()]).toEqual([200, { missing: [sha256('start(2)')] }])
  const send = () => api.inject(put('start(2)', { headers: { ...bytes, ...as('contact') } }))
  expect([(await send()).statusCode, (await send()).statusCode]).toEqual([201, 200])
  const stored = await api.inject(describe(release))
  expect([stored.statusCode, stored.json()]).toEqual([201, { missing: [] }])
  const again = await api.inject(describe(release))
  expect([again.statusCode, again.json()]).toEqual([200, { missing: [] }])
  takeLog()
  const channel = 'preview-describe'
  const deployed = await api.inject(order({ bundles: [orderOf(release)], message: 'Two' }, channel, 'preview'))
  expect(deployed.statusCode).toBe(201)
  const activation = { channel, revision: 1, releases: { contact: release.version }, actor: 'pull requests', message: 'Two' }
  expect(deployed.json()).toMatchObject(activation)
  const log = takeLog()
  expect(JSON.parse(log)).toMatchObject({ msg: 'deployed', actor: 'pull requests', channel, revision: 1 })
  expect(JSON.parse(log)).toMatchObject({ releases: [`contact ${release.version}`], ms: expect.any(Number) })
  const history = (await api.inject({ url: `/api/channels/${channel}/history`, headers: as('contact') })).json()
  expect(history).toEqual({ history: [deployed.json()] })
  const { releases } = (await api.inject({ url: '/api/releases?bundle=contact', headers: as('rollback') })).json()
  expect(releases).toContainEqual({ ...orderOf(release), storedAt: expect.stringMatching(/^20.*Z$/), channels: [channel] })
  expect(releases).toContainEqual({ ...orderOf(first), storedAt: expect.any(String), channels: ['live'] })
})

test('a release of which only one file changed shares all others with the one before, compressed copies too', async () => {
  const contents = { ...contactFiles, 'browser/contact.js': 'start(3)' }
  const release = contact({}, contents)
  await store(release, { 'browser/contact.js': 'start(3)' })
  const inode = async ({ version }: Release, name: string) =>
    (await fs.stat(path.join(dataFolder, 'releases/contact', version, name))).ino
  for (const name of ['browser/contact.css', 'browser/contact.css.br', 'prerender/contact.mjs'])
    expect(await inode(release, name)).toBe(await inode(first, name))
  expect(await inode(release, 'browser/contact.js.br')).not.toBe(await inode(first, 'browser/contact.js.br'))
})

test('a version that is stored with other content is a conflict', async () => {
  const release = contact({ fonts: [] }, { ...contactFiles, 'browser/more.js': 'x' })
  const folder = path.join(dataFolder, 'releases/contact', release.version)
  await fs.mkdir(folder)
  await fs.writeFile(path.join(folder, 'release.json'), textOf({ ...release, entry: 'evil.js' }))
  const before = await everything()
  const response = await api.inject(describe(release))
  expect(response.statusCode).toBe(409)
  expect(response.body).toBe(`contact ${release.version} is stored already, with other content. Build it again.`)
  expect(await everything()).toEqual(before)
})

test('what is more than the quota is refused before it is sent, and when it is sent', async () => {
  const small = start({ DEPLOY_QUOTA_MB: '1' })
  const large = 'x'.repeat(1024 * 1024)
  const before = await everything()
  for (const request of [describe(contact({}, { ...contactFiles, 'browser/contact.js': large })), put(large)]) {
    const response = await small.inject(request)
    expect(response.statusCode).toBe(507)
    expect(response.body).toMatch(/^There is no room for 1 MB more: releases and uploads have 1 of 1 MB\./)
  }
  expect(await everything()).toEqual(before)
  const half = 'y'.repeat(400 * 1024)
  const together = await Promise.all(['a', 'b', 'c', 'd'].map((end) => small.inject(put(half + end))))
  expect(together.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 507, 507])
  await small.close()
})

test('two servers that get the same files and the same release at once store them once', async () => {
  const other = start()
  const contents = { ...contactFiles, 'browser/contact.js': 'start(4)', 'prerender/contact.mjs': 'export default 4' }
  const release = contact({}, contents)
  const both = (request: InjectOptions) => Promise.all([api, other, api, other].map((server) => server.inject(request)))
  for (const text of Object.values(contents))
    for (const { statusCode } of await both(put(text))) expect(statusCode).toBeLessThan(300)
  const answers = await both(describe(release))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201])
  const names = await fs.readdir(path.join(dataFolder, 'releases/contact'))
  expect(names.filter((name) => name.startsWith(release.version))).toEqual([release.version])
  await other.close()
})

test('a signed deploy sent twice is one, and none once the channel has moved on', async () => {
  const channel = 'preview-signed'
  const signedOrder = { bundles: [sign({ channel })] }
  const once = await deploy(signedOrder, channel)
  const twice = await deploy(signedOrder, channel)
  expect([once.statusCode, twice.statusCode, twice.json()]).toEqual([201, 201, once.json()])
  const { version } = orderOf(signedEarlier)
  const back = sign({ channel, version, after: 1, releaseText: textOf(signedEarlier) }, { version })
  expect((await deploy({ bundles: [back] }, channel)).statusCode).toBe(201)
  expect((await deploy(signedOrder, channel)).statusCode).toBe(409)
})

test('history tells when a bundle changed, behind 600 changes of others, and a deploy can be signed for it', async () => {
  const channel = 'preview-long'
  const deployed = (await deploy({ bundles: [sign({ channel })] }, channel)).json()
  const { releases, ...rest } = deployed
  const row = { ...rest, releases: JSON.stringify(releases), changed: '["contact"]' }
  const rows = Array.from({ length: 600 }, (_, index) => ({ ...row, revision: index + 2 }))
  await database.query.insertInto('activations').values(rows).execute()
  const url = `/api/channels/${channel}/history`
  const ask = async (query: string) => (await api.inject({ url: `${url}?${query}`, headers: as('contact') })).json().history
  expect(await ask('limit=50&bundle=demo')).toEqual([deployed])
  expect(await ask('limit=2&bundle=contact')).toMatchObject([{ revision: 601 }, { revision: 600 }])
  expect(await ask('bundle=dem')).toEqual([])
  const { version } = orderOf(signedEarlier)
  const next = sign({ channel, version, after: 1, releaseText: textOf(signedEarlier) }, { version })
  const answer = await deploy({ bundles: [next] }, channel)
  expect([answer.statusCode, answer.json().revision]).toEqual([201, 602])
})

test('a rollback goes to the release before', async () => {
  const channel = 'preview-rollback'
  await deploy({ bundles: [orderOf(first)] }, channel)
  await deploy({ bundles: [orderOf(second)] }, channel)
  const response = await api.inject(rollback({ bundle: 'contact' }, channel, 'rollback'))
  expect([response.statusCode, response.json().releases]).toEqual([201, expect.objectContaining({ contact: first.version })])
})

test('a link to a preview is for a token that may show one, and for a preview that there is', async () => {
  const channel = 'preview-link'
  await deploy({ bundles: [orderOf(first)] }, channel)
  const ask = (name: string, where: string, payload: object = {}) =>
    api.inject({ method: 'POST', url: `/api/channels/${where}/preview-links`, headers: { ...json, ...as(name) }, payload })
  const link = (await ask('preview', channel, { days: 2 })).json()
  expect(link.url).toBe(`https://site.example/?preview=${channel}.${Date.parse(link.expiresAt)}`)
  expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(1.99 * 86_400_000)
  const refusals = [
    ask('rollback', channel),
    ask('preview', 'preview-none'),
    ask('preview', 'live'),
    ask('preview', channel, { days: 900 }),
  ]
  expect((await Promise.all(refusals)).map(({ statusCode }) => statusCode)).toEqual([403, 404, 404, 400])
})

test('who sends wrong tokens again and again has to wait, others have not', async () => {
  const guess = (remoteAddress: string, token: string) => api.inject({ url: '/api/channels', headers: as(token), remoteAddress })
  for (let attempt = 0; attempt < 30; attempt++) expect((await guess('203.0.113.7', 'nobody')).statusCode).toBe(401)
  const refused = await guess('203.0.113.7', 'all')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect((await guess('203.0.113.8', 'all')).statusCode).toBe(200)
})

test('an upload without a length is cut at 8 MB, half an upload leaves nothing, and the server goes on', async () => {
  await api.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.server.address() as AddressInfo
  const before = await everything()
  const head = (length: string, name: string) =>
    [`PUT /api/files/${sha256(name)} HTTP/1.1`, 'Host: x', `Authorization: Bearer ${secrets.all}`]
      .concat('Content-Type: application/octet-stream', length, '', '')
      .join('\r\n')
  const megabyte = `100000\r\n${'x'.repeat(0x100000)}\r\n`
  const endless = await exchange(port, head('Transfer-Encoding: chunked', 'endless'), () => megabyte)
  expect(endless).toMatch(/^HTTP\/1.1 413 .*A file has at most 8 MB; this one has more\.$/s)
  const announced = await exchange(port, head('Content-Length: 1073741824', 'announced'), () => undefined)
  expect(announced).toMatch(/^HTTP\/1.1 413 .*A file has at most 8 MB; this one has 1024\.$/s)
  const half = 'x'.repeat(300_000)
  const cut = net.connect(port, '127.0.0.1', () => cut.write(head('Content-Length: 600000', 'half') + half))
  await expect.poll(() => isWriting(300_000)).toBe(true)
  cut.destroy()
  await expect
    .poll(async () => (await fs.readdir(path.join(dataFolder, 'files'))).some((name) => name.includes('.incoming-')))
    .toBe(false)
  const outside = `POST /api/channels/live/../x/deploys HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`
  expect(await exchange(port, outside, () => undefined)).toMatch(/^HTTP\/1.1 404 /)
  expect(await everything()).toEqual(before)
  expect((await fetch(`http://127.0.0.1:${port}/api/channels`, { headers: as('all') })).status).toBe(200)
})

async function isWriting(size: number): Promise<boolean> {
  const names = (await fs.readdir(path.join(dataFolder, 'files'))).filter((name) => name.includes('.incoming-'))
  const stats = await Promise.all(names.map((name) => fs.stat(path.join(dataFolder, 'files', name))))
  return stats.some((file) => file.size === size)
}

/** Sends what `more` gives for as long as the server takes it. Returns what the server answered until it closed. */
function exchange(port: number, start: string, more: () => string | undefined): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const send = () => {
      for (let next = more(); next !== undefined && socket.writable; next = more()) if (!socket.write(next)) return
    }
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.write(start)
      send()
    })
    socket.on('drain', send).on('error', () => {})
    socket.on('data', (data) => {
      answer += data
      more = () => undefined
    })
    socket.on('close', () => resolve(answer))
  })
}

test('uploads of which no release came are removed after a day, what releases have stays', async () => {
  await api.inject(put('alone'))
  const files = await fs.readdir(path.join(dataFolder, 'files'))
  await cleanUploads(dataFolder, Date.now() + 80_000_000)
  expect(await fs.readdir(path.join(dataFolder, 'files'))).toEqual(files)
  await cleanUploads(dataFolder, Date.now() + 90_000_000)
  const left = await fs.readdir(path.join(dataFolder, 'files'))
  expect(left).not.toContain(sha256('alone'))
  expect(left).toContain(sha256('start()'))
  expect((await api.inject(describe(first))).json()).toEqual({ missing: [] })
})
