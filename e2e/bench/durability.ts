// npm run bench -- durability [--rounds 100] [--only sqlite|mail|postgres]: is anything lost or stored twice when the server
// is killed again and again under load, and when the mail server misbehaves?
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openEnquiries } from 'server/enquiries/enquiries'
import { findPostgres, startPostgres } from 'server/throwaway-postgres'
import { startFaultySink } from './faulty-sink.ts'
import { showProgress } from './measure.ts'
import { kill } from './site-servers.ts'

const clients = 8

/** Where the server keeps enquiries, as environment variables. */
export type Place = {
  SITE_DATA: string
  DATABASE_URL?: string
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '100' }, only: { type: 'string' } } })
  const rounds = Number(values.rounds)
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds is '${values.rounds}': it should be a number above 0.`)
  const isAsked = (name: string) => !values.only || values.only === name
  const SITE_DATA = await fs.mkdtemp(path.join(os.tmpdir(), 'durability-'))
  try {
    if (isAsked('sqlite')) await killUnderLoad('SQLite', rounds, { SITE_DATA })
    if (isAsked('mail')) await deliverToFaultySink(Math.ceil(rounds / 4), { SITE_DATA: path.join(SITE_DATA, 'mail') })
    if (isAsked('postgres') && !findPostgres()) console.log('PostgreSQL   skipped: it is not installed here')
    else if (isAsked('postgres')) {
      const postgres = await startPostgres()
      try {
        await killUnderLoad('PostgreSQL', rounds, { SITE_DATA, DATABASE_URL: await postgres.createDatabase() })
      } finally {
        postgres.remove()
      }
    }
  } finally {
    await fs.rm(SITE_DATA, { recursive: true, force: true })
  }
}

/** Kills the server under load; visitors try again with the same key until they have an answer. */
async function killUnderLoad(title: string, rounds: number, place: Place): Promise<void> {
  const startedAt = performance.now()
  const visitors = startVisitors()
  const progress = showProgress(title, rounds)
  for (let round = 0; round < rounds; round++) {
    const server = await startServer(place)
    visitors.send(server.url)
    await wait(100 + Math.random() * 300)
    await kill(server.child)
    progress(round + 1)
  }
  const last = await startServer(place)
  visitors.send(last.url)
  await visitors.finish()
  await kill(last.child)
  await report(title, rounds, startedAt, visitors, place)
}

async function report(title: string, rounds: number, startedAt: number, visitors: Visitors, place: Place): Promise<void> {
  const store = await openEnquiries({ dataFolder: place.SITE_DATA, databaseUrl: place.DATABASE_URL })
  const rows = await store.database.query.selectFrom('enquiries').select(['id', 'message']).execute()
  const jobs = await store.database.query.selectFrom('mail_jobs').select('enquiry_id').execute()
  await store.close()
  const { acknowledged, retried, refused } = visitors
  const ids = new Set(rows.map(({ id }) => id))
  const lost = [...acknowledged.values()].filter((id) => !ids.has(id)).length
  // The message is what the visitor numbered it; one number twice is one enquiry stored twice.
  const twice = rows.length - new Set(rows.map(({ message }) => message)).size
  const halves = Math.abs(rows.length - jobs.length)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(
    `${title.padEnd(12)} ${rounds} × kill -9 in ${seconds.toFixed(0)} s: ${acknowledged.size} acknowledged, ${rows.length} found, ${lost} lost, ${twice} stored twice, ${halves} without a mail job; ${retried} retries, ${refused} refusals`,
  )
}

/** Enquiries to a mail server that refuses, drops and stalls, by a server that is killed in between. */
async function deliverToFaultySink(kills: number, place: Place): Promise<void> {
  const startedAt = performance.now()
  const sink = await startFaultySink()
  const mail = { SMTP_URL: sink.url, ENQUIRY_FROM: 'site@site.example', ENQUIRY_TO: 'team@site.example' }
  const visitors = startVisitors(40)
  const progress = showProgress('mail', kills)
  for (let round = 0; round < kills; round++) {
    const server = await startServer({ ...place, ...mail })
    visitors.send(server.url)
    await wait(300 + Math.random() * 700)
    await kill(server.child)
    progress(round + 1)
  }
  const last = await startServer({ ...place, ...mail })
  visitors.send(last.url)
  await visitors.finish()
  const store = await openEnquiries({ dataFolder: place.SITE_DATA })
  const waiting = () => store.database.query.selectFrom('mail_jobs').select('enquiry_id').where('state', '!=', 'sent').execute()
  for (const until = performance.now() + 120_000; performance.now() < until && (await waiting()).length; ) await wait(200)
  const undelivered = (await waiting()).length
  await store.close()
  await kill(last.child)
  sink.close()
  const lost = [...visitors.acknowledged.values()].filter((id) => !sink.accepted.has(id)).length
  const mails = [...sink.accepted.values()].reduce((sum, count) => sum + count, 0)
  const duplicates = mails - sink.accepted.size
  const faults = Object.entries(sink.faults).map(([fault, count]) => `${count} ${fault}`)
  console.log(
    `mail         ${kills} × kill -9 in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${visitors.acknowledged.size} acknowledged, ${lost} lost, ${undelivered} undelivered, ${mails} mails accepted, ${duplicates} duplicates (${((100 * duplicates) / Math.max(mails, 1)).toFixed(1)} %), each with the Message-ID of its first; faults: ${faults.join(', ')}`,
  )
}

interface Visitors {
  /** Ids by the visitor's number. */
  acknowledged: Map<number, string>
  retried: number
  /** Answers other than 201. */
  refused: number
  send: (url: string) => void
  /** Resolves when every enquiry that was begun has its answer. */
  finish: () => Promise<void>
}

/** Clients that send one enquiry after the other, each until it is acknowledged. @param pause between two, ms */
function startVisitors(pause = 0): Visitors {
  let url: string | undefined
  let isEnding = false
  let next = 0
  const visit = async () => {
    while (!isEnding) {
      const number = next++
      const key = `durability-${process.pid}-${number}`
      for (let attempt = 0; !visitors.acknowledged.has(number); attempt++) {
        if (!url) {
          await wait(10)
          continue
        }
        if (attempt) visitors.retried++
        const id = await sendEnquiry(url, number, key)
        if (id) visitors.acknowledged.set(number, id)
        else await wait(20)
      }
      // Now and then an answer is lost on the way, and the visitor sends again.
      if (url && number % 10 === 0) void sendEnquiry(url, number, key)
      if (pause) await wait(pause)
    }
  }
  const sendEnquiry = async (to: string, number: number, key: string): Promise<string | undefined> => {
    const body = JSON.stringify({
      name: 'Load',
      company: 'Bench',
      email: 'load@bench.example',
      message: String(number),
      consent: true,
    })
    try {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
      const response = await fetch(`${to}/api/contact`, { method: 'POST', body, headers, signal: AbortSignal.timeout(10_000) })
      if (response.status === 201) return ((await response.json()) as { id: string }).id
      await response.text()
      visitors.refused++
    } catch {
      // The server was killed: the visitor tries again.
    }
    return undefined
  }
  const visitors: Visitors = {
    acknowledged: new Map(),
    retried: 0,
    refused: 0,
    send: (to) => {
      url = to
    },
    finish: async () => {
      isEnding = true
      await visiting
    },
  }
  const visiting = Promise.all(Array.from({ length: clients }, visit))
  return visitors
}

/** Nobody is too many for a measurement. */
const limits = { ENQUIRIES_PER_VISITOR: '1000000000', ENQUIRIES_PER_HOUR: '1000000000' }

/** A server process of its own, without pages. */
export async function startServer(
  env: Place & Record<string, string | undefined>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'durability-server.ts')], {
    env: { ...process.env, NODE_ENV: 'production', ...limits, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [])])
  if (!port) throw new Error('The server did not start.')
  return { child, url: `http://127.0.0.1:${String(port).trim()}` }
}
