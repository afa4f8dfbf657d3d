// Word from other servers that a channel has changed: PostgreSQL's NOTIFY. It only makes things faster; a word that is lost
// is made up for by whoever polls.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { SiteDatabase } from './database/site-database.ts'

const name = 'site_activations'

/** Between tries to listen again, in milliseconds. */
const pause = 2000

/** Tells all servers that listen, this one too. Never fails: what it tells of has happened already. */
export async function signal({ query, dialect }: SiteDatabase): Promise<void> {
  if (dialect === 'postgres') await sql`SELECT pg_notify(${name}, '')`.execute(query).catch(() => {})
}

/** Calls back at every signal, and after a gap in which one may have been missed, until it is aborted. */
export async function listen(databaseUrl: string, onSignal: () => void, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 3000, keepAlive: true })
    try {
      await new Promise<void>((resolve, reject) => {
        client.on('error', reject)
        client.on('end', resolve)
        client.on('notification', onSignal)
        stopping.addEventListener('abort', () => resolve(), { once: true })
        client
          .connect()
          .then(() => client.query(`LISTEN ${name}`))
          .then(onSignal, reject)
      })
    } catch {
      // Polling goes on and says what is wrong.
    }
    await client.end().catch(() => {})
    await wait(pause, undefined, { signal: stopping }).catch(() => {})
  }
}
