// npm run site -- <command>: what an operator does with a site beside serving it.
import { parseArgs } from 'node:util'
import { type OpenEnquiries, openEnquiries } from './enquiries/enquiries.ts'
import { countStates, type EnquiryRecord, eraseAddress, readRecords, retryJobs } from './enquiries/enquiry-records.ts'
import { readSettings, type Settings } from './settings.ts'

const usage = `npm run -s site -- <command>, one of:
  status                        where enquiries are stored and delivered, and how many wait
  enquiries list                one line for each enquiry
  enquiries show <id>           one enquiry with its delivery
  enquiries export --csv|--json all of them, to standard output
  enquiries retry [<id>]        deliver now what waits or was given up
  enquiries erase <email>       delete all enquiries from this address; a line without it stays`

/**
 * Runs one command and returns what it prints.
 * @throws Error with a sentence when the command is not understood or finds nothing.
 */
export async function runSite(args: string[], settings: Settings): Promise<string> {
  const { positionals, values } = parse(args)
  const [subject, action, given, ...more] = positionals
  const isOpen = subject === 'status' || (subject === 'enquiries' && action !== undefined && Object.hasOwn(commands, action))
  if (!isOpen) throw new Error(usage)
  if (more.length || (subject === 'status' && action)) throw new Error(`'${more[0] ?? action}' is too much.\n${usage}`)
  if (action !== 'export' && (values.csv || values.json)) throw new Error(`--csv and --json belong to enquiries export.`)
  const command = subject === 'status' ? status : commands[action as keyof typeof commands]
  // What is missing is said before a database is opened.
  const run = command(given, values)
  const store = await openEnquiries(settings)
  try {
    return await run(store, settings)
  } finally {
    await store.close()
  }
}

type Run = (store: OpenEnquiries, settings: Settings) => Promise<string>
type Command = (given: string | undefined, values: { csv?: boolean; json?: boolean }) => Run

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { csv: { type: 'boolean' }, json: { type: 'boolean' } } })
  } catch (error) {
    throw new Error(`${(error as Error).message.split('. ')[0]}.\n${usage}`)
  }
}

const status: Command =
  () =>
  async ({ database }, { mail, webhook, retentionDays, dataFolder }) => {
    const { waiting, sent, dead } = await countStates(database)
    const ways = [mail && `mail to ${mail.to.join(', ')}`, webhook && `webhook ${new URL(webhook.url).origin}`].filter(Boolean)
    return [
      `Stored in:  ${database.dialect === 'postgres' ? 'PostgreSQL (DATABASE_URL)' : `${dataFolder}/site.sqlite`}`,
      `Delivered:  ${ways.join(' and ') || 'nowhere: enquiries wait until SMTP_URL, ENQUIRY_FROM and ENQUIRY_TO are set'}`,
      `Kept for:   ${retentionDays ? `${retentionDays} days` : 'ever (ENQUIRY_RETENTION_DAYS)'}`,
      `Enquiries:  ${waiting} waiting, ${sent} sent, ${dead} given up${dead ? ': see enquiries list, then enquiries retry' : ''}`,
    ].join('\n')
  }

const commands = {
  list: (given) => {
    refuse(given)
    return async ({ database }) => {
      const records = await readRecords(database)
      const lines = records.map((record) =>
        [record.id, record.received_at.slice(0, 16), record.state.padEnd(7), record.email, printable(record.company)].join('  '),
      )
      return lines.join('\n') || 'There are no enquiries.'
    }
  },
  show: (id) => {
    if (!id) throw new Error('enquiries show needs the id of an enquiry: enquiries list has them.')
    return async ({ database }) => {
      const [record] = await readRecords(database, id)
      if (!record) throw new Error(`There is no enquiry '${id}'.`)
      const lines = Object.entries(record).filter(([, value]) => value !== null)
      return lines.map(([key, value]) => `${`${key}:`.padEnd(14)}${printable(String(value))}`).join('\n')
    }
  },
  export: (given, { csv, json }) => {
    refuse(given)
    if (csv === json) throw new Error('enquiries export needs --csv or --json.')
    return async ({ database }) => {
      const records = await readRecords(database)
      return json ? JSON.stringify(records, null, 2) : toCsv(records)
    }
  },
  retry: (id) => {
    return async ({ database }) => {
      const count = await retryJobs(database, id)
      if (id && !count) throw new Error(`There is no enquiry '${id}' that waits or was given up.`)
      return `${inWords(count)} will be delivered by the running server.`
    }
  },
  erase: (email) => {
    if (!email?.includes('@')) throw new Error('enquiries erase needs the e-mail address whose enquiries are to be deleted.')
    return async ({ database }) => `${inWords(await eraseAddress(database, email))} deleted.`
  },
} satisfies Record<string, Command>

function refuse(given: string | undefined): void {
  if (given) throw new Error(`'${given}' is too much.\n${usage}`)
}

function inWords(count: number): string {
  return count === 1 ? '1 enquiry' : `${count || 'No'} enquiries`
}

/** What a visitor typed does not steer the terminal. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
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

if (import.meta.main) {
  try {
    console.log(await runSite(process.argv.slice(2), readSettings()))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
