// SQLite in the data folder, by Node's own driver.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { SiteDatabase } from './site-database.ts'
import type { Tables } from './tables.ts'
import { untilUnlocked } from './until-unlocked.ts'

/** With less room than this an enquiry is not promised to fit, in bytes. */
const leastRoom = 4 * 1024 * 1024

export async function openSqlite(dataFolder: string): Promise<SiteDatabase> {
  fs.mkdirSync(dataFolder, { recursive: true })
  // SQLite's own waiting blocks the thread that serves pages, so it is short; whoever writes tries again (untilUnlocked).
  const file = new DatabaseSync(sqliteFile(dataFolder), { timeout: 100 })
  await untilUnlocked(async () => file.exec('PRAGMA journal_mode = WAL'))
  file.exec('PRAGMA synchronous = FULL')
  const query = new Kysely<Tables>({ dialect: new SqliteDialect({ database: nodeSqlite(file) }) })
  const isWritable = async () => {
    const { bavail, bsize } = await fs.promises.statfs(dataFolder)
    if (bavail * bsize < leastRoom) return false
    await query.transaction().execute(async () => {})
    return true
  }
  return { query, dialect: 'sqlite', isWritable, close: () => query.destroy() }
}

/** Where SQLite's file lies. Its first name was that of its first table. */
export function sqliteFile(dataFolder: string): string {
  const [file, earlier] = ['site.sqlite', 'enquiries.sqlite'].map((name) => path.join(dataFolder, name)) as [string, string]
  if (!fs.existsSync(file) && fs.existsSync(earlier)) {
    for (const suffix of ['-wal', '-shm', '']) if (fs.existsSync(earlier + suffix)) fs.renameSync(earlier + suffix, file + suffix)
  }
  return file
}

const nothing: ReturnType<SqliteDatabase['prepare']> = {
  reader: true,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
}

/** What Kysely expects of a SQLite driver. */
function nodeSqlite(file: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, StatementSync>()
  const prepare = (text: string) => {
    // A full disk ended the transaction already; failing to end it again would hide why.
    if (text === 'rollback' && !file.isTransaction) return nothing
    // A transaction that begins by reading can't wait for the write lock later: take it at once.
    const sqlText = text === 'begin' ? 'begin immediate' : text
    const statement = statements.get(sqlText) ?? file.prepare(sqlText)
    statements.set(sqlText, statement)
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
    }
  }
  return { prepare, close: () => file.close() }
}
