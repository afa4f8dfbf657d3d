// For tests: the same tests on SQLite and, where it is installed, on PostgreSQL.
import { afterAll, beforeAll, describe } from 'vitest'
import { type OpenEnquiries, openEnquiries } from './enquiries/enquiries.ts'
import { temporaryFolder } from './publish/tiny-release.ts'
import { findPostgres, startPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

export interface TestDatabase {
  dialect: 'sqlite' | 'postgres'
  /** Of a new empty database; open it as often as you like. */
  settings: () => Promise<{ dataFolder: string; databaseUrl?: string }>
  /** A store on a new empty database, closed after the tests. */
  open: () => Promise<OpenEnquiries>
}

export function describeEveryDatabase(tests: (database: TestDatabase) => void): void {
  describe('on SQLite', () => {
    tests(
      prepare('sqlite', async () => {
        const folder = await temporaryFolder()
        return { settings: { dataFolder: folder.path }, remove: () => folder.remove() }
      }),
    )
  })
  const isInstalled = findPostgres() !== undefined
  const title = isInstalled ? 'on PostgreSQL' : 'on PostgreSQL (skipped: it is not installed here)'
  describe.skipIf(!isInstalled)(title, () => {
    let postgres: ThrowawayPostgres
    beforeAll(async () => {
      postgres = await startPostgres()
    }, 60_000)
    tests(
      prepare('postgres', async () => ({
        settings: { dataFolder: '/nowhere', databaseUrl: await postgres.createDatabase() },
        remove: async () => {},
      })),
    )
    afterAll(() => postgres?.remove())
  })
}

type Made = { settings: { dataFolder: string; databaseUrl?: string }; remove: () => Promise<void> }

function prepare(dialect: TestDatabase['dialect'], make: () => Promise<Made>): TestDatabase {
  const atEnd: (() => Promise<void>)[] = []
  const settings = async () => {
    const made = await make()
    atEnd.unshift(made.remove)
    return made.settings
  }
  const open = async () => {
    const store = await openEnquiries(await settings())
    atEnd.unshift(store.close)
    return store
  }
  // Vitest runs these last-declared first, so the stores close before PostgreSQL ends.
  afterAll(async () => {
    for (const end of atEnd) await end()
  })
  return { dialect, settings, open }
}
