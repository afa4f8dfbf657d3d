import { expect, test } from 'vitest'
import { type FakeServer, startFakeServer, times, tinyActivation, validToken } from '../deploy/fake-server.ts'
import { runCommand } from './fake-terminal.ts'

async function prepare() {
  const server = await startFakeServer()
  server.history.push(
    tinyActivation(1, { releases: { contact: 'aaa', shell: 'sss' }, changed: ['contact', 'shell'], actor: 'operator' }),
    tinyActivation(2, { releases: { contact: 'bbb', shell: 'sss' }, changed: ['contact'], message: 'New\u009b31m\nform' }),
    tinyActivation(1, { channel: 'preview-x', releases: { contact: 'ccc' }, changed: ['contact'] }),
  )
  const dispose = () => server[Symbol.asyncDispose]()
  return { server, site: (...args: string[]) => on(server, args), [Symbol.asyncDispose]: dispose }
}

const on = (server: FakeServer, args: string[]) => runCommand(args, { SITE_SERVER: `${server.url}/`, SITE_TOKEN: validToken })

test('status shows every channel, since when and by whom', async () => {
  await using place = await prepare()
  expect((await place.site('status')).out.split('\n')).toEqual([
    'live: revision 2, composition c02',
    '  shows  contact bbb, shell sss',
    '  since  2026-11-21 12:48 UTC, deploy of contact bbb by contact CI: New31m form',
    'preview-x: revision 1, composition c01',
    '  shows  contact ccc',
    '  since  2026-11-21 12:48 UTC, deploy of contact ccc by contact CI',
  ])
  const { out } = await place.site('status', '--json')
  expect(JSON.parse(out).channels).toHaveLength(2)
  expect(out).not.toContain('\u009b')
  place.server.history.length = 0
  expect((await place.site('status')).out).toBe("Nothing was deployed yet. 'site deploy <bundle>' does.")
})

test('history lists changes, newest first', async () => {
  await using place = await prepare()
  expect((await place.site('history', '--limit', '5')).out.split('\n')).toEqual([
    'revision 2, 2026-11-21 12:48 UTC: deploy of contact bbb by contact CI: New31m form',
    'revision 1, 2026-11-21 12:48 UTC: deploy of contact aaa, shell sss by operator',
  ])
  expect(JSON.parse((await place.site('history', '--limit', '1', '--json')).out).history).toHaveLength(1)
  expect((await place.site('history', '--channel', 'preview-y')).out).toBe('Nothing was deployed to preview-y.')
})

test('releases are listed with the channels that show them', async () => {
  await using place = await prepare()
  expect((await place.site('releases', 'contact')).out).toBe('There are no releases.')
  const releases = [
    { bundle: 'contact', version: 'bbb', storedAt: '2026-11-21T12:48:00.000Z', channels: ['live', 'preview-x'] },
    { bundle: 'shell', version: 'sss', storedAt: '2026-11-20T12:48:00.000Z', channels: [] },
  ]
  place.server.misbehave(times(1, /./, { status: 200, type: 'application/json', text: JSON.stringify({ releases }) }))
  expect((await place.site('releases')).out).toBe(
    'contact  bbb  2026-11-21 12:48 UTC  live, preview-x\nshell    sss  2026-11-20 12:48 UTC',
  )
})

test('a rollback says what is live again, and how to take it back', async () => {
  await using place = await prepare()
  const { code, out } = await place.site('rollback', 'contact', '-m', 'It did not send')
  expect(code).toBe(0)
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^contact aaa: live again as revision 3, after \d\.\d s\.$/),
    'Now: contact aaa, shell sss (composition c03)',
    'Undo: site rollback contact bbb',
  ])
  expect(place.server.orders).toEqual([{ bundle: 'contact', message: 'It did not send' }])
  const given = await place.site('rollback', 'contact', 'ddd', '--channel', 'preview-x', '--to', place.server.url, '--json')
  expect(JSON.parse(given.out)).toMatchObject({
    activation: { channel: 'preview-x', releases: { contact: 'ddd' } },
    undo: [`site rollback contact ccc --channel preview-x --to ${place.server.url}`],
  })
})

test('a rollback whose answer is lost may have happened, and says so', async () => {
  await using place = await prepare()
  place.server.misbehave(times(1, /rollbacks$/, 'cut after'))
  expect(await place.site('rollback', 'contact')).toMatchObject({
    code: 4,
    err: expect.stringContaining("It may be rolled back all the same: look at 'site status'."),
  })
})

test('a preview link alone is on standard output', async () => {
  await using place = await prepare()
  expect(await place.site('preview', 'link', 'preview-x', '--days', '3')).toEqual({
    code: 0,
    out: 'https://site.example/?preview=preview-x',
    err: 'For everybody who has it, until 2026-12-03 00:00 UTC.\n',
  })
})
