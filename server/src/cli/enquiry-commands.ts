// site enquiries …: what an operator does with stored enquiries.
import { countStates, type EnquiryRecord, eraseAddress, readRecords, retryJobs } from '../enquiries/enquiry-records.ts'
import { type Answer, UsageError } from './answer.ts'
import { describePlace, withOwnDatabase } from './own-database.ts'
import { oneLine, printable } from './printable.ts'
import type { Terminal } from './terminal.ts'

export async function enquiryStatus(terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database, settings) => {
    const { mail, webhook, retentionDays } = settings
    const counts = await countStates(database)
    const { waiting, sent, dead } = counts
    const ways = [mail && `mail to ${mail.to.join(', ')}`, webhook && `webhook ${new URL(webhook.url).origin}`].filter(Boolean)
    const storedIn = describePlace(database, settings)
    const lines = [
      `Stored in:  ${storedIn}`,
      `Delivered:  ${ways.join(' and ') || 'nowhere: enquiries wait until SMTP_URL, ENQUIRY_FROM and ENQUIRY_TO are set'}`,
      `Kept for:   ${retentionDays ? `${retentionDays} days` : 'ever (ENQUIRY_RETENTION_DAYS)'}`,
      `Enquiries:  ${waiting} waiting, ${sent} sent, ${dead} given up${dead ? ': see enquiries list, then enquiries retry' : ''}`,
    ]
    return { text: lines.join('\n'), json: { storedIn, delivered: ways, retentionDays: retentionDays ?? null, ...counts } }
  })
}

export async function listEnquiries(terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const records = await readRecords(database)
    const lines = records.map((record) =>
      [record.id, record.received_at.slice(0, 16), record.state.padEnd(7), record.email, oneLine(record.company)].join('  '),
    )
    return { text: lines.join('\n') || 'There are no enquiries.', json: records }
  })
}

export async function showEnquiry(id: string, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const [record] = await readRecords(database, id)
    if (!record) throw new Error(`There is no enquiry '${id}'.`)
    const lines = Object.entries(record).filter(([, value]) => value !== null)
    return {
      text: lines.map(([key, value]) => `${`${key}:`.padEnd(14)}${printable(String(value))}`).join('\n'),
      json: record,
    }
  })
}

export async function exportEnquiries(format: { csv?: boolean; json?: boolean }, terminal: Terminal): Promise<Answer> {
  if (Boolean(format.csv) === Boolean(format.json)) throw new UsageError('enquiries export needs --csv or --json.')
  return withOwnDatabase(terminal, async (database) => {
    const records = await readRecords(database)
    return { text: toCsv(records), json: records }
  })
}

export async function retryEnquiries(id: string | undefined, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const count = await retryJobs(database, id)
    if (id && !count) throw new Error(`There is no enquiry '${id}' that waits or was given up.`)
    return { text: `${inWords(count)} will be delivered by the running server.`, json: { retried: count } }
  })
}

export async function eraseEnquiries(email: string, terminal: Terminal): Promise<Answer> {
  if (!email.includes('@')) throw new UsageError('enquiries erase needs the e-mail address whose enquiries are to be deleted.')
  return withOwnDatabase(terminal, async (database) => {
    const count = await eraseAddress(database, email)
    return { text: `${inWords(count)} deleted.`, json: { erased: count } }
  })
}

function inWords(count: number): string {
  return count === 1 ? '1 enquiry' : `${count || 'No'} enquiries`
}

const columns: (keyof EnquiryRecord)[] = [
  ...(['id', 'received_at', 'name', 'company', 'email', 'phone', 'hiring_needs', 'message'] as const),
  ...(['state', 'attempts', 'mailed_at', 'posted_at', 'last_error'] as const),
]

function toCsv(records: EnquiryRecord[]): string {
  return [columns, ...records.map((record) => columns.map((column) => record[column]))]
    .map((cells) => cells.map(toCell).join(','))
    .join('\r\n')
}

/** A spreadsheet would run a cell that starts like a formula; a phone number is none. */
function toCell(value: string | number | null): string {
  const text = String(value ?? '')
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^\+[\d ()-]+$/.test(text)
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}
