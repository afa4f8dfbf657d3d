import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { describeEveryStore } from '../every-store.ts'
import { createPublisher } from '../publish/publish.ts'
import { buildTinyRemote, buildTinyShell, site, temporaryFolder, tinyModule } from '../publish/tiny-release.ts'
import { realClock } from '../store/announcements.ts'
import { alone, type SharedParts, shareParts } from '../store/shared-parts.ts'
import type { Store } from '../store/store.ts'
import { sweep } from '../store/sweep.ts'
import { type Activation, appendActivation, readChannel } from './activations.ts'
import { createChannels } from './channels.ts'
import { deployBuilds } from './deploy-builds.ts'
import { createDeploys } from './deploys.ts'
import { prune } from './prune.ts'
import { sweepShared } from './pruning.ts'
import { keptCompositions, readUses } from './uses.ts'

const day = 86_400_000
const order = { channel: 'live', bundle: 'marketing', actor: 'test', message: '' }

test('a rollback to a composition that was pruned makes it again', async () => {
  await using folder = await temporaryFolder()
  await using server = await createServer(folder.path, 'one')
  const { first } = await deployTwo(folder.path, server)
  const { deleted } = await prune(server.dataFolder, server.database, 90, { now: Date.now() + 2 * day })
  expect(deleted).toContain(`compositions/${first.composition}`)
  expect(await server.deploys.rollback(order)).toMatchObject({ composition: first.composition, releases: first.releases })
  expect(await server.shown()).toContain('First')
}, 60_000)

describeEveryStore((createStore) => {
  test('so it does on a server that never saw it, when it was deleted from the store too', async () => {
    const store = await createStore()
    await using folder = await temporaryFolder()
    await using one = await createServer(folder.path, 'one', store)
    const { first, second } = await deployTwo(folder.path, one)
    await using other = await createServer(folder.path, 'other', store, one.database)
    const now = Date.now() + 5 * day
    const swept = await sweep(store, await readUses(one.database, 90, now), { clock: { ...realClock, now: () => now } })
    expect(swept.parts).toEqual([`compositions/${first.composition}`])
    expect(swept.bytes).toBeGreaterThan(1000)
    expect(await other.deploys.rollback(order)).toMatchObject({ composition: first.composition })
    expect(await other.shown()).toContain('First')
    // And back again, on a server that has nothing.
    await one.deploys.rollback({ ...order, version: second.releases.marketing ?? '' })
    await using third = await createServer(folder.path, 'third', store, one.database)
    expect(await third.shown()).toContain('Second')
  }, 120_000)

  test('nothing is deleted from a store that belongs to another database', async () => {
    const store = await createStore()
    await using folder = await temporaryFolder()
    await using one = await createServer(folder.path, 'one', store)
    await using other = await createServer(folder.path, 'other', store)
    await deployTwo(folder.path, one)
    expect(await sweepShared(store, one.database, 90)).toEqual({ parts: [], files: 0, bytes: 0 })
    await expect(sweepShared(store, other.database, 90)).rejects.toThrow('belongs to another database')
    expect(await sweepShared(store, one.database, 90)).toEqual({ parts: [], files: 0, bytes: 0 })
  }, 60_000)
})

test('a rollback to a release that was pruned is refused with a sentence', async () => {
  await using folder = await temporaryFolder()
  await using server = await createServer(folder.path, 'one')
  const { first } = await deployTwo(folder.path, server)
  await prune(server.dataFolder, server.database, 90, { now: Date.now() + 100 * day })
  await expect(server.deploys.rollback(order)).rejects.toThrow(`marketing ${first.releases.marketing} is not stored here.`)
}, 60_000)

test('a preview whose composition is gone says so', async () => {
  await using folder = await temporaryFolder()
  await using server = await createServer(folder.path, 'one')
  const { second } = await deployTwo(folder.path, server)
  await appendActivation(server.database, { ...second, channel: 'preview-form', composition: 'lost', revision: 1 })
  await expect(server.channels.preview('preview-form')).rejects.toThrow(
    'The composition lost is not stored any more. The next deploy or rollback makes it again.',
  )
}, 60_000)

/** Deploys two compositions, and then so many others that the first is not kept any more. */
async function deployTwo(folder: string, { deploys, dataFolder, database }: Server) {
  const marketing = (text: string) => buildTinyRemote(folder, 'marketing', { '': tinyModule(`'${text}'`) })
  const first = await deployBuilds(deploys, dataFolder, [await buildTinyShell(folder), await marketing('First')])
  const second = await deployBuilds(deploys, dataFolder, [await marketing('Second')])
  for (let revision = 3; revision <= keptCompositions + 1; revision++)
    await appendActivation(database, { ...second, revision, changed: [], composition: `other-${revision}` })
  await appendActivation(database, { ...second, revision: keptCompositions + 2, changed: [] })
  await appendActivation(database, { ...second, revision: keptCompositions + 3, changed: [], composition: 'other' })
  return { first, second }
}

type Server = Awaited<ReturnType<typeof createServer>>

async function createServer(folder: string, name: string, store?: Store, shared?: SiteDatabase) {
  const dataFolder = path.join(folder, name)
  await fs.mkdir(dataFolder, { recursive: true })
  const database = shared ?? (await openDatabase({ dataFolder }))
  const parts: SharedParts = store ? shareParts(dataFolder, store) : alone
  const channels = createChannels({ dataFolder }, database, () => {}, { parts })
  const publisher = createPublisher(dataFolder, site, undefined, parts)
  return {
    dataFolder,
    database,
    channels,
    deploys: createDeploys({ dataFolder, database, publisher, parts }),
    /** The home page, as this server shows it. */
    shown: async () => {
      await channels.update()
      expect(channels.live()?.activation).toEqual((await readChannel(database, 'live')) as Activation)
      return String(channels.live()?.answers.table.get('/')?.bodies.identity?.bytes)
    },
    [Symbol.asyncDispose]: async () => {
      if (!shared) await database.close()
    },
  }
}
