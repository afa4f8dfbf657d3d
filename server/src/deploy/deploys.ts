// What changes a channel: deploys and rollbacks.
import type { Activation } from './activations.ts'

export interface DeployOrder {
  /** 'live' or 'preview-…'; a preview that does not exist yet begins as what is live. */
  channel: string
  bundles: BundleOrder[]
  actor: string
  message: string
}

export interface BundleOrder {
  bundle: string
  /** Of a stored release. */
  version: string
  /** The revision in which this bundle last changed on the channel, as whoever deploys has seen it; 0: never. */
  after?: number
}

export interface RollbackOrder {
  channel: string
  bundle: string
  /** One that the channel showed before; without it the one before the current. */
  version?: string
  actor: string
  message: string
}

export interface Deploys {
  /**
   * Proves the new set of releases and makes the channel show it.
   * @throws RefusedError with all reasons (422), ConflictError (409), UnknownReleaseError (404); the channel is as it was.
   */
  deploy: (order: DeployOrder) => Promise<Activation>
  /** The same to an earlier release; nothing is built. Throws as `deploy` does. */
  rollback: (order: RollbackOrder) => Promise<Activation>
}

/** Somebody else was first, and what they did has to be looked at. */
export class ConflictError extends Error {
  readonly statusCode = 409
}

export class UnknownReleaseError extends Error {
  readonly statusCode = 404
}
