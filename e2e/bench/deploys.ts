// npm run bench -- deploys [--activations 200] [--rounds 200] [--only load|race|kill|pipeline]: deploys and rollbacks while
// visitors ask, two servers on one data folder, a server that is killed again and again, and one team's whole pipeline.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build, releaseFolder } from 'server/build'
import { openDatabase } from 'server/database/open-database'
import { readHistory } from 'server/deploy/activations'
import { freePort } from '../free-port.ts'
import { type Built, type Client, createClient, readBuilt, variantOf } from './deploy-client.ts'
import { faultOf, get, startLoad } from './deploy-load.ts'
import { showProgress, spread, time } from './measure.ts'
import { createBenchToken, deployOwnBundles, kill, lookAtHistory, startServer } from './site-servers.ts'

export async function run(args: string[]): Promise<void> {
  process.setMaxListeners(0) // one for each server that is started
  const { values } = parseArgs({
    args,
    options: {
      activations: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '200' },
      only: { type: 'string' },
    },
  })
  const parts: Record<string, () => Promise<void>> = {
    load: () => underLoad(Number(values.activations)),
    race: () => raceOfTwo(Number(values.activations)),
    kill: () => killAtRandom(Number(values.rounds)),
    pipeline: () => wholePipeline(5),
  }
  for (const [name, part] of Object.entries(parts)) if (!values.only || values.only === name) await part()
}

/**
 * Two deploys, then a rollback of each, until there were enough; every deploy brings a release that never was there. Most
 * rollbacks undo the newest deploy, so that their composition is known; some undo what another team has built on since.
 */
async function underLoad(activations: number): Promise<void> {
  const site = await prepare()
  const [server] = await site.start(1)
  const load = startLoad([site.url])
  const deploys: number[] = []
  const rollbacks: number[] = []
  const deepRollbacks: number[] = []
  const progress = showProgress('load', activations)
  const count = () => deploys.length + rollbacks.length + deepRollbacks.length
  for (let turn = 0; count() < activations; turn++) {
    for (const bundle of ['contact', 'demo'] as const) {
      const variant = variantOf(site.built[bundle], `Variant ${turn} of ${bundle}.`)
      const lastByteAt = await site.client.upload(variant)
      await site.client.deploy([variant.release])
      deploys.push(performance.now() - lastByteAt)
    }
    const isDeep = turn % 5 === 4
    const [first, second] = isDeep ? ['contact', 'demo'] : ['demo', 'contact']
    ;(isDeep ? deepRollbacks : rollbacks).push(await time(() => site.client.rollback(first ?? '')))
    rollbacks.push(await time(() => site.client.rollback(second ?? '')))
    progress(count())
  }
  await load.stop()
  await kill(server)
  await site.remove()
  const faults = load.faults.length ? `: ${load.faults.slice(0, 5).join('; ')}` : ''
  console.log(
    `under load   ${count()} activations, ${load.requests} requests, ${load.compositions.size} compositions seen, ${load.faults.length} failed or mixed${faults}`,
  )
  console.log(`             ${deploys.length} deploys, last byte uploaded to live: ${spread(deploys)}`)
  console.log(`             ${rollbacks.length} rollbacks of the newest deploy: ${spread(rollbacks)}`)
  console.log(`             ${deepRollbacks.length} rollbacks below another team's deploy: ${spread(deepRollbacks)}`)
}

/** Two servers on one data folder; each has a team that deploys as fast as it can. */
async function raceOfTwo(activations: number): Promise<void> {
  const site = await prepare()
  const servers = await site.start(2)
  const load = startLoad(site.urls, 8)
  const told: string[] = []
  const progress = showProgress('race', activations / 2)
  const team = async (bundle: 'contact' | 'demo', url: string) => {
    const client = createClient(url, site.token)
    for (let turn = 0; turn < activations / 2; turn++) {
      await ship(client, variantOf(site.built[bundle], `Variant ${turn} of ${bundle}.`)).catch((error: Error) =>
        told.push(error.message),
      )
      if (bundle === 'contact') progress(turn + 1)
    }
  }
  await Promise.all([team('contact', site.urls[0] ?? ''), team('demo', site.urls[1] ?? '')])
  await load.stop()
  for (const server of servers) await kill(server)
  const { lost, gaps, history } = await lookAtHistory(site)
  await site.remove()
  console.log(
    `two servers  ${history} revisions for ${activations} deploys and the first, ${told.length} told why not, ${lost} lost updates, ${gaps} gaps`,
  )
  console.log(
    `             ${load.requests} requests, ${load.faults.length} failed or mixed${load.faults.length ? `: ${load.faults.slice(0, 5).join('; ')}` : ''}`,
  )
  if (told.length > 0) console.log(`             ${[...new Set(told)].slice(0, 3).join('\n             ')}`)
}

