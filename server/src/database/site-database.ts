// The database of enquiries and deploys, as everybody sees it who reads and writes there.
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Dialect = 'sqlite' | 'postgres'

export interface SiteDatabase {
  query: Kysely<Tables>
  dialect: Dialect
  /** Whether an enquiry could be written now. */
  isWritable: () => Promise<boolean>
  close: () => Promise<void>
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
