// The database of enquiries and deploys: SQLite in the data folder, or PostgreSQL; the same tables and queries on both.
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Generated,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Selectable,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely'
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
  close: () => Promise<void>
}

export interface DatabasePlace {
  dataFolder: string
  databaseUrl?: string
}

/** The database does not answer. */
export class DatabaseAwayError extends Error {
  readonly statusCode = 503
  /** What happened, for the log. */
  readonly reason: string
  constructor(cause: unknown) {
    super('The database does not answer. What was asked for is done wholly or not at all; please try again in a minute.')
    this.reason = cause instanceof Error ? cause.message : String(cause)
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
      pool: sayingAway(pool),
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
  return { query, dialect: 'postgres', isWritable, close: () => query.destroy() }
}

/** The same pool, whose errors say when it was not the query's fault. A connection that hangs is not used again. */
function sayingAway(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const wrap = (client: pg.PoolClient): PostgresPoolClient => {
    let isBroken = false
    const query = async (...given: unknown[]) => {
      try {
        // biome-ignore lint/suspicious/noExplicitAny: Kysely passes on what pg takes.
        return await (client.query as any)(...given)
      } catch (error) {
        if (!isAway(error)) throw error
        isBroken = true
        throw new DatabaseAwayError(error)
      }
    }
    return { query, release: () => client.release(isBroken) } as PostgresPoolClient
  }
  return {
    connect: async () => {
      const client = await pool.connect().catch((error) => {
        throw new DatabaseAwayError(error)
      })
      const wrapped = clients.get(client) ?? wrap(client)
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end(),
  }
}

/** PostgreSQL says why it refuses in five letters; what has none came from the connection. */
function isAway(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  if (!severity) return true
  // Connection lost, shutting down or starting, too many connections, read-only after a switch to a stand-by, disk full.
  return /^(08|57P|53|25006)/.test(code ?? '')
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
