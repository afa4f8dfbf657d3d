import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { createPublisher } from '../publish/publish.ts'
import { buildTinyRemote, buildTinyShell, site, temporaryFolder, tinyModule } from '../publish/tiny-release.ts'
import { type Channels, createChannels } from './channels.ts'
import { deployBuilds } from './deploy-builds.ts'
import { createDeploys } from './deploys.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let dataFolder: string
let database: SiteDatabase
let channels: Channels
/** As another server does: `channels` hears of it when it looks. */
let deploy: (text: string) => Promise<unknown>
let troubles: string[]

beforeEach(async () => {
  troubles = []
  folder = await temporaryFolder()
  dataFolder = path.join(folder.path, 'data')
  database = await openDatabase({ dataFolder })
  channels = createChannels({ dataFolder }, database, ({ message }) => troubles.push(message), { pollEvery: 10 })
  const deploys = createDeploys({ dataFolder, database, publisher: createPublisher(dataFolder, site) })
  const shell = await buildTinyShell(folder.path)
  deploy = async (text) => {
    const page = await buildTinyRemote(folder.path, 'marketing', { '': tinyModule(`'${text}'`) })
    return deployBuilds(deploys, dataFolder, [shell, page])
  }
})

afterEach(async () => {
  channels.stop()
  await database.query.destroy()
  await folder.remove()
})

const shown = () => /(One|Two|Three)\./.exec(String(channels.live()?.answers.table.get('/')?.bodies.identity?.bytes))?.[1]

test('what others deploy is shown', async () => {
  await channels.begin()
  expect(channels.live()).toBeUndefined()
  channels.follow()
  await deploy('One.')
  await expect.poll(shown).toBe('One')
  await deploy('Two.')
  await expect.poll(shown).toBe('Two')
})

test('a row that the database has lost is shown no more, and its number can be given again', async () => {
  await deploy('One.')
  await deploy('Two.')
  await channels.update()
  expect(shown()).toBe('Two')
  await database.query.deleteFrom('activations').where('revision', '=', 2).execute()
  await channels.update()
  expect(shown()).toBe('One')
  await deploy('Two.')
  await channels.update()
  await database.query.deleteFrom('activations').where('revision', '=', 2).execute()
  await deploy('Three.')
  await channels.update()
  expect(shown()).toBe('Three')
})

test('what is live and can not be read is told once; what was live goes on, and is current again when it can', async () => {
  await deploy('One.')
  await channels.begin()
  const { composition } = (await deploy('Two.')) as { composition: string }
  const [there, away] = [composition, `${composition}.away`].map((name) => path.join(dataFolder, 'compositions', name))
  await fs.rename(there as string, away as string)
  channels.follow()
  await expect.poll(channels.isCurrent).toBe(false)
  expect(shown()).toBe('One')
  expect(troubles).toEqual([expect.stringContaining(composition)])
  await fs.rename(away as string, there as string)
  await expect.poll(channels.isCurrent).toBe(true)
  expect(shown()).toBe('Two')
})