/** Kills the server at a random moment of each deploy; what is live afterwards is whole, and the old or the new. */
async function killAtRandom(rounds: number): Promise<void> {
  const site = await prepare()
  const faults: string[] = []
  const progress = showProgress('kill', rounds)
  const outcome = { old: 0, new: 0 }
  const [first] = await site.start(1)
  // Moments from before the upload until after the activation.
  const span = 1.5 * (await time(() => ship(site.client, variantOf(site.built.contact, 'The first variant.'))))
  await kill(first)
  let live = (await readLive(site.dataFolder)) ?? ''
  for (let round = 0; round < rounds; round++) {
    const [server] = await site.start(1)
    const variant = variantOf(site.built.contact, `Variant ${round} of contact.`)
    const deployed = ship(site.client, variant).catch(() => undefined)
    await wait(Math.random() * span)
    await kill(server)
    await deployed
    const [again] = await site.start(1)
    const now = (await readLive(site.dataFolder)) ?? ''
    const seen = new Set<string>()
    for (const path of ['/', '/contact', '/pricing', '/demo', '/faqs']) {
      const { status, etag, body } = await get(undefined, site.url + path)
      const fault = status === 200 ? faultOf(path, etag, body, new Map(), seen) : `${path}: ${status}`
      if (fault) faults.push(fault)
    }
    if (seen.size !== 1 || !seen.has(now)) faults.push(`shows ${[...seen].join(', ')} while ${now} is live`)
    if (now === live) outcome.old++
    else outcome.new++
    live = now
    await kill(again)
    progress(round + 1)
  }
  const { lost, gaps } = await lookAtHistory(site)
  const stored = await Promise.all(
    ['compositions', 'releases/contact'].map((folder) => fs.readdir(path.join(site.dataFolder, folder))),
  )
  const leftovers = stored.flat().filter((name) => name.includes('.incoming')).length
  await site.remove()
  console.log(
    `kill -9      ${rounds} deploys: afterwards ${outcome.old} times the old, ${outcome.new} times the new; ${faults.length} faults, ${lost} lost updates, ${gaps} gaps, ${leftovers} unfinished folders left for the sweep`,
  )
  for (const fault of faults.slice(0, 5)) console.log(`             ${fault}`)
}

/** Build and deploy of one remote, as its team does it. */
async function wholePipeline(runs: number): Promise<void> {
  const site = await prepare()
  const [server] = await site.start(1)
  const times: number[] = []
  for (let turn = 0; turn < runs; turn++) {
    times.push(
      await time(async () => {
        await build('remote-contact', 'production', () => {})
        await ship(site.client, variantOf(await readBuilt(releaseFolder('remote-contact')), `Variant ${turn}.`))
      }),
    )
  }
  await kill(server)
  await site.remove()
  console.log(`pipeline     build, upload and deploy of remote-contact ${spread(times)}`)
}

interface Prepared {
  dataFolder: string
  url: string
  urls: string[]
  token: string
  client: Client
  built: Record<'contact' | 'demo', Built>
  /** Server processes, ready. */
  start: (count: number) => Promise<ChildProcess[]>
  remove: () => Promise<void>
}

/** A data folder with the built bundles live, and everything that is needed to deploy more. */
async function prepare(): Promise<Prepared> {
  const dataFolder = await fs.mkdtemp(path.join(os.tmpdir(), 'deploys-'))
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://localhost:${port}`)
  const [url = ''] = urls
  const token = await createBenchToken({ dataFolder })
  const start = (count: number) => Promise.all(ports.slice(0, count).map((port) => startServer(dataFolder, port, url)))
  const client = createClient(url, token)
  const [server] = await start(1)
  const { built } = await deployOwnBundles(client)
  await kill(server)
  return { dataFolder, url, urls, token, client, built, start, remove: () => fs.rm(dataFolder, { recursive: true, force: true }) }
}

async function ship(client: Client, built: Built): Promise<void> {
  await client.upload(built)
  await client.deploy([built.release])
}

async function readLive(dataFolder: string): Promise<string | undefined> {
  const database = await openDatabase({ dataFolder })
  const [newest] = await readHistory(database, 'live', 1)
  await database.query.destroy()
  return newest?.composition
}
