// Enquiries in SQLite. An enquiry is on disk before the visitor sees success.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Enquiry } from '@site/shared/enquiry'

export interface EnquiryStore {
  /**
   * Stores an enquiry durably (fsync).
   * @param idempotencyKey names the attempt: the same key and content again is answered as the first time.
   * @throws KeyReusedError with the same key and other content.
   * @throws StoreUnavailableError when the database is away: nothing is stored then.
   */
  add(enquiry: Enquiry, idempotencyKey?: string): Promise<{ id: string; repeated: boolean }>
}

/** The key of one enquiry came with another one. */
export class KeyReusedError extends Error {}

/** Nothing was stored: the database is away or refuses. */
export class StoreUnavailableError extends Error {}

/**
 * Opens (and at first makes) the database in the data folder.
 * @throws Error when the file can't be opened or written.
 */
export function openEnquiries(dataFolder: string): EnquiryStore & { close: () => void } {
  fs.mkdirSync(dataFolder, { recursive: true })
  const database = new DatabaseSync(path.join(dataFolder, 'enquiries.sqlite'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA busy_timeout = 5000;
    CREATE TABLE IF NOT EXISTS enquiries (
      id TEXT PRIMARY KEY,
      received_at TEXT NOT NULL,
      name TEXT NOT NULL,
      company TEXT NOT NULL,
      email TEXT NOT NULL,
      phone TEXT,
      hiring_needs TEXT,
      message TEXT
    ) STRICT;
    CREATE TABLE IF NOT EXISTS attempts (
      key TEXT PRIMARY KEY,
      content TEXT NOT NULL,
      enquiry TEXT NOT NULL
    ) STRICT;
  `)
  const insert = database.prepare('INSERT INTO enquiries VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const insertAttempt = database.prepare('INSERT INTO attempts VALUES (?, ?, ?)')
  const findAttempt = database.prepare('SELECT content, enquiry FROM attempts WHERE key = ?')

  function add(enquiry: Enquiry, key: string | undefined): { id: string; repeated: boolean } {
    const content = createHash('sha256')
      .update(JSON.stringify(Object.entries(enquiry).sort()))
      .digest('hex')
    const first = key === undefined ? undefined : findAttempt.get(key)
    if (first && first.content !== content) throw new KeyReusedError('This key belongs to another enquiry.')
    if (first) return { id: String(first.enquiry), repeated: true }
    const id = randomUUID()
    const { name, company, email, phone, hiringNeeds, message } = enquiry
    insert.run(id, new Date().toISOString(), name, company, email, phone || null, hiringNeeds || null, message || null)
    if (key !== undefined) insertAttempt.run(key, content, id)
    return { id, repeated: false }
  }

  return {
    async add(enquiry, key) {
      try {
        database.exec('BEGIN IMMEDIATE')
        const added = add(enquiry, key)
        database.exec('COMMIT')
        return added
      } catch (error) {
        if (database.isOpen && database.isTransaction) database.exec('ROLLBACK')
        if (error instanceof KeyReusedError) throw error
        throw new StoreUnavailableError('The database refuses.', { cause: error })
      }
    },
    close: () => database.close(),
  }
}
