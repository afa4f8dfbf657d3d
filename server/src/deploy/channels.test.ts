import fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tinyModule } from '../publish/tiny-release.ts'
import { type Channels, createChannels } from './channels.ts'
import { startTinyDeploys } from './tiny-deploys.ts'

let another: Awaited<ReturnType<typeof startTinyDeploys>>
let channels: Channels
let troubles: string[]

beforeEach(async () => {
  troubles = []
  another = await startTinyDeploys()
  const { dataFolder, database } = another
  channels = createChannels({ dataFolder }, database, ({ message }) => troubles.push(message), { pollEvery: 10 })
})

afterEach(async () => {
  channels.stop()
  await another.remove()
})

/** As another server does: `channels` hears of it when it looks. */
const deploy = (text: string) => another.deploy({ '': tinyModule(`'${text}'`) })
const lose = (revision: number) => another.database.query.deleteFrom('activations').where('revision', '=', revision).execute()
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
  await lose(2)
  await channels.update()
  expect(shown()).toBe('One')
  await deploy('Two.')
  await channels.update()
  await lose(2)
  await deploy('Three.')
  await channels.update()
  expect(shown()).toBe('Three')
})

test('what is live and can not be read is told once; what was live goes on, and is current again when it can', async () => {
  await deploy('One.')
  await channels.begin()
  const { composition } = await deploy('Two.')
  const there = path.join(another.dataFolder, 'compositions', composition)
  await fs.rename(there, `${there}.away`)
  channels.follow()
  await expect.poll(channels.isCurrent).toBe(false)
  expect(shown()).toBe('One')
  expect(troubles).toEqual([expect.stringContaining(composition)])
  await fs.rename(`${there}.away`, there)
  await expect.poll(channels.isCurrent).toBe(true)
  expect(shown()).toBe('Two')
})
