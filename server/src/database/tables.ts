// The tables of enquiries and deploys, and their rows; migrations.ts makes them.
import type { Generated, Selectable } from 'kysely'

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
