// npm run bench -- cluster [--activations 100] [--rounds 200] [--only load|race]: three servers behind nginx, on one
// PostgreSQL and one S3, while visitors ask and write, teams deploy through all of them, and one part after the other ends
// and comes back.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from 'server/database/open-database'
import type { Activation } from 'server/deploy/activations'
import { findPostgres } from 'server/throwaway-postgres'
import { isS3Installed } from 'server/throwaway-s3'
import { withoutNginx } from '../nginx.ts'
import { type Client, variantOf } from './deploy-client.ts'
import { startLoad } from './deploy-load.ts'
import { showProgress, spread } from './measure.ts'
import { lookAtHistory } from './site-servers.ts'
import { type Cluster, startCluster, untilShown } from './three-servers.ts'

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      activations: { type: 'string', default: '100' },
      rounds: { type: 'string', default: '200' },
      only: { type: 'string' },
    },
  })
  if (!findPostgres() || !isS3Installed() || withoutNginx)
    return console.log('cluster      skipped: it needs PostgreSQL, Ceph and nginx')
  await using cluster = await startCluster()
  if (values.only !== 'race') await underLoad(cluster, Number(values.activations))
  if (values.only !== 'load') await race(cluster, Number(values.rounds))
  const { lost, gaps, history } = await lookAtHistory(cluster.place)
  console.log(`history      ${history} revisions, ${lost} lost updates, ${gaps} gaps`)
}

/** Deploys and rollbacks in turn, each through the next server; at marked turns a part ends or comes back. */
async function underLoad(cluster: Cluster, activations: number): Promise<void> {
  const load = startLoad([cluster.url], 8)
  const visitors = startWriters(cluster.url)
  const untilAll: number[] = []
  const refused: string[] = []
  const progress = showProgress('load', activations)
  let down: number | undefined
  const at = (share: number) => Math.floor(activations * share)
  const disturb: Record<number, () => Promise<void>> = {
    [at(0.2)]: async () => {
      down = 2
      await cluster.kill(2)
    },
    [at(0.35)]: async () => {
      await cluster.start(2)
      down = undefined
    },
    [at(0.5)]: async () => {
      cluster.postgres.crash()
      setTimeout(() => cluster.postgres.start(), 3000)
    },
    [at(0.75)]: async () => {
      await cluster.s3.crash()
      setTimeout(() => void cluster.s3.start(), 8000)
    },
  }
  for (let turn = 0; turn < activations; turn++) {
    await disturb[turn]?.()
    const up = cluster.clients.map((_, index) => index).filter((index) => index !== down)
    const client = cluster.clients[up[turn % up.length] ?? 0] as Client
    const { composition } = await insist(
      async () => {
        if (turn % 2 === 1) return client.rollback('contact')
        const variant = variantOf(cluster.built.contact, `Variant ${turn} of contact.`)
        await client.upload(variant)
        return client.deploy([variant.release])
      },
      (reason) => refused.push(reason),
    )
    const answeredAt = performance.now()
    await Promise.all(up.map((index) => untilShown(cluster.urls[index] ?? '', composition)))
    untilAll.push(performance.now() - answeredAt)
    progress(turn + 1)
  }
  await load.stop()
  const sent = await visitors.finish()
  const { lost, doubled, stored } = await lookAtEnquiries(cluster.place.databaseUrl, sent.acknowledged)
  const told = Map.groupBy(refused, (reason) => reason.slice(0, 100))
  console.log(
    `under load   ${activations} deploys and rollbacks through ${cluster.urls.length} servers; one killed, PostgreSQL and S3 away and back`,
  )
  console.log(
    `             ${load.requests} page requests, ${load.compositions.size} compositions seen, ${load.faults.length} failed or mixed`,
  )
  for (const fault of [...new Set(load.faults)].slice(0, 5)) console.log(`             ${fault}`)
  console.log(`             from the answer to the deploy until all servers show it: ${spread(untilAll)}`)
  console.log(`             ${refused.length} tries refused while a part was away:`)
  for (const [reason, all] of told) console.log(`             ${all.length} × ${reason}`)
  console.log(
    `enquiries    ${sent.acknowledged.length} acknowledged, ${sent.refused} refused and sent again, ${stored} stored: ${lost} lost, ${doubled} stored twice`,
  )
}

/** Two teams press the button at once, at two servers: of one bundle every other time. */
async function race({ clients, built }: Cluster, rounds: number): Promise<void> {
  const [one, other] = clients as [Client, Client]
  const progress = showProgress('race', rounds)
  let rebased = 0
  const told: string[] = []
  const wrong: string[] = []
  for (let round = 0; round < rounds; round++) {
    const second = round % 2 === 0 ? built.demo : built.contact
    const variants = [variantOf(built.contact, `Race ${round}, first.`), variantOf(second, `Race ${round}, second.`)] as const
    await Promise.all([one.upload(variants[0]), other.upload(variants[1])])
    const results = await Promise.allSettled([one.deploy([variants[0].release]), other.deploy([variants[1].release])])
    const revisions = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.revision] : []))
    if (revisions.length === 2 && revisions[0] !== revisions[1]) rebased++
    else if (revisions.length === 1)
      told.push(String((results.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason))
    else wrong.push(`round ${round}: revisions ${revisions.join(', ')}`)
    progress(round + 1)
  }
  console.log(
    `two at once  ${rounds} times: ${rebased} times the second was rebased, ${told.length} times told, ${wrong.length} wrong`,
  )
  for (const line of [...wrong, ...new Set(told)].slice(0, 5)) console.log(`             ${line}`)
}

/** Asks until it is done; what is refused is told. @throws what is no refusal for a while. */
async function insist(work: () => Promise<Activation>, onRefusal: (reason: string) => void): Promise<Activation> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const { message } = error as Error
      if (!/: 503 |fetch failed/.test(message)) throw error
      onRefusal(message.replace(/^.*?: (?=503)/, ''))
      await wait(200)
    }
  }
}

/** Visitors who write; each tries again with the same key until it has an answer. */
function startWriters(url: string) {
  const acknowledged: string[] = []
  let refused = 0
  let isStopped = false
  const write = async () => {
    while (!isStopped) {
      const key = randomUUID()
      const body = JSON.stringify({ name: 'Helen Marsh', company: key, email: 'helen@northgate.example', consent: true })
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key }
      for (;;) {
        const response = await fetch(`${url}/api/contact`, { method: 'POST', headers, body }).catch(() => undefined)
        await response?.arrayBuffer().catch(() => undefined)
        if (response?.status === 201) break
        refused += 1
        await wait(200)
      }
      acknowledged.push(key)
      await wait(20)
    }
  }
  const writing = Promise.all([write(), write(), write()])
  return {
    finish: async () => {
      isStopped = true
      await writing
      return { acknowledged, refused }
    },
  }
}

async function lookAtEnquiries(databaseUrl: string, acknowledged: string[]) {
  const database = await openDatabase({ dataFolder: '', databaseUrl })
  const rows = await database.query.selectFrom('enquiries').select('company').execute()
  await database.close()
  const keys = new Set(rows.map(({ company }) => company))
  const lost = acknowledged.filter((key) => !keys.has(key)).length
  return { lost, doubled: rows.length - keys.size, stored: rows.length }
}
