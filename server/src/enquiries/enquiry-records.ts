// What an operator does with stored enquiries.
import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import type { SiteDatabase } from '../database/site-database.ts'
import type { EnquiryRow, JobState, MailJobRow } from '../database/tables.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'

export type EnquiryRecord = Omit<EnquiryRow, 'idempotency_key' | 'content_hash'> &
  Pick<MailJobRow, 'state' | 'attempts' | 'mailed_at' | 'posted_at' | 'last_error'>

/** Enquiries with the state of their delivery, oldest first; with an id only that one. */
export function readRecords({ query }: SiteDatabase, id?: string): Promise<EnquiryRecord[]> {
  return query
    .selectFrom('enquiries')
    .innerJoin('mail_jobs', 'mail_jobs.enquiry_id', 'enquiries.id')
    .select(['id', 'received_at', 'name', 'company', 'email', 'phone', 'hiring_needs', 'message'])
    .select(['state', 'attempts', 'mailed_at', 'posted_at', 'last_error'])
    .$if(id !== undefined, (select) => select.where('id', '=', id ?? ''))
    .orderBy('received_at')
    .execute()
}

/** How many enquiries are in which state. */
export async function countStates({ query }: SiteDatabase): Promise<Record<JobState, number>> {
  const rows = await query
    .selectFrom('mail_jobs')
    .select(['state', (count) => count.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return { waiting: 0, sent: 0, dead: 0, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** Lets dead jobs, and waiting ones at once, be tried again from the start; with an id only that one. Returns how many. */
export async function retryJobs({ query }: SiteDatabase, id?: string): Promise<number> {
  const { numUpdatedRows } = await untilUnlocked(() =>
    query
      .updateTable('mail_jobs')
      .set({ state: 'waiting', attempts: 0, next_attempt_at: 0 })
      .where('state', 'in', ['dead', 'waiting'])
      .$if(id !== undefined, (update) => update.where('enquiry_id', '=', id ?? ''))
      .executeTakeFirstOrThrow(),
  )
  return Number(numUpdatedRows)
}

/**
 * Deletes all enquiries from an e-mail address, in whatever case it was typed, with their mail jobs. What stays is one line:
 * when, how many, and a salted hash by which somebody who knows the address can find it. Returns how many enquiries.
 */
export async function eraseAddress({ query, dialect }: SiteDatabase, email: string): Promise<number> {
  const address = email.toLowerCase()
  const count = await untilUnlocked(() =>
    query.transaction().execute(async (transaction) => {
      // SQLite's lower() knows only ASCII, so the comparison is made here.
      const rows = await transaction.selectFrom('enquiries').select(['id', 'email']).execute()
      const ids = rows.filter((row) => row.email.toLowerCase() === address).map(({ id }) => id)
      for (const id of ids) await transaction.deleteFrom('enquiries').where('id', '=', id).execute()
      const salt = randomBytes(16)
      const address_hash = `scrypt:${salt.toString('hex')}:${scryptSync(address, salt, 32).toString('hex')}`
      const line = { id: randomUUID(), erased_at: new Date().toISOString(), address_hash, enquiries: ids.length }
      await transaction.insertInto('erasures').values(line).execute()
      return ids.length
    }),
  )
  // Deleted text lingers in free pages and in the write-ahead log.
  if (dialect === 'sqlite') {
    await untilUnlocked(() => sql`VACUUM`.execute(query))
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(query)
  }
  return count
}
