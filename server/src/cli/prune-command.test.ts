import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { runCommand } from './fake-terminal.ts'

test('says what would be deleted, and deletes it when it is told to', async () => {
  await using folder = await temporaryFolder()
  const site = (...args: string[]) => runCommand(args, { SITE_DATA: folder.path })
  const old = path.join(folder.path, 'compositions/0123456789ab')
  await fs.mkdir(old, { recursive: true })
  await fs.writeFile(path.join(old, '_index.html'), 'x'.repeat(3000))
  await fs.utimes(old, 0, 0)
  expect(await site('prune', '--dry-run')).toMatchObject({ code: 0, out: `${old}\n1 would be deleted here, 3 kB.` })
  expect(await fs.readdir(old)).toEqual(['_index.html'])
  expect((await site('prune', '--json')).out).toContain('"bytes": 3000')
  expect(await site('prune')).toMatchObject({ code: 0, out: '0 deleted here, 0 B.' })
})
