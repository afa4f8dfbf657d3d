import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { appendActivation, readHistory } from '../deploy/activations.ts'
import { createToken } from '../deploy/tokens.ts'
import { enquiryStore } from '../enquiries/enquiries.ts'
import { describeS3 } from '../every-store.ts'
import { addRelease, readRelease } from '../publish/releases.ts'
import { temporaryFolder, tinyRelease, writeBuild } from '../publish/tiny-release.ts'
import { readSecret } from '../secrets.ts'
import { openStore } from '../store/open-store.ts'
import { shareParts } from '../store/shared-parts.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from '../throwaway-postgres.ts'
import { runCommand } from './fake-terminal.ts'

test('it has to be said where to', async () => {
  expect(await runCommand(['move'], {})).toMatchObject({ code: 1, err: expect.stringContaining('Say where to') })
})

describeS3('to PostgreSQL and S3', (s3) => {
  let postgres: ThrowawayPostgres
  beforeAll(async () => {
    if (findPostgres()) postgres = await startPostgres()
  }, 120_000)
  afterAll(() => postgres?.remove())

  test.skipIf(!findPostgres())(
    'everything arrives, twice is once, and what is damaged there is told',
    async () => {
      await using folder = await temporaryFolder()
      const dataFolder = path.join(folder.path, 'data')
      const build = await writeBuild(folder.path, tinyRelease('contact'), { 'browser/contact.js': 'start()' })
      const { release } = await addRelease(dataFolder, await readRelease(build))
      await fs.mkdir(path.join(dataFolder, 'compositions/0123456789ab'), { recursive: true })
      await fs.writeFile(path.join(dataFolder, 'compositions/0123456789ab/composition.json'), '{}')
      const database = await openDatabase({ dataFolder })
      const rest = { channel: 'live', composition: '0123456789ab', actor: 'test', message: '', at: new Date().toISOString() }
      for (const revision of [1, 2])
        await appendActivation(database, {
          ...rest,
          revision,
          action: 'deploy',
          changed: ['contact'],
          releases: { contact: release.version },
        })
      await createToken(database, { name: 'ci', bundles: ['*'], actions: ['deploy'], days: 1 })
      await readSecret(database, 'previews')
      const enquiry = { name: 'Helen', company: 'Northgate', email: 'helen@northgate.example', consent: true as const }
      await enquiryStore(database).add(enquiry, 'key-1234')
      const history = await readHistory(database)
      await database.close()

      const [databaseUrl, s3Url] = [await postgres.createDatabase(), await s3().createBucket()]
      const command = ['move', '--to-postgres', databaseUrl, '--to-s3', s3Url]
      const env = { SITE_DATA: dataFolder }
      const moved = await runCommand(command, env)
      expect(moved, moved.err).toMatchObject({ code: 0 })
      expect(moved.out).toMatch(/^releases +1 here, 1 there: the same$/m)
      expect(moved.out).toMatch(/^activations +2 here, 2 there: the same$/m)
      expect(moved.out).toMatch(/^enquiries +1 here, 1 there: the same$/m)
      expect((await runCommand(command, env)).out).toBe(moved.out)
      const there = await openDatabase({ dataFolder, databaseUrl })
      expect(await readHistory(there)).toEqual(history)
      await there.close()

      const taken = await s3().createBucket()
      const elsewhere = path.join(folder.path, 'elsewhere')
      const own = path.join(dataFolder, 'compositions/0123456789ab/composition.json')
      await fs.mkdir(path.join(elsewhere, 'compositions/0123456789ab'), { recursive: true })
      await fs.writeFile(path.join(elsewhere, 'compositions/0123456789ab/composition.json'), '{"of":"others"}')
      await shareParts(elsewhere, await openStore(taken)).push('compositions/0123456789ab')
      expect(await runCommand(['move', '--to-s3', taken], env)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/^compositions .*NOT the same$/m),
      })
      expect(await fs.readFile(own, 'utf8')).toBe('{}')

      const store = await openStore(s3Url)
      const key = `files/${release.files[0]?.sha256}`
      await store.remove(key)
      await store.put(key, Buffer.from('damaged'))
      expect(await runCommand(command, env)).toMatchObject({ code: 1, err: expect.stringMatching(/^releases .*NOT the same$/m) })
    },
    120_000,
  )
})
