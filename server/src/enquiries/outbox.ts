// Delivers enquiries: at least once each, again and again until it worked or an operator has to look.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import type { EnquiryRow, MailJobRow } from '../database/tables.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import type { Settings } from '../settings.ts'
import { mailSender } from './enquiry-mail.ts'
import { postToWebhook } from './enquiry-webhook.ts'

export interface Outbox {
  /** Claims nothing more and resolves when what is being sent has ended. */
  stop: () => Promise<void>
}

/** All in milliseconds, except attempts. */
export interface OutboxTiming {
  poll: number
  /** For how long a claimed job is left to its claimer, who may have crashed. */
  lease: number
  /** Wait after the first failure; doubled after each further one. */
  firstDelay: number
  longestDelay: number
  /** Of one delivery. */
  patience: number
  attempts: number
}

/** A mail server may be away for two days. */
const usual: OutboxTiming = {
  poll: 1000,
  lease: 120_000,
  firstDelay: 5000,
  longestDelay: 3_600_000,
  patience: 60_000,
  attempts: 60,
}

/** Deliveries at a time. */
const batch = 5

type Log = Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>

/** Starts delivering by mail and webhook, as far as the settings say where. Any number of servers may do so together. */
export function startOutbox(
  { database }: { database: SiteDatabase },
  { mail, webhook, site }: Pick<Settings, 'mail' | 'webhook' | 'site'>,
  log: Log,
  given: Partial<OutboxTiming> = {},
): Outbox {
  if (!mail && !webhook) {
    log.warn('Enquiries are stored but not delivered: they wait until SMTP_URL, ENQUIRY_FROM and ENQUIRY_TO are set.')
    return { stop: async () => {} }
  }
  const timing = { ...usual, ...given }
  const sender = mail && mailSender(mail, site.brand, timing.patience)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted

  const deliver = async ({ job, enquiry }: Claim) => {
    const done: Partial<MailJobRow> = {}
    try {
      if (sender && !job.mailed_at) {
        await sender.send(enquiry)
        done.mailed_at = new Date().toISOString()
      }
      if (webhook && !job.posted_at) {
        await postToWebhook(webhook, enquiry, timing.patience)
        done.posted_at = new Date().toISOString()
      }
      await settle(database, job, { ...done, state: 'sent', last_error: null })
      log.info({ enquiry: job.enquiry_id, attempts: job.attempts }, 'enquiry delivered')
    } catch (error) {
      const reason = withoutAddresses(error)
      const isDead = job.attempts >= timing.attempts
      const next_attempt_at = Date.now() + delayAfter(job.attempts, timing)
      await settle(database, job, { ...done, last_error: reason, ...(isDead ? { state: 'dead' } : { next_attempt_at }) })
      const about = { enquiry: job.enquiry_id, attempts: job.attempts, reason }
      if (isDead) log.error(about, 'an enquiry could not be delivered and will not be tried again: site enquiries retry')
      else log.warn(about, 'an enquiry could not be delivered yet')
    }
  }

  const work = async () => {
    let isAway = false
    while (!isStopping()) {
      try {
        const claims = await claim(database, timing.lease)
        await Promise.all(claims.map(deliver))
        isAway = false
        if (claims.length) continue
      } catch (error) {
        // A job that could not be settled is free again when its lease ends.
        if (!isAway) log.error({ reason: withoutAddresses(error) }, 'the outbox can not reach its database')
        isAway = true
      }
      await sleep(timing.poll, stopping.signal)
    }
  }

  const working = work()
  const stop = async () => {
    stopping.abort()
    await working
    sender?.close()
  }
  return { stop }
}

interface Claim {
  job: MailJobRow
  enquiry: EnquiryRow
}

/** Takes due jobs for itself; other servers leave them alone until the lease ends. */
async function claim({ query, dialect }: SiteDatabase, lease: number): Promise<Claim[]> {
  const now = Date.now()
  const token = randomUUID()
  const jobs = await untilUnlocked(() =>
    query.transaction().execute(async (transaction) => {
      let due = transaction
        .selectFrom('mail_jobs')
        .select('enquiry_id')
        .where('state', '=', 'waiting')
        .where('next_attempt_at', '<=', now)
        .where('leased_until', '<=', now)
        .orderBy('next_attempt_at')
        .limit(batch)
      if (dialect === 'postgres') due = due.forUpdate().skipLocked()
      const ids = (await due.execute()).map((row) => row.enquiry_id)
      if (!ids.length) return []
      return transaction
        .updateTable('mail_jobs')
        .set((job) => ({ lease: token, leased_until: now + lease, attempts: job('attempts', '+', 1) }))
        .where('enquiry_id', 'in', ids)
        .returningAll()
        .execute()
    }),
  )
  if (!jobs.length) return []
  const ids = jobs.map((job) => job.enquiry_id)
  const enquiries = await query.selectFrom('enquiries').selectAll().where('id', 'in', ids).execute()
  // An enquiry that was erased in between has no job any more either.
  return jobs.flatMap((job) => {
    const enquiry = enquiries.find(({ id }) => id === job.enquiry_id)
    return enquiry ? [{ job, enquiry }] : []
  })
}

/** Writes what became of a job, unless its lease ended and somebody else has it. */
async function settle({ query }: SiteDatabase, { enquiry_id, lease }: MailJobRow, result: Partial<MailJobRow>): Promise<void> {
  await untilUnlocked(() =>
    query
      .updateTable('mail_jobs')
      .set({ ...result, lease: null, leased_until: 0 })
      .where('enquiry_id', '=', enquiry_id)
      .where('lease', '=', lease)
      .execute(),
  )
}

/** Doubles from attempt to attempt; by chance up to half more, so that many jobs don't come back at one moment. */
export function delayAfter(attempts: number, { firstDelay, longestDelay }: OutboxTiming, chance = Math.random()): number {
  return Math.round(Math.min(longestDelay, firstDelay * 2 ** (attempts - 1)) * (1 + chance / 2))
}

/** Mail servers repeat addresses in what they answer; logs are without personal data. */
function withoutAddresses(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/[^\s<>@]+@[^\s<>@]+/g, '…').slice(0, 300)
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const wake = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', wake)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', wake, { once: true })
  })
}
