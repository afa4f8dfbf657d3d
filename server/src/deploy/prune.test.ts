import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { appendActivation } from './activations.ts'
import { prune } from './prune.ts'
import { keptCompositions } from './uses.ts'

const day = 86_400_000
const now = Date.parse('2026-11-21T12:00:00Z')

test('what no channel has shown for 90 days goes; what is shown, or was lately, stays however old it is', async () => {
  await using site = await createSite()
  await site.show('live', 1, 'long-gone', 300)
  await site.show('live', 2, 'previewed', 200)
  await site.show('live', 3, 'left-lately', 150)
  await site.show('live', 4, 'live-for-long', 89)
  await site.show('preview-form', 1, 'previewed', 250)
  for (const version of ['long-gone', 'previewed', 'left-lately', 'live-for-long', 'never-shown']) {
    await site.make(`releases/contact/${version}`, 400)
    await site.make(`compositions/c${version}`, 400)
  }
  await site.make('releases/contact/just-uploaded', 1)
  await site.make('compositions/cjust-made', 0.9)
  await site.make('releases/contact/x.incoming-1', 2)
  await site.make('compositions/cx.incoming-1', 2)
  expect(await site.prune()).toEqual([
    'releases/contact/long-gone',
    'releases/contact/never-shown',
    'releases/contact/x.incoming-1',
    'compositions/clong-gone',
    'compositions/cnever-shown',
    'compositions/cx.incoming-1',
  ])
  expect(await fs.readdir(path.join(site.folder, 'releases/contact'))).toEqual([
    'just-uploaded',
    'left-lately',
    'live-for-long',
    'previewed',
  ])
  expect(await site.prune()).toEqual([])
})

test('the newest compositions of each channel stay for a quick rollback, and what was used within a day', async () => {
  await using site = await createSite()
  for (let revision = 1; revision <= keptCompositions + 3; revision++) {
    await site.show('live', revision, String(revision), 30)
    await site.make(`compositions/c${revision}`, 20)
  }
  // It was on live long ago, and came back: the newest ones are counted once each.
  await site.show('live', keptCompositions + 4, '1', 29)
  await site.show('preview-form', 1, '2', 28)
  await site.make('compositions/c3', 0.5)
  expect(await site.prune()).toEqual(['compositions/c4'])
})

test('pictures that no composition names go after 90 days; while one does not say, all stay', async () => {
  await using site = await createSite()
  await site.show('live', 1, 'shown', 300)
  await site.make('compositions/cshown', 300, ['images/named.png'])
  await site.make('compositions/cold', 100, ['images/named-once.png'])
  for (const [name, daysAgo] of Object.entries({ named: 200, 'named-once': 200, 'drawn-lately': 80, 'half.png.incoming-7': 2 }))
    await site.make(`images/${name}.png`, daysAgo)
  await site.make('compositions/cunknown', 0.5)
  expect(await site.prune()).toEqual(['compositions/cold'])
  await fs.rm(path.join(site.folder, 'compositions/cunknown'), { recursive: true })
  expect(await site.prune()).toEqual(['images/half.png.incoming-7.png', 'images/named-once.png'])
})

test('what would be deleted is said with its size, and stays', async () => {
  await using site = await createSite()
  await site.make('compositions/cold', 100, ['images/a.png'])
  const dry = await prune(site.folder, site.database, 90, { now, isDryRun: true })
  expect(dry).toMatchObject({ deleted: ['compositions/cold'], bytes: 56 })
  expect(await fs.readdir(path.join(site.folder, 'compositions'))).toEqual(['cold'])
  expect(await prune(site.folder, site.database, 90, { now })).toEqual(dry)
})

test('what is used while it is deleted is put back', async () => {
  await using site = await createSite()
  await site.make('compositions/cold', 100, [])
  const folder = path.join(site.folder, 'compositions/cold')
  const rename = vi.spyOn(fs, 'rename').mockImplementationOnce(async (from, to) => {
    await fs.utimes(from, new Date(now), new Date(now))
    await fs.rename(from, to)
  })
  expect(await site.prune()).toEqual([])
  rename.mockRestore()
  expect(await fs.readdir(folder)).toEqual(['composition.json'])
})

async function createSite() {
  const temporary = await temporaryFolder()
  const folder = temporary.path
  const database = await openDatabase({ dataFolder: folder })
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
  /** A folder or picture, last used so many days ago. */
  const make = async (part: string, daysAgo: number, images?: string[]) => {
    const full = path.join(folder, part)
    await fs.mkdir(part.startsWith('images/') ? path.dirname(full) : full, { recursive: true })
    if (part.startsWith('images/')) await fs.writeFile(full, 'picture')
    if (part.startsWith('compositions/'))
      await fs.writeFile(path.join(full, 'composition.json'), JSON.stringify({ composition: { bundles: {} }, images }))
    const used = new Date(now - daysAgo * day)
    await fs.utimes(full, used, used)
  }
  return {
    folder,
    database,
    show,
    make,
    prune: async () => (await prune(folder, database, 90, { now })).deleted,
    [Symbol.asyncDispose]: async () => {
      await database.close()
      await temporary.remove()
    },
  }
}
