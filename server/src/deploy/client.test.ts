import { expect, test } from 'vitest'
import { readBuiltRelease, uploadRelease } from '../cli/built-release.ts'
import { temporaryFolder, tinyRelease, writeBuild } from '../publish/tiny-release.ts'
import { connect } from './client.ts'
import { ServerError, UnreachableError } from './client-http.ts'
import { startFakeServer, times, tinyActivation, validToken } from './fake-server.ts'

const contents = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`browser/${index}.js`, `start(${index})`]))

async function prepare(given: { token?: string } = {}) {
  const server = await startFakeServer()
  const folder = await temporaryFolder()
  const pauses: number[] = []
  const pause = async (milliseconds: number) => pauses.push(milliseconds)
  const client = connect({ server: server.url, token: validToken, pause, ...given })
  const release = await readBuiltRelease(await writeBuild(folder.path, tinyRelease('contact'), contents))
  const { bundle, version } = release
  const dispose = async () => {
    await server[Symbol.asyncDispose]()
    await folder.remove()
  }
  return { server, client, release, order: { bundles: [{ bundle, version, after: 0 }] }, pauses, [Symbol.asyncDispose]: dispose }
}

const uploads = (asked: string[]) => asked.filter((request) => request.startsWith('PUT')).length

test('only what the server lacks is uploaded', async () => {
  await using place = await prepare()
  const { server, client, release } = place
  const [sha256 = '', file = ''] = [...release.files][0] ?? []
  server.files.set(sha256, Buffer.from(file))
  expect(await uploadRelease(client, release)).toEqual({ files: 8, bytes: 8 * 'start(0)'.length })
  expect(uploads(server.asked)).toBe(8)
  expect(await uploadRelease(client, release)).toEqual({ files: 0, bytes: 0 })
  expect(uploads(server.asked)).toBe(8)
})

test('a connection that is cut in the middle of an upload is tried again, with growing pauses', async () => {
  await using place = await prepare()
  place.server.misbehave(times(3, /^PUT/, 'cut'))
  expect(await uploadRelease(place.client, place.release)).toMatchObject({ files: 9 })
  expect(place.server.files.size).toBe(9)
  expect(uploads(place.server.asked)).toBe(12)
  expect(place.pauses).toHaveLength(3)
})

test('an upload that was given up goes on where it was', async () => {
  await using place = await prepare()
  const { server, client, release, pauses } = place
  const last = [...release.files.keys()].at(-1) ?? ''
  server.misbehave(times(Number.POSITIVE_INFINITY, new RegExp(last), 'cut'))
  await expect(uploadRelease(client, release)).rejects.toThrow(UnreachableError)
  expect(pauses).toEqual([250, 500, 1000, 2000, 4000])
  expect(server.files.size).toBe(8)
  server.misbehave(() => undefined)
  expect(await uploadRelease(client, release)).toMatchObject({ files: 1 })
})

test('a server that loses what was uploaded is asked three times', async () => {
  await using place = await prepare()
  const missing = JSON.stringify({ missing: [...place.release.files.keys()] })
  place.server.misbehave(times(9, /^POST \/api\/releases/, { status: 200, text: missing, type: 'application/json' }))
  await expect(uploadRelease(place.client, place.release)).rejects.toThrow('still lacks files of contact after 3 uploads')
})

test('a server gets only files of the release', async () => {
  await using place = await prepare()
  const missing = JSON.stringify({ missing: ['0'.repeat(64)] })
  place.server.misbehave(times(1, /^POST \/api\/releases/, { status: 200, text: missing, type: 'application/json' }))
  await expect(uploadRelease(place.client, place.release)).rejects.toThrow('which is not part of contact')
})

test('a deploy whose answer is lost is not done twice', async () => {
  await using place = await prepare()
  const { server, client, release, order } = place
  await uploadRelease(client, release)
  server.misbehave(times(1, /deploys$/, 'cut after'))
  expect(await client.deploy('live', order)).toMatchObject({ revision: 1, releases: { contact: release.version } })
  expect(server.orders).toHaveLength(1)
})

