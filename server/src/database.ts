// The database of enquiries and deploys: SQLite in the data folder, or PostgreSQL; the same tables and queries on both.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { type Generated, Kysely, PostgresDialect, type Selectable, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { type Dialect, migrate } from './migrations.ts'

export interface EnquiryRow {
  id: string
  /** ISO 8601, UTC. */
  received_at: string
  name: string
  company: string
  email: string
  phone: string | null
  hiring_needs: string | null
  message: string | null
  idempotency_key: string | null
  content_hash: string | null
}

export type JobState = 'waiting' | 'sent' | 'dead'

interface MailJobs {
  enquiry_id: string
  state: Generated<JobState>
  attempts: Generated<number>
  /** Milliseconds since 1970, as leased_until. */
  next_attempt_at: Generated<number>
  /** Who is sending it: a random token of one claim. */
  lease: string | null
  leased_until: Generated<number>
  mailed_at: string | null
  posted_at: string | null
  last_error: string | null
}

export type MailJobRow = Selectable<MailJobs>

interface Activations {
  channel: string
  revision: number
  composition: string
  /** JSON: bundle to version. */
  releases: string
  action: string
  /** JSON: names of bundles. */
  changed: string
  actor: string
  message: string
  at: string
}

interface Tokens {
  id: string
  name: string
  secret_hash: string
  /** JSON: names of bundles, or '*'. */
  bundles: string
  /** JSON: names of actions. */
  actions: string
  created_at: string
  expires_at: string
  revoked_at: string | null
  last_used_at: string | null
}

export interface Tables {
  enquiries: EnquiryRow
  mail_jobs: MailJobs
  erasures: { id: string; erased_at: string; address_hash: string; enquiries: number }
  /** Append-only: a channel is its newest row, see deploy/activations.ts. */
  activations: Activations
  tokens: Tokens
  signing_keys: { bundle: string; public_key: string; registered_at: string }
  /** Made by the server for itself, the same for all servers of a site. */
  secrets: { name: string; value: string }
  migrations: { step: number; applied_at: string }
}

export interface SiteDatabase {
  query: Kysely<Tables>
  dialect: Dialect
  /** Whether an enquiry could be written now. */
  isWritable: () => Promise<boolean>
}

/**
 * Opens the database and brings its tables up to date.
 * @throws Error when it can't be opened, written or reached.
 */
export async function openDatabase(settings: { dataFolder: string; databaseUrl?: string }): Promise<SiteDatabase> {
  const database = settings.databaseUrl ? openPostgres(settings.databaseUrl) : await openSqlite(settings.dataFolder)
  try {
    await untilUnlocked(() => migrate(database.query, database.dialect))
    return database
  } catch (error) {
    await database.query.destroy()
    throw error
  }
}

/** With less room than this an enquiry is not promised to fit, in bytes. */
const leastRoom = 4 * 1024 * 1024

async function openSqlite(dataFolder: string): Promise<SiteDatabase> {
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
  return { query, dialect: 'sqlite', isWritable }
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

function openPostgres(connectionString: string): SiteDatabase {
  const bigint = 20
  const types: pg.CustomTypesConfig = {
    getTypeParser: (id: number, format?: 'text' | 'binary') =>
      // biome-ignore lint/suspicious/noExplicitAny: pg's types know only its own list of ids.
      id === bigint ? Number : (pg.types.getTypeParser as any)(id, format),
  }
  const pool = new pg.Pool({
    connectionString,
    types,
    max: 10,
    connectionTimeoutMillis: 3000,
    statement_timeout: 5000,
    query_timeout: 8000,
    keepAlive: true,
  })
  // A connection that the database closed, idle or in use: without a listener it would end the process. The query that
  // was running fails by itself, and the pool makes a new connection when it is needed.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const query = new Kysely<Tables>({
    dialect: new PostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        // A database that is told to lose its last commits in a crash is not told so for enquiries.
        const statement = sql`SELECT set_config('synchronous_commit', 'on', false)
          WHERE current_setting('synchronous_commit') = 'off'`
        await connection.executeQuery(statement.compile(query))
      },
    }),
  })
  const isWritable = async () => {
    const { rows } = await sql<{ away: boolean }>`SELECT pg_is_in_recovery() AS away`.execute(query)
    return rows[0]?.away === false
  }
  return { query, dialect: 'postgres', isWritable }
}

/** Does the work again, for up to five seconds, while another process holds SQLite's write lock. */
export async function untilUnlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + 5000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function isLocked(error: unknown): boolean {
  const sqliteBusy = 5
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && (errcode & 0xff) === sqliteBusy
}
