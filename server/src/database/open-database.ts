// Opens the database: SQLite in the data folder, or PostgreSQL; the same tables and queries on both.
import { setTimeout as wait } from 'node:timers/promises'
import { migrate } from './migrations.ts'
import { openPostgres } from './postgres.ts'
import { DatabaseAwayError, type SiteDatabase } from './site-database.ts'
import { openSqlite } from './sqlite.ts'
import { untilUnlocked } from './until-unlocked.ts'

export interface DatabasePlace {
  dataFolder: string
  databaseUrl?: string
}

/**
 * Opens the database and brings its tables up to date.
 * @throws Error when it can't be opened, written or reached.
 */
export async function openDatabase(settings: DatabasePlace): Promise<SiteDatabase> {
  const database = settings.databaseUrl ? openPostgres(settings.databaseUrl) : await openSqlite(settings.dataFolder)
  try {
    await untilUnlocked(() => migrate(database.query, database.dialect))
    return database
  } catch (error) {
    await database.query.destroy()
    throw error
  }
}

/**
 * The same for a server, which begins to serve pages while PostgreSQL is away: its tables are brought up to date when it is
 * back, and until then nothing can be written.
 * @throws Error when SQLite can't be opened or written, or the tables were made by a newer version of the site.
 */
export async function openDatabaseLater(
  place: DatabasePlace,
  onTrouble: (error: Error) => void,
  tryAgain = 2000,
): Promise<SiteDatabase> {
  if (!place.databaseUrl) return openDatabase(place)
  const database = openPostgres(place.databaseUrl)
  const stopping = new AbortController()
  const tryMigrate = () =>
    migrate(database.query, database.dialect).then(
      () => undefined,
      (error: Error) => error,
    )
  let fault = await tryMigrate()
  if (fault && !(fault instanceof DatabaseAwayError)) {
    await database.close()
    throw fault
  }
  if (fault) onTrouble(fault)
  const working = (async () => {
    while (fault && !stopping.signal.aborted) {
      await wait(tryAgain, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) fault = await tryMigrate()
    }
  })()
  const close = async () => {
    stopping.abort()
    await working
    await database.close()
  }
  return { ...database, isWritable: async () => !fault && database.isWritable(), close }
}
