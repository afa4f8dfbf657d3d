// Storing enquiries. One is on disk, with its mail job, before the visitor sees success.
import { createHash, randomUUID } from 'node:crypto'
import type { Enquiry } from '@site/shared/enquiry'
import type { Kysely } from 'kysely'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import type { EnquiryRow, Tables } from '../database/tables.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import { reasonOf } from '../faults.ts'
import type { Settings } from '../settings.ts'

export interface EnquiryStore {
  /**
   * Stores the enquiry and its mail job in one transaction, durably, before it resolves. With the key of an earlier
   * enquiry and the same content it stores nothing and answers the earlier id (repeated: true).
   * @throws KeyReusedError with the same key and other content; StoreUnavailableError when the database is away, full
   * or locked: nothing is stored then.
   */
  add(enquiry: Enquiry, idempotencyKey?: string): Promise<{ id: string; repeated: boolean }>
  /** Whether enquiries can be stored now. */
  isReady(): Promise<boolean>
  close(): Promise<void>
}

/** A store with its tables, for the outbox and the command line. */
export interface OpenEnquiries extends EnquiryStore {
  database: SiteDatabase
}

export class KeyReusedError extends Error {
  readonly statusCode = 422
  constructor() {
    super('This Idempotency-Key was used for another enquiry. A new enquiry needs a new key.')
  }
}

export class StoreUnavailableError extends Error {
  readonly statusCode = 503
  /** What the database said, for the log; the cause itself may hold what the visitor wrote. */
  readonly reason: string
  constructor(cause: unknown) {
    super('We can’t take your message just now, and nothing was stored. Please try again in a minute.')
    this.reason = reasonOf(cause)
  }
}

/**
 * Opens the database, in the data folder or at databaseUrl, and brings its tables up to date.
 * @throws Error when it can't be opened, written or reached.
 */
export async function openEnquiries(settings: Pick<Settings, 'dataFolder' | 'databaseUrl'>): Promise<OpenEnquiries> {
  return enquiryStore(await openDatabase(settings))
}

export function enquiryStore(database: SiteDatabase): OpenEnquiries {
  const add: EnquiryStore['add'] = async (enquiry, idempotencyKey) => {
    const row = toRow(enquiry, idempotencyKey)
    try {
      return await untilUnlocked(() => insert(database.query, row))
    } catch (error) {
      throw error instanceof KeyReusedError ? error : new StoreUnavailableError(error)
    }
  }
  return {
    database,
    add,
    isReady: () => database.isWritable().catch(() => false),
    close: database.close,
  }
}

function toRow({ name, company, email, phone, hiringNeeds, message }: Enquiry, idempotencyKey?: string): EnquiryRow {
  const content = {
    name,
    company,
    email,
    phone: phone || null,
    hiring_needs: hiringNeeds || null,
    message: message || null,
  }
  return {
    id: randomUUID(),
    received_at: new Date().toISOString(),
    ...content,
    idempotency_key: idempotencyKey ?? null,
    content_hash: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  }
}

function insert(query: Kysely<Tables>, row: EnquiryRow): Promise<{ id: string; repeated: boolean }> {
  return query.transaction().execute(async (transaction) => {
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('enquiries')
      .values(row)
      .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) {
      await transaction.insertInto('mail_jobs').values({ enquiry_id: row.id }).execute()
      return { id: row.id, repeated: false }
    }
    const earlier = await transaction
      .selectFrom('enquiries')
      .select(['id', 'content_hash'])
      .where('idempotency_key', '=', row.idempotency_key)
      .executeTakeFirstOrThrow()
    if (earlier.content_hash !== row.content_hash) throw new KeyReusedError()
    return { id: earlier.id, repeated: true }
  })
}
