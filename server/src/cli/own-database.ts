// Commands that work on the server's own stores: they run on its machine, with its settings.
import type { SiteDatabase } from '../database/site-database.ts'
import type { Settings } from '../settings.ts'
import type { Terminal } from './terminal.ts'

/**
 * Opens the database of the site that runs here, for one piece of work.
 * @throws Error when a setting is wrong, or the database can't be opened.
 */
export async function withOwnDatabase<Result>(
  { env }: Terminal,
  work: (database: SiteDatabase, settings: Settings) => Promise<Result>,
): Promise<Result> {
  // Who deploys to a server far away has neither its settings nor its database drivers.
  const [{ openDatabase }, { readSettings }] = await Promise.all([
    import('../database/open-database.ts'),
    import('../settings.ts'),
  ])
  const settings = readSettings(env)
  const database = await openDatabase(settings)
  try {
    return await work(database, settings)
  } finally {
    await database.query.destroy()
  }
}

/** Where things are stored, in words. */
export function describePlace({ dialect }: SiteDatabase, { dataFolder }: Settings): string {
  return dialect === 'postgres' ? 'PostgreSQL (DATABASE_URL)' : `${dataFolder}/site.sqlite`
}
