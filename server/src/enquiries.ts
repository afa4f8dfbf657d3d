// Enquiries in SQLite. An enquiry is on disk before the visitor sees success.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What the contact form sends: specification, section 3. */
export interface Enquiry {
  name: string
  company: string
  email: string
  phone?: string
  hiringNeeds?: string
  message?: string
  consent: true
}

export const hiringNeeds = ['tech', 'sales', 'finance', 'operations', 'healthcare', 'other']

const text = (maxLength: number) => ({
  type: 'string',
  maxLength,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
})
const required = (maxLength: number) => ({
  ...text(maxLength),
  minLength: 1,
  pattern: '^[^\\u0000-\\u001f\\u007f]*\\S[^\\u0000-\\u001f\\u007f]*$',
})

const emailPart = '[^\\s@\\u0000-\\u001f\\u007f]+'

/** JSON Schema of the payload: lengths in characters, no control characters, no unknown fields. */
export const enquirySchema = {
  type: 'object',
  required: ['name', 'company', 'email', 'consent'],
  additionalProperties: false,
  properties: {
    name: required(200),
    company: required(200),
    email: { type: 'string', maxLength: 254, pattern: `^${emailPart}@${emailPart}\\.${emailPart}$` },
    phone: text(50),
    hiringNeeds: { type: 'string', enum: ['', ...hiringNeeds] },
    message: text(5000),
    consent: { const: true },
  },
}

/**
 * Opens (and at first makes) the database in the data folder.
 * @throws Error when the file can't be opened or written.
 */
export function openEnquiries(dataFolder: string) {
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
  `)
  const insert = database.prepare('INSERT INTO enquiries VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  return {
    /** Stores an enquiry durably (fsync) and returns its id. */
    add(enquiry: Enquiry): string {
      const id = randomUUID()
      const { name, company, email, phone, hiringNeeds, message } = enquiry
      insert.run(id, new Date().toISOString(), name, company, email, phone || null, hiringNeeds || null, message || null)
      return id
    },
    close: () => database.close(),
  }
}

export type EnquiryStore = ReturnType<typeof openEnquiries>
