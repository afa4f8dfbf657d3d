// Who may deploy: tokens for machines, <id>_<secret>. The database has no secret, only its SHA-256.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SiteDatabase } from '../database/site-database.ts'
import type { Tables } from '../database/tables.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import { isBundleName } from '../publish/release-check.ts'

export const actions = ['deploy', 'rollback', 'preview'] as const
/** 'deploy' changes any channel, 'preview' only previews. Every token may read. */
export type TokenAction = (typeof actions)[number]

export interface Token {
  /** The part before the '_': no secret. */
  id: string
  /** Who it is, in logs and in the history of channels. */
  name: string
  /** Names of bundles, or '*' for all. */
  bundles: string[]
  actions: TokenAction[]
  /** ISO 8601, UTC, as all times here. */
  createdAt: string
  expiresAt: string
  revokedAt?: string
  /** To the minute. */
  lastUsedAt?: string
}

export interface TokenOrder {
  name: string
  bundles: string[]
  actions: string[]
  /** Until it expires. */
  days: number
}

/** The token is none, or not any more. */
export class TokenError extends Error {
  readonly statusCode = 401
}

/** The token is not for this. */
export class ScopeError extends Error {
  readonly statusCode = 403
}

/**
 * @returns the token and its secret text, which can't be shown again.
 * @throws Error with a sentence about what can't be ordered.
 */
export async function createToken(
  { query }: SiteDatabase,
  order: TokenOrder,
  now = Date.now(),
): Promise<{ token: Token; secret: string }> {
  const fault = faultOf(order)
  if (fault) throw new Error(fault)
  const id = randomBytes(6).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  const row = {
    id,
    name: order.name,
    secret_hash: hash(secret).toString('hex'),
    bundles: JSON.stringify(order.bundles),
    actions: JSON.stringify(order.actions),
    created_at: new Date(now).toISOString(),
    expires_at: new Date(now + order.days * dayLength).toISOString(),
    revoked_at: null,
    last_used_at: null,
  }
  await untilUnlocked(() => query.insertInto('tokens').values(row).execute())
  return { token: fromRow(row), secret: `${id}_${secret}` }
}

/**
 * Whose token this is.
 * @param given the whole text that was shown when the token was made.
 * @throws TokenError when it is unknown, revoked or expired.
 */
export async function checkToken(database: SiteDatabase, given: string, now = Date.now()): Promise<Token> {
  const { query } = database
  const [, id = '', secret = ''] = /^([a-f0-9]{12})_([\w-]{43})$/.exec(given) ?? []
  const row = id ? await query.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst() : undefined
  const isIts = timingSafeEqual(hash(secret), Buffer.from(row?.secret_hash ?? nobodys, 'hex'))
  // Only who has the secret is told more.
  if (!row || !isIts) throw new TokenError('This token is not known here.')
  const token = fromRow(row)
  const { name, revokedAt, expiresAt } = token
  if (revokedAt) throw new TokenError(`The token '${name}' was revoked on ${dateOf(revokedAt)}.`)
  if (Date.parse(expiresAt) <= now) throw new TokenError(`The token '${name}' expired on ${dateOf(expiresAt)}.`)
  await noteUse(database, token, now)
  return token
}

/**
 * @param action one that the token needs, or several of which it needs one.
 * @throws ScopeError that says what the token may.
 */
export function permit(token: Token, action: TokenAction | TokenAction[], bundle?: string): void {
  const isAllowed = [action].flat().some((one) => token.actions.includes(one))
  const isItsBundle = bundle === undefined || token.bundles.includes('*') || token.bundles.includes(bundle)
  if (!isAllowed || !isItsBundle) throw new ScopeError(`The token '${token.name}' is not for this: ${inWords(token)}.`)
}

/** Newest first. */
export async function listTokens({ query }: SiteDatabase): Promise<Token[]> {
  const rows = await query.selectFrom('tokens').selectAll().orderBy('created_at', 'desc').orderBy('id').execute()
  return rows.map(fromRow)
}

/** @returns false when there is no such token, or it was revoked before. */
export async function revokeToken({ query }: SiteDatabase, id: string, now = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await untilUnlocked(() =>
    query
      .updateTable('tokens')
      .set({ revoked_at: new Date(now).toISOString() })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .executeTakeFirst(),
  )
  return Number(numUpdatedRows) === 1
}

const dayLength = 86_400_000
const mostDays = 366
const minuteLength = 60_000

/** The hash of no secret: an unknown id takes as long as a wrong secret. */
const nobodys = '0'.repeat(64)

/** A secret has 256 random bits, so nothing slower is needed to keep it. */
const hash = (secret: string) => createHash('sha256').update(secret).digest()

const dateOf = (at: string) => at.slice(0, 10)

/** Names that say in a history who it was, when it was no token. */
const reserved = ['operator', 'server']

function faultOf({ name, bundles, actions: ordered, days }: TokenOrder): string | undefined {
  if (!/^[\w.-][\w .-]{0,58}[\w.-]$/.test(name))
    return `'${name}' is no name of a token: 2 to 60 letters, digits, spaces, '.' and '-'.`
  if (reserved.includes(name.toLowerCase())) return `'${name}' is what the history says of the ${name} itself.`
  if (bundles.length === 0) return "A token is for at least one bundle, or '*' for all."
  const unknownBundle = bundles.find((bundle) => bundle !== '*' && !isBundleName(bundle))
  if (unknownBundle !== undefined) return `'${unknownBundle}' is no name of a bundle.`
  if (ordered.length === 0) return `A token is for at least one of ${actions.join(', ')}.`
  const unknownAction = ordered.find((action) => !(actions as readonly string[]).includes(action))
  if (unknownAction !== undefined) return `A token is for ${actions.join(', ')}, not '${unknownAction}'.`
  if (!Number.isInteger(days) || days < 1 || days > mostDays) return `A token lasts 1 to ${mostDays} days.`
}

/** At most one write a minute, however often a token is used. */
async function noteUse({ query }: SiteDatabase, { id, lastUsedAt }: Token, now: number): Promise<void> {
  if (lastUsedAt && Date.parse(lastUsedAt) > now - minuteLength) return
  const at = new Date(now).toISOString()
  await untilUnlocked(() => query.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute())
}

function inWords({ actions: allowed, bundles }: Token): string {
  return `it may ${allowed.join(', ')} ${bundles.includes('*') ? 'all bundles' : bundles.join(', ')}`
}

function fromRow(row: Selectable<Tables['tokens']>): Token {
  return {
    id: row.id,
    name: row.name,
    bundles: JSON.parse(row.bundles),
    actions: JSON.parse(row.actions),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    ...(row.revoked_at && { revokedAt: row.revoked_at }),
    ...(row.last_used_at && { lastUsedAt: row.last_used_at }),
  }
}
