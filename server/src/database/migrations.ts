// The tables, step by step. A step that was released is never changed: the next one is added below it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Dialect } from './site-database.ts'
import type { Tables } from './tables.ts'

/** Types that the two databases spell differently. */
interface Words {
  bigint: ReturnType<typeof sql.raw>
  strict: ReturnType<typeof sql.raw>
}

type Step = (transaction: Transaction<Tables>, words: Words) => Promise<void>

const steps: Step[] = [
  // The first version's table, which files of that time already have.
  async (transaction, { strict }) => {
    await sql`CREATE TABLE IF NOT EXISTS enquiries (
      id TEXT PRIMARY KEY,
      received_at TEXT NOT NULL,
      name TEXT NOT NULL,
      company TEXT NOT NULL,
      email TEXT NOT NULL,
      phone TEXT,
      hiring_needs TEXT,
      message TEXT
    ) ${strict}`.execute(transaction)
  },
  async (transaction) => {
    await sql`ALTER TABLE enquiries ADD COLUMN idempotency_key TEXT`.execute(transaction)
    await sql`ALTER TABLE enquiries ADD COLUMN content_hash TEXT`.execute(transaction)
    await sql`CREATE UNIQUE INDEX enquiries_idempotency_key ON enquiries (idempotency_key)`.execute(transaction)
    await sql`CREATE INDEX enquiries_received_at ON enquiries (received_at)`.execute(transaction)
  },
  // Enquiries from before the outbox were never mailed: they get a job like all others.
  async (transaction, { bigint, strict }) => {
    await sql`CREATE TABLE mail_jobs (
      enquiry_id TEXT PRIMARY KEY REFERENCES enquiries (id) ON DELETE CASCADE,
      state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'dead')),
      attempts INTEGER NOT NULL DEFAULT 0,
      next_attempt_at ${bigint} NOT NULL DEFAULT 0,
      lease TEXT,
      leased_until ${bigint} NOT NULL DEFAULT 0,
      mailed_at TEXT,
      posted_at TEXT,
      last_error TEXT
    ) ${strict}`.execute(transaction)
    await sql`CREATE INDEX mail_jobs_due ON mail_jobs (next_attempt_at) WHERE state = 'waiting'`.execute(transaction)
    await sql`INSERT INTO mail_jobs (enquiry_id) SELECT id FROM enquiries`.execute(transaction)
  },
  async (transaction, { strict }) => {
    await sql`CREATE TABLE erasures (
      id TEXT PRIMARY KEY,
      erased_at TEXT NOT NULL,
      address_hash TEXT NOT NULL,
      enquiries INTEGER NOT NULL
    ) ${strict}`.execute(transaction)
  },
  async (transaction, { strict }) => {
    await sql`CREATE TABLE activations (
      channel TEXT NOT NULL,
      revision INTEGER NOT NULL,
      composition TEXT NOT NULL,
      releases TEXT NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('deploy', 'rollback', 'automatic rollback')),
      changed TEXT NOT NULL,
      actor TEXT NOT NULL,
      message TEXT NOT NULL,
      at TEXT NOT NULL,
      PRIMARY KEY (channel, revision)
    ) ${strict}`.execute(transaction)
    await sql`CREATE TABLE tokens (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      secret_hash TEXT NOT NULL,
      bundles TEXT NOT NULL,
      actions TEXT NOT NULL,
      created_at TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      revoked_at TEXT,
      last_used_at TEXT
    ) ${strict}`.execute(transaction)
    await sql`CREATE TABLE signing_keys (
      bundle TEXT PRIMARY KEY,
      public_key TEXT NOT NULL,
      registered_at TEXT NOT NULL
    ) ${strict}`.execute(transaction)
    await sql`CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) ${strict}`.execute(transaction)
  },
]

/**
 * Brings the tables to the newest step, in one transaction. Servers that start at once wait for each other.
 * @throws Error when the database was made by a newer version of the site.
 */
export async function migrate(database: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const isSqlite = dialect === 'sqlite'
  const words = { bigint: sql.raw(isSqlite ? 'INTEGER' : 'BIGINT'), strict: sql.raw(isSqlite ? 'STRICT' : '') }
  await database.transaction().execute(async (transaction) => {
    // SQLite's transaction holds the write lock already. The number is only this project's own.
    if (!isSqlite) await sql`SELECT pg_advisory_xact_lock(7305250)`.execute(transaction)
    await sql`CREATE TABLE IF NOT EXISTS migrations (step INTEGER PRIMARY KEY, applied_at TEXT NOT NULL) ${words.strict}`.execute(
      transaction,
    )
    const { last } = await transaction
      .selectFrom('migrations')
      .select((query) => query.fn.max('step').as('last'))
      .executeTakeFirstOrThrow()
    const done = last ?? 0
    if (done > steps.length) throw new Error(`The database is at step ${done}, this version of the site knows ${steps.length}.`)
    for (const [index, step] of steps.entries()) {
      if (index < done) continue
      await step(transaction, words)
      await transaction
        .insertInto('migrations')
        .values({ step: index + 1, applied_at: new Date().toISOString() })
        .execute()
    }
  })
}
