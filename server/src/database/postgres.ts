// PostgreSQL, whose errors say when it does not answer.
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { DatabaseAwayError, type SiteDatabase } from './site-database.ts'
import type { Tables } from './tables.ts'

export function openPostgres(connectionString: string): SiteDatabase {
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
