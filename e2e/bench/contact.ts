// npm run bench -- contact [--seconds 5]: enquiries that a server accepts at full durability, beside plain inserts into the
// same database by the same driver, in one run.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openEnquiries } from 'server/enquiries/enquiries'
import { findPostgres, startPostgres } from 'server/throwaway-postgres'
import { type Place, startServer } from './durability.ts'
import { kill } from './site-servers.ts'

const clients = 32

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { seconds: { type: 'string', default: '5' } } })
  const seconds = Number(values.seconds)
  const SITE_DATA = await fs.mkdtemp(path.join(os.tmpdir(), 'contact-'))
  console.log(`${''.padEnd(12)}${['per second', 'p50 ms', 'p99 ms'].map((name) => name.padStart(12)).join('')}`)
  try {
    await measure('SQLite', seconds, { SITE_DATA })
    if (!findPostgres()) return console.log('PostgreSQL   skipped: it is not installed here')
    const postgres = await startPostgres()
    await measure('PostgreSQL', seconds, { SITE_DATA, DATABASE_URL: await postgres.createDatabase() })
    postgres.remove()
  } finally {
    await fs.rm(SITE_DATA, { recursive: true, force: true })
  }
}

async function measure(title: string, seconds: number, place: Place): Promise<void> {
  const server = await startServer(place)
  const accepted = await load(seconds, async () => {
    const response = await fetch(`${server.url}/api/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Load', company: 'Bench', email: 'load@bench.example', consent: true }),
    })
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  })
  await kill(server.child)
  const store = await openEnquiries({ dataFolder: place.SITE_DATA, databaseUrl: place.DATABASE_URL })
  const inserted = await load(seconds, async () => {
    const row = { name: 'Load', company: 'Bench', email: 'load@bench.example', content_hash: '' }
    await store.database.query
      .insertInto('enquiries')
      .values({
        ...row,
        id: randomUUID(),
        received_at: new Date().toISOString(),
        phone: null,
        hiring_needs: null,
        message: null,
        idempotency_key: null,
      })
      .execute()
  })
  await store.close()
  console.log(title)
  console.log(row('accepted', accepted))
  console.log(row('inserts', inserted))
}

/** Clients that go on and on; milliseconds of each time that one succeeded. */
async function load(seconds: number, once: () => Promise<void>): Promise<{ times: number[]; seconds: number }> {
  const times: number[] = []
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000) {
      const before = performance.now()
      await once()
      times.push(performance.now() - before)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return { times, seconds: (performance.now() - startedAt) / 1000 }
}

function row(name: string, { times, seconds }: { times: number[]; seconds: number }): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1)
  const cells = [(times.length / seconds).toFixed(0), at(0.5), at(0.99)]
  return `  ${name.padEnd(10)}${cells.map((cell) => cell.padStart(12)).join('')}`
}
