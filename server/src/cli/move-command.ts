// site move: takes an existing data folder to the stores that many servers share, and proves that all of it is there.
import type { SiteDatabase } from '../database/site-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Answer } from './answer.ts'
import type { Terminal } from './terminal.ts'

export interface MoveOptions {
  toPostgres?: string
  toS3?: string
}

interface Line {
  what: string
  here: number
  there: number
  isSame: boolean
}

/** In this order: mail jobs belong to enquiries. */
const tables = {
  enquiries: 'id',
  mail_jobs: 'enquiry_id',
  erasures: 'id',
  activations: 'channel',
  tokens: 'id',
  signing_keys: 'bundle',
  secrets: 'name',
} as const satisfies Partial<Record<keyof Tables, string>>

/**
 * Copies what is not there yet; run again it goes on where it was cut. Changes nothing in the data folder.
 * @throws Error when afterwards anything is missing or differs.
 */
export async function move({ toPostgres, toS3 }: MoveOptions, { env }: Terminal): Promise<Answer> {
  if (!toPostgres && !toS3) throw new Error('Say where to: --to-postgres <url>, --to-s3 <url>, or both.')
  const { readSettings } = await import('../settings.ts')
  // Checks what was given as the settings of a server.
  const { dataFolder, databaseUrl, s3Url } = readSettings({
    ...env,
    DATABASE_URL: toPostgres ?? '',
    S3_URL: toS3 ?? '',
  })
  const lines = [
    ...(s3Url ? await moveParts(dataFolder, s3Url) : []),
    ...(databaseUrl ? await moveTables(dataFolder, databaseUrl) : []),
  ]
  const text = lines
    .map(
      ({ what, here, there, isSame }) =>
        `${what.padEnd(14)} ${here} here, ${there} there: ${isSame ? 'the same' : 'NOT the same'}`,
    )
    .join('\n')
  if (lines.some(({ isSame }) => !isSame))
    throw new Error(`Not everything has arrived. Is a server still writing, or was there something before?\n${text}`)
  return { text, json: lines }
}

async function moveTables(dataFolder: string, databaseUrl: string): Promise<Line[]> {
  const { openDatabase } = await import('../database/open-database.ts')
  const from = await openDatabase({ dataFolder })
  try {
    const to = await openDatabase({ dataFolder, databaseUrl })
    try {
      const lines: Line[] = []
      for (const name of Object.keys(tables) as (keyof typeof tables)[]) {
        const rows = await read(from, name)
        for (let start = 0; start < rows.length; start += 500)
          await to.query
            .insertInto(name)
            // biome-ignore lint/suspicious/noExplicitAny: rows of one table go into the same table.
            .values(rows.slice(start, start + 500) as any)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        const moved = await read(to, name)
        const ours = new Set(moved.map(textOf))
        lines.push({ what: name, here: rows.length, there: moved.length, isSame: rows.every((row) => ours.has(textOf(row))) })
      }
      return lines
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}

async function read({ query }: SiteDatabase, name: keyof typeof tables): Promise<object[]> {
  return query.selectFrom(name).selectAll().execute()
}

/** Of a row, whatever the order of its columns. */
const textOf = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

async function moveParts(dataFolder: string, s3Url: string): Promise<Line[]> {
  const [{ listParts }, { openStore }, { shareParts }] = await Promise.all([
    import('../store/list-parts.ts'),
    import('../store/open-store.ts'),
    import('../store/shared-parts.ts'),
  ])
  const store = await openStore(s3Url)
  const parts = shareParts(dataFolder, store)
  const lines: Line[] = []
  for (const [what, here] of Object.entries(await listParts(dataFolder))) {
    for (const part of here) await parts.push(part, { keepOwn: true })
    const there = new Set((await parts.list(what))?.map(({ part }) => part))
    let isSame = here.every((part) => there.has(part))
    // Asked anew, byte for byte: what was pushed by whomever is what lies here.
    for (const part of here) isSame &&= await parts.isIntact(part)
    lines.push({ what, here: here.length, there: there.size, isSame })
  }
  return lines
}
