// Two servers with a data folder each, on one PostgreSQL and one S3, which end and come back.
import fs from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSiteServer } from './app.ts'
import { runCommand } from './cli/fake-terminal.ts'
import { openDatabaseLater } from './database/open-database.ts'
import { readHistory } from './deploy/activations.ts'
import { deployBuilds } from './deploy/deploy-builds.ts'
import { createToken } from './deploy/tokens.ts'
import { describeS3 } from './every-store.ts'
import { buildTinyRemote, temporaryFolder, tinyModule, tinyRelease, tinyShell, writeBuild } from './publish/tiny-release.ts'
import { readSettings } from './settings.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

const isPostgresThere = findPostgres() !== undefined
const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true }
const patient = { timeout: 60_000, interval: 50 }

describe.skipIf(!isPostgresThere)(
  isPostgresThere ? 'many servers' : 'many servers (skipped: PostgreSQL is not installed here)',
  () => {
    describeS3('on PostgreSQL and S3', (s3) => {
      let postgres: ThrowawayPostgres
      let env: Record<string, string>
      let builds: string[]
      let token: string
      const folder = temporaryFolder()

      beforeAll(async () => {
        postgres = await startPostgres()
        env = { NODE_ENV: 'production', DATABASE_URL: await postgres.createDatabase(), S3_URL: await s3().createBucket() }
        builds = [await buildShell(), await build('First')]
        const server = await start('one')
        await deployBuilds(server.deploys, server.dataFolder, builds)
        const order = { name: 'test', bundles: ['*'], actions: ['deploy', 'rollback', 'preview'], days: 1 }
        token = (await createToken(server.database, order)).secret
        await server.close()
      }, 120_000)
      afterAll(async () => {
        postgres?.remove()
        await (await folder).remove()
      })

      test('what one server deploys another shows, with the files and pictures of all of it', async () => {
        await using one = await start('one')
        await using other = await start('other')
        await shows(other, 'First')
        await deployBuilds(one.deploys, one.dataFolder, [await build('Second')])
        await shows(other, 'Second')
        const [page, same] = await Promise.all([one, other].map(({ url }) => fetch(`${url}/`)))
        expect(same?.headers.get('etag')).toBe(page?.headers.get('etag'))
        const html = (await same?.text()) ?? ''
        const addresses = [...html.matchAll(/(?:src|href|content)="(?:https?:\/\/[^/"]+)?(\/(?:releases|images)\/[^"]+)"/g)].map(
          ([, address]) => address,
        )
        expect(addresses.length).toBeGreaterThan(1)
        for (const address of addresses) expect((await fetch(other.url + address)).status, address).toBe(200)
      }, 120_000)

      test('a machine that never saw a release exports it, and with --keep those before', async () => {
        await using one = await start('one')
        for (const text of ['Old', 'Exported']) await deployBuilds(one.deploys, one.dataFolder, [await build(text)])
        const [live, before] = await readHistory(one.database, 'live')
        const { path: own } = await folder
        const settings = { ...env, SITE_DATA: path.join(own, 'unused') }
        const { code, err } = await runCommand(['export', '--out', 'www', '--keep'], settings, { cwd: own })
        expect(code, err).toBe(0)
        expect(await fs.readFile(path.join(own, 'www/index.html'), 'utf8')).toContain('Exported')
        for (const activation of [live, before])
          await fs.access(path.join(own, `www/releases/marketing/${activation?.releases.marketing}/marketing.js`))
      }, 120_000)

      test('a server that never saw a release rolls back to it and serves its files', async () => {
        await using one = await start('one')
        await deployBuilds(one.deploys, one.dataFolder, [await build('Third')])
        const [, before] = await readHistory(one.database, 'live')
        await using other = await start('new')
        const file = `/releases/marketing/${before?.releases.marketing}/marketing.js`
        await expect(fs.access(path.join(other.dataFolder, file))).rejects.toThrow()
        expect((await fetch(other.url + file)).status).toBe(200)
        expect((await fetch(`${other.url}/releases/marketing/0123456789ab/marketing.js`)).status).toBe(404)
        const order = { channel: 'live', bundle: 'marketing', actor: 'test', message: '' }
        expect(await other.deploys.rollback(order)).toMatchObject({ composition: before?.composition })
        await vi.waitFor(() => expect(one.channels.live()?.activation.composition).toBe(before?.composition), patient)
      }, 120_000)

      test('a server with an empty folder rolls back to what shows other pictures', async () => {
        await using one = await start('one')
        await deployBuilds(one.deploys, one.dataFolder, [await buildHeaded('Old heading')])
        const [before] = await readHistory(one.database, 'live')
        await deployBuilds(one.deploys, one.dataFolder, [await buildHeaded('New heading')])
        await using other = await start('empty')
        await shows(other, 'New heading')
        const order = { channel: 'live', bundle: 'marketing', actor: 'test', message: '' }
        expect(await other.deploys.rollback(order)).toMatchObject({ composition: before?.composition })
        await shows(other, 'Old heading')
      }, 120_000)

      test('without PostgreSQL pages go on, also after a restart; all else says 503 and works again by itself', async () => {
        await using one = await start('one')
        const page = await (await fetch(`${one.url}/`)).text()
        postgres.crash()
        await using restarted = await start('one')
        for (const server of [one, restarted]) {
          expect(await (await fetch(`${server.url}/`)).text()).toBe(page)
          expect(await send(server, '/api/contact', enquiry)).toMatchObject({
            status: 503,
            text: expect.stringContaining('nothing was stored'),
          })
          expect(await send(server, '/api/channels/live/rollbacks', { bundle: 'marketing' })).toMatchObject({
            status: 503,
            text: expect.stringContaining('The database does not answer.'),
          })
          expect(await read(server, '/readyz')).toMatchObject({ status: 503, text: 'Enquiries can not be stored now.' })
          expect(await read(server, '/healthz')).toMatchObject({ status: 200 })
          for (let turn = 0; turn < 20; turn++) await send(server, '/api/contact', enquiry)
          expect(server.log.length, server.log.join('')).toBeLessThan(8)
        }
        postgres.start()
        for (const server of [one, restarted]) {
          await vi.waitFor(async () => expect(await read(server, '/readyz')).toMatchObject({ status: 200 }), patient)
          expect(await send(server, '/api/contact', enquiry)).toMatchObject({ status: 201 })
        }
        await deployBuilds(one.deploys, one.dataFolder, [await build('Fourth')])
        await shows(restarted, 'Fourth')
      }, 120_000)

      test('without S3 pages and enquiries go on, nothing is deployed, and it works again by itself', async () => {
        await using one = await start('one')
        await using other = await start('other')
        const before = await readHistory(one.database, 'live')
        const fifth = await build('Fifth')
        await s3().crash()
        await expect(deployBuilds(one.deploys, one.dataFolder, [fifth])).rejects.toMatchObject({ statusCode: 503 })
        expect(await readHistory(one.database, 'live')).toEqual(before)
        await using restarted = await start('one')
        for (const server of [one, other, restarted]) {
          expect((await fetch(`${server.url}/`)).status).toBe(200)
          expect(await read(server, '/readyz')).toMatchObject({
            status: 503,
            text: expect.stringContaining('The store of releases'),
          })
          expect(await read(server, '/images/0123456789ab.png')).toMatchObject({ status: 503 })
          expect(await send(server, '/api/contact', enquiry)).toMatchObject({ status: 201 })
        }
        await s3().start()
        await vi.waitFor(async () => expect(await read(one, '/readyz')).toMatchObject({ status: 200 }), patient)
        await deployBuilds(one.deploys, one.dataFolder, [fifth])
        await shows(other, 'Fifth')
        await shows(restarted, 'Fifth')
      }, 180_000)

      async function start(name: string) {
        const dataFolder = path.join((await folder).path, name)
        const log: string[] = []
        const settings = readSettings({ ...env, SITE_DATA: dataFolder, ENQUIRIES_PER_VISITOR: '1000' })
        await fs.mkdir(dataFolder, { recursive: true })
        const database = await openDatabaseLater(settings, () => {}, 100)
        const { app, deploys, channels } = await createSiteServer(settings, database, { write: (line) => log.push(line) })
        await channels.begin()
        channels.follow()
        await app.listen({ port: 0, host: '127.0.0.1' })
        const close = async () => {
          await app.close()
          await database.close()
        }
        const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
        return { url, dataFolder, database, deploys, channels, log, close, [Symbol.asyncDispose]: close }
      }

      type Server = Awaited<ReturnType<typeof start>>

      async function shows({ url }: Server, text: string) {
        await vi.waitFor(async () => expect(await (await fetch(`${url}/`)).text()).toContain(text), patient)
      }

      async function read({ url }: Server, address: string) {
        const response = await fetch(url + address)
        return { status: response.status, text: await response.text() }
      }

      async function send({ url }: Server, address: string, body: object) {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
        const response = await fetch(url + address, { method: 'POST', headers, body: JSON.stringify(body) })
        return { status: response.status, text: await response.text() }
      }

      async function buildShell() {
        const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2"/></svg>'
        const files = { 'browser/shell.js': 'start()', 'browser/favicon.svg': icon, 'prerender/shell.mjs': tinyShell }
        return writeBuild((await folder).path, tinyRelease('shell', { shared: { react: '19.3.1' }, icon: 'favicon.svg' }), files)
      }

      /** Its picture for shared links is another one. */
      async function buildHeaded(heading: string) {
        const module = tinyModule().replace("'About'", `'${heading}'`)
        return buildTinyRemote((await folder).path, 'marketing', { '': module })
      }

      async function build(text: string) {
        return buildTinyRemote((await folder).path, 'marketing', { '': tinyModule(`'${text}'`) })
      }
    })
  },
)