test('a deploy that never arrived is sent again', async () => {
  await using place = await prepare()
  const { server, client, release, order } = place
  await uploadRelease(client, release)
  server.misbehave(times(2, /deploys$/, 'cut'))
  expect(await client.deploy('live', order)).toMatchObject({ revision: 1 })
  expect(server.orders).toHaveLength(1)
})

test('a conflict with what somebody else deployed stays one after a cut', async () => {
  await using place = await prepare()
  const { server, client, release, order } = place
  await uploadRelease(client, release)
  server.history.push(tinyActivation(1, { releases: { contact: 'ffffffffffff' }, changed: ['contact'] }))
  server.misbehave(times(1, /deploys$/, 'cut'))
  await expect(client.deploy('live', order)).rejects.toMatchObject({ status: 409 })
})

test('a rollback whose connection is cut is not sent again', async () => {
  await using place = await prepare()
  await place.client.channels()
  place.server.misbehave(times(1, /rollbacks$/, 'cut'))
  await expect(place.client.rollback('live', { bundle: 'contact' })).rejects.toThrow(UnreachableError)
  expect(place.server.asked.filter((request) => request.endsWith('rollbacks'))).toHaveLength(1)
})

test.each([
  [401, 'This token is not valid.', /^This token is not valid\.\nSet SITE_TOKEN to one that is valid; .*'site token create'/],
  [403, 'This token may not deploy shell.', /^This token may not deploy shell\.\nThe operator makes a token for it/],
  [403, 'This has to be signed.', /^This has to be signed\.\nSign it: --sign/],
  [409, 'Other content.', /^Other content\.$/],
  [422, 'contact can’t go live:\nTwo h1.\nA dead link.', /^contact can’t go live:\nTwo h1\.\nA dead link\.$/],
  [500, '', /^http:\/\/127.* answered 500\.$/],
])('a refusal with status %i says why, and what to do', async (status, text, sentence) => {
  await using place = await prepare()
  place.server.misbehave(times(1, /./, { status, text }))
  const error = await place.client.channels().catch((caught) => caught)
  expect(error).toBeInstanceOf(ServerError)
  expect(error.status).toBe(status)
  expect(error.message).toMatch(sentence)
})

test.each([
  ['a page', { status: 200, text: '<h1>Welcome</h1>', type: 'text/html' }, 'it answered with text/html'],
  ['a page that says 404', { status: 404, text: '<h1>Sorry</h1>', type: 'text/html' }, 'it answered 404 with a page'],
  ['other JSON', { status: 200, text: '{"ok":true}', type: 'application/json' }, 'its answer has no channels'],
  ['null', { status: 200, text: 'null', type: 'application/json' }, 'its answer has no channels'],
  ['half a channel', { status: 200, text: '{"channels":[{"revision":1}]}', type: 'application/json' }, 'is no activation'],
  [
    'another address',
    { status: 307, text: '', location: 'https://elsewhere.example/' },
    'it points to https://elsewhere.example/',
  ],
])('whoever answers with %s is no site server', async (_what, fault, reason) => {
  await using place = await prepare()
  place.server.misbehave(times(9, /./, fault))
  const error = await place.client.channels().catch((caught) => caught)
  expect(error).toBeInstanceOf(UnreachableError)
  expect(error.message).toMatch(/^There is no site server at http:\/\/127/)
  expect(error.message).toContain(reason)
  expect(place.server.asked).toHaveLength(1)
})

test('a server that is not ready is asked again until it is', async () => {
  await using place = await prepare()
  place.server.misbehave(times(2, /./, { status: 503, text: 'The database is away.' }))
  expect(await place.client.channels()).toEqual([])
  place.server.misbehave(times(9, /./, { status: 503, text: 'The database is away.' }))
  await expect(place.client.channels()).rejects.toThrow(/is not ready \(503\)\. The database is away\.$/)
})

test('where nobody listens is said at once', async () => {
  await using place = await prepare()
  await place.server[Symbol.asyncDispose]()
  await expect(place.client.channels()).rejects.toThrow(/^http:\/\/127.* can't be reached: nobody listens there\.$/)
  expect(place.pauses).toEqual([])
})

test('the history of a channel that is not there is empty', async () => {
  await using place = await prepare()
  place.server.misbehave(times(1, /./, { status: 404, text: 'There is no such channel.' }))
  expect(await place.client.history('preview-x', 5)).toEqual([])
})
