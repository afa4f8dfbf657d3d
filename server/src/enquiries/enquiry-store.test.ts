import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { createApi } from '../app.ts'
import { describeEveryDatabase } from '../every-database.ts'
import { healthApi } from '../health-api.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { readSettings } from '../settings.ts'
import { findPostgres, startPostgres } from '../throwaway-postgres.ts'
import { KeyReusedError, openEnquiries, StoreUnavailableError } from './enquiries.ts'
import { deleteOlder } from './retention.ts'

const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true as const }

describeEveryDatabase((database) => {
  test('an enquiry is stored with the time it came and with its mail job', async () => {
    const store = await database.open()
    const before = new Date().toISOString()
    const { id, repeated } = await store.add({ ...enquiry, phone: '', hiringNeeds: 'tech', message: "Bob'); DROP" })
    expect(repeated).toBe(false)
    const row = await store.database.query.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirst()
    const { consent, ...columns } = enquiry
    expect(row).toMatchObject({ ...columns, phone: null, hiring_needs: 'tech', message: "Bob'); DROP" })
    expect(row && row.received_at >= before).toBe(true)
    const job = await store.database.query.selectFrom('mail_jobs').selectAll().where('enquiry_id', '=', id).executeTakeFirst()
    expect(job).toMatchObject({ state: 'waiting', attempts: 0, next_attempt_at: 0, leased_until: 0 })
  })

  test('the same key and content is stored once, however often and at once it comes', async () => {
    const store = await database.open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.add(enquiry, 'key-1')))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await store.database.query.selectFrom('mail_jobs').select('enquiry_id').execute()).toHaveLength(1)
  })

  test('the same key with other content is refused, and nothing of it is stored', async () => {
    const store = await database.open()
    await store.add(enquiry, 'key-1')
    await expect(store.add({ ...enquiry, message: 'Other' }, 'key-1')).rejects.toThrow(KeyReusedError)
    expect(await store.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(1)
  })

  test('enquiries without a key are never taken for one another', async () => {
    const store = await database.open()
    await store.add(enquiry)
    await store.add(enquiry)
    expect(await store.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(2)
  })

  test('servers that start at once on a new database all get it, and it is still there for the next', async () => {
    const settings = await database.settings()
    const stores = await Promise.all(Array.from({ length: 5 }, () => openEnquiries(settings)))
    const added = await Promise.all(stores.map((store) => store.add(enquiry)))
    await Promise.all(stores.map((store) => store.close()))
    const next = await openEnquiries(settings)
    expect(await next.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(added.length)
    await next.close()
  })

  test('a store that stands is ready, one that was closed is not and refuses', async () => {
    const store = await openEnquiries(await database.settings())
    expect(await store.isReady()).toBe(true)
    await store.close()
    expect(await store.isReady()).toBe(false)
    await expect(store.add(enquiry)).rejects.toThrow(StoreUnavailableError)
  })

  test('enquiries older than the retention are deleted with their jobs, younger ones stay', async () => {
    const store = await database.open()
    await store.add(enquiry)
    expect(await deleteOlder(store.database, 30)).toBe(0)
    expect(await deleteOlder(store.database, 30, Date.now() + 31 * 86_400_000)).toBe(1)
    expect(await store.database.query.selectFrom('mail_jobs').select('enquiry_id').execute()).toEqual([])
  })

  if (database.dialect === 'postgres') return

  test('a file of the first version keeps its enquiries, and they get mail jobs', async () => {
    await using folder = await temporaryFolder()
    const file = new DatabaseSync(path.join(folder.path, 'enquiries.sqlite'))
    file.exec(`CREATE TABLE enquiries (id TEXT PRIMARY KEY, received_at TEXT NOT NULL, name TEXT NOT NULL, company TEXT NOT NULL,
      email TEXT NOT NULL, phone TEXT, hiring_needs TEXT, message TEXT) STRICT;
      INSERT INTO enquiries VALUES ('a', '2026-01-01T00:00:00.000Z', 'Old', 'Co', 'o@co.example', NULL, 'tech', 'Hi');
      INSERT INTO enquiries VALUES ('b', '2026-01-02T00:00:00.000Z', 'Older', 'Co', 'o@co.example', NULL, NULL, NULL);`)
    file.close()
    const store = await openEnquiries({ dataFolder: folder.path })
    const rows = await store.database.query.selectFrom('enquiries').selectAll().orderBy('id').execute()
    expect(rows).toMatchObject([
      { id: 'a', name: 'Old', message: 'Hi' },
      { id: 'b', name: 'Older' },
    ])
    expect(await store.database.query.selectFrom('mail_jobs').select('enquiry_id').execute()).toHaveLength(2)
    await store.close()
  })

  test('while another process holds the file the visitor waits, and after five seconds gets a 503 with a sentence', async () => {
    const settings = await database.settings()
    const store = await openEnquiries(settings)
    const log: string[] = []
    const api = createApi(readSettings({ NODE_ENV: 'production' }), store, { write: (line) => log.push(line) })
    healthApi(api, store, { live: () => true, isCurrent: () => true })
    const other = new DatabaseSync(path.join(settings.dataFolder, 'site.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    expect((await api.inject('/readyz')).statusCode).toBe(503)
    const refused = await api.inject({ method: 'POST', url: '/api/contact', payload: enquiry })
    expect([refused.statusCode, refused.body]).toEqual([503, new StoreUnavailableError('').message])
    expect(log.join()).toContain('database is locked')
    expect(log.join()).not.toContain('helen')
    const waiting = store.add(enquiry)
    setTimeout(() => other.exec('COMMIT'), 500)
    expect((await waiting).repeated).toBe(false)
    expect((await api.inject('/readyz')).body).toBe('ready')
    expect((await api.inject('/healthz')).body).toBe('ok')
    expect(await store.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(1)
    other.close()
    await api.close()
    await store.close()
  }, 20_000)
})

test.skipIf(!findPostgres())(
  'while PostgreSQL is away enquiries are refused, and when it is back they are stored',
  async () => {
    const postgres = await startPostgres()
    const store = await openEnquiries({ dataFolder: '/nowhere', databaseUrl: await postgres.createDatabase() })
    await store.add(enquiry)
    postgres.crash()
    expect(await store.isReady()).toBe(false)
    await expect(store.add(enquiry)).rejects.toThrow(StoreUnavailableError)
    postgres.start()
    expect(await store.isReady()).toBe(true)
    await store.add(enquiry)
    expect(await store.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(2)
    await store.close()
    postgres.remove()
  },
  60_000,
)
