import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { appendActivation } from './activations.ts'
import { prune } from './prune.ts'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')

test('what no channel has shown for 90 days goes; what is shown, or was lately, stays however old it is', async () => {
  await using folder = await temporaryFolder()
  const database = await openDatabase({ dataFolder: folder.path })
  const show = (channel: string, revision: number, version: string, daysAgo: number) =>
    appendActivation(database, {
      channel,
      revision,
      composition: `c${version}`,
      releases: { contact: version },
      action: 'deploy',
      changed: ['contact'],
      actor: 'operator',
      message: '',
      at: new Date(now - daysAgo * day).toISOString(),
    })
  await show('live', 1, 'long-gone', 300)
  await show('live', 2, 'previewed', 200)
  await show('live', 3, 'left-lately', 150)
  await show('live', 4, 'live-for-long', 89)
  await show('preview-form', 1, 'previewed', 250)
  const versions = ['long-gone', 'previewed', 'left-lately', 'live-for-long', 'never-shown', 'just-uploaded', 'x.incoming-1']
  for (const version of versions) {
    for (const made of [`releases/contact/${version}`, `compositions/c${version}`]) {
      await fs.mkdir(path.join(folder.path, made), { recursive: true })
      const stored = new Date(now - (version === 'just-uploaded' ? 1 : version === 'x.incoming-1' ? 2 : 400) * day)
      await fs.utimes(path.join(folder.path, made), stored, stored)
    }
  }
  expect(await prune(folder.path, database, 90, now)).toEqual([
    'releases/contact/long-gone',
    'releases/contact/never-shown',
    'releases/contact/x.incoming-1',
    'compositions/clong-gone',
    'compositions/cnever-shown',
    'compositions/cx.incoming-1',
  ])
  expect(await fs.readdir(path.join(folder.path, 'releases/contact'))).toEqual([
    'just-uploaded',
    'left-lately',
    'live-for-long',
    'previewed',
  ])
  expect(await prune(folder.path, database, 90, now)).toEqual([])
  await database.query.destroy()
})
