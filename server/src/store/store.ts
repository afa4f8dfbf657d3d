// What servers share beside the database: objects by name, written once. A folder, or S3.

export interface Store {
  /**
   * Stores an object unless its name is taken: of several that do so at once, one does.
   * @returns false when there was one before.
   */
  put: (key: string, bytes: Uint8Array) => Promise<boolean>
  /** Stores an object whatever was there: for those whose bytes never differ, so that it counts as stored now. */
  renew: (key: string, bytes: Uint8Array) => Promise<void>
  get: (key: string) => Promise<Buffer | undefined>
  look: (key: string) => Promise<StoredObject | undefined>
  /** All whose names begin so, in no order, as they come: there may be very many. */
  list: (prefix: string) => AsyncIterable<StoredObject>
  /** Also when there is none. Asked for once: what fails may happen or not, but not a second time. */
  remove: (key: string) => Promise<void>
}

export interface StoredObject {
  key: string
  /** ISO 8601, UTC. */
  storedAt: string
  /** Bytes. */
  size: number
}

/** The store does not answer, or refuses to. Every method may throw it. */
export class StoreAwayError extends Error {
  readonly statusCode = 503
  /** What it said, for the log. */
  readonly reason: string
  constructor(cause: unknown) {
    super('The store of releases does not answer. What is live stays as it is; please try again in a minute.')
    this.reason = cause instanceof Error ? `${cause.name}: ${cause.message}`.slice(0, 300) : String(cause)
  }
}
