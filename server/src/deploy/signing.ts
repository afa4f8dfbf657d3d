// Signed deploys: where a bundle has a registered key, a stolen token alone deploys nothing.
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { SiteDatabase } from '../database/site-database.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import { isBundleName } from '../publish/release-check.ts'

/** What is signed: one release of one bundle, for one channel as it was when the deploy was ordered. */
export interface SignedOrder {
  bundle: string
  version: string
  /** Of the release, to the byte. */
  releaseText: string
  channel: string
  /** See DeployOrder: once the deploy went through, the same order is outdated, so a recorded one can't be repeated. */
  after: number
}

export interface SigningKey {
  bundle: string
  /** PEM. */
  publicKey: string
  /** ISO 8601, UTC. */
  registeredAt: string
}

/** The deploy is not signed by whom it should be. */
export class SignatureError extends Error {
  readonly statusCode = 403
}

/**
 * @param privateKey Ed25519, PEM.
 * @returns the signature in base64.
 */
export function signOrder(privateKey: string, order: SignedOrder): string {
  const key = createPrivateKey(privateKey)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`Deploys are signed with an Ed25519 key; this one is ${nameOf(key)}.`)
  return sign(null, textOf(order), key).toString('base64')
}

/** @param publicKey Ed25519, PEM. */
export function isSigned(publicKey: string, order: SignedOrder, signature: string): boolean {
  // Node reads base64 with anything in it; a signature is written in one way.
  if (!/^[A-Za-z0-9+/]{85}[AQgw]==$/.test(signature)) return false
  return verify(null, textOf(order), createPublicKey(publicKey), Buffer.from(signature, 'base64'))
}

/**
 * From now on deploys of the bundle have to be signed. A key that was registered before is replaced.
 * @throws Error when this is not a public Ed25519 key.
 */
export async function registerKey({ query }: SiteDatabase, bundle: string, pem: string, now = Date.now()): Promise<void> {
  if (!isBundleName(bundle)) throw new Error(`'${bundle}' is no name of a bundle.`)
  const row = { bundle, public_key: readPublicKey(pem), registered_at: new Date(now).toISOString() }
  await untilUnlocked(() =>
    query
      .insertInto('signing_keys')
      .values(row)
      .onConflict((conflict) => conflict.column('bundle').doUpdateSet(row))
      .execute(),
  )
}

/** The PEM of the bundle's public key, when it has one. */
export async function findKey({ query }: SiteDatabase, bundle: string): Promise<string | undefined> {
  const row = await query.selectFrom('signing_keys').select('public_key').where('bundle', '=', bundle).executeTakeFirst()
  return row?.public_key
}

export async function listKeys({ query }: SiteDatabase): Promise<SigningKey[]> {
  const rows = await query.selectFrom('signing_keys').selectAll().orderBy('bundle').execute()
  return rows.map((row) => ({ bundle: row.bundle, publicKey: row.public_key, registeredAt: row.registered_at }))
}

/** @returns false when the bundle has no key. */
export async function removeKey({ query }: SiteDatabase, bundle: string): Promise<boolean> {
  const { numDeletedRows } = await untilUnlocked(() =>
    query.deleteFrom('signing_keys').where('bundle', '=', bundle).executeTakeFirst(),
  )
  return Number(numDeletedRows) === 1
}

function readPublicKey(pem: string): string {
  if (pem.includes('PRIVATE KEY'))
    throw new Error('This is a private key: it stays where deploys are signed. Register the public key.')
  let key: KeyObject
  try {
    key = createPublicKey(pem)
  } catch {
    throw new Error('This is no public key in PEM form (-----BEGIN PUBLIC KEY-----).')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`A signing key is an Ed25519 key; this one is ${nameOf(key)}.`)
  return String(key.export({ type: 'spki', format: 'pem' }))
}

const nameOf = (key: KeyObject) => key.asymmetricKeyType ?? key.type

function textOf({ bundle, version, releaseText, channel, after }: SignedOrder): Buffer {
  const content = createHash('sha256').update(releaseText).digest('hex')
  return Buffer.from(['site-deploy-v1', bundle, version, content, channel, after].join('\n'))
}
