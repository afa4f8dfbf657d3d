// npm run bench -- scale [--remotes 20] [--pages 200] [--releases 1000] [--s3]: what a server needs for a site of many remotes,
// pages and stored releases: time to publish and to start, memory, bytes on disk and on the wire. One server, one folder; with
// --s3 a store as well, on this machine.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildStale } from 'server/build'
import { startS3 } from 'server/throwaway-s3'
import { freePort } from '../free-port.ts'
import { buildGeneratedRemote, pagePath } from '../generated-remote.ts'
import { type Built, type Client, createClient, readBuilt, variantOf } from './deploy-client.ts'
import { showProgress, spread, time } from './measure.ts'
import { createBenchToken, kill, startServer } from './site-servers.ts'

const repeats = 5

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      remotes: { type: 'string', default: '20' },
      pages: { type: 'string', default: '200' },
      releases: { type: 'string', default: '1000' },
      s3: { type: 'boolean', default: false },
    },
  })
  const [remotes, pages, releases] = [Number(values.remotes), Number(values.pages), Number(values.releases)]
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'scale-'))
  const own = await Promise.all((await buildStale('production', () => {})).map(readBuilt))
  const areas = await buildAreas(root, remotes, pages)
  const s3 = values.s3 ? await startS3() : undefined
  await using site = await startSite(path.join(root, 'data'), s3 ? { S3_URL: await s3.createBucket() } : {})
  const all = [...own, ...areas]
  say('upload', `${all.length} releases in ${await seconds(() => uploadAll(site.client, all))}`)
  say('first', `${remotes * pages} pages and the site's own published in ${await seconds(() => deployAll(site.client, all))}`)
  await tell(site)
  const contact = own.find(({ release }) => release.bundle === 'contact')
  const edits = { 'one small remote': contact, [`a remote of ${pages}`]: areas[0] }
  await deployEach(site, edits, 'before')
  const stored = await store(site.client, areas, releases - all.length - 2 * repeats)
  say('store', stored)
  await deployEach(site, edits, 'after')
  say('restart', `${await seconds(site.restart)} until it is ready`)
  await tellMemory(site)
  await deployEach(site, edits, 'restarted')
  await tell(site)
  await s3?.remove()
  await fs.rm(root, { recursive: true, force: true })
}

async function buildAreas(root: string, remotes: number, pages: number): Promise<Built[]> {
  const areas: Built[] = []
  const progress = showProgress('remotes built', remotes)
  for (let number = 0; number < remotes; number++) {
    areas.push(await readBuilt(await buildGeneratedRemote(root, number, pages)))
    progress(number + 1)
  }
  return areas
}

async function uploadAll(client: Client, all: Built[]): Promise<void> {
  const progress = showProgress('releases uploaded', all.length)
  for (const [index, built] of all.entries()) {
    await client.upload(built)
    progress(index + 1)
  }
}

const deployAll = (client: Client, all: Built[]) => client.deploy(all.map(({ release }) => release))

/** Deploys of an edit that changes all pages of a remote, each undone afterwards, while a visitor asks for pages. */
async function deployEach({ client, url }: Site, bundles: Record<string, Built | undefined>, when: string): Promise<void> {
  for (const [name, built] of Object.entries(bundles)) {
    if (!built) throw new Error(`There is no build of ${name}.`)
    const deploys: number[] = []
    const rollbacks: number[] = []
    const visitor = startVisitor(url)
    for (let turn = 0; turn < repeats; turn++) {
      const variant = variantOf(built, `Edit ${turn}, ${when}.`)
      await client.upload(variant)
      deploys.push(await time(() => client.deploy([variant.release])))
      rollbacks.push(await time(() => client.rollback(built.release.bundle)))
    }
    say(when, `deploy of ${name}: ${spread(deploys)}; rollback: ${spread(rollbacks)}`)
    say('', `a page meanwhile: ${spread(await visitor.stop())}`)
  }
}

/** Releases that a team deployed at some time: each changes one page. */
async function store(client: Client, areas: Built[], count: number): Promise<string> {
  const times: number[] = []
  const progress = showProgress('releases stored', count)
  for (let index = 0; index < count; index++) {
    const area = areas[index % areas.length]
    if (area) times.push(await time(() => client.upload(variantOf(area, `Release ${index}.`, 1))))
    progress(index + 1)
  }
  const part = Math.ceil(times.length / 10)
  return `${count} more releases: upload of the first ${part} ${spread(times.slice(0, part))}; of the last ${spread(times.slice(-part))}`
}

type Site = Awaited<ReturnType<typeof startSite>>

async function startSite(dataFolder: string, given: Record<string, string>) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const secret = await createBenchToken({ dataFolder })
  let server = await startServer(dataFolder, port, url, given)
  return {
    dataFolder,
    url,
    client: createClient(url, secret),
    pid: () => server.pid,
    restart: async () => {
      await kill(server)
      server = await startServer(dataFolder, port, url, given)
      await untilReady(url, server)
    },
    [Symbol.asyncDispose]: () => kill(server),
  }
}

/** Asks for one page after the other. */
function startVisitor(url: string): { stop: () => Promise<number[]> } {
  const times: number[] = []
  let isStopped = false
  const visit = async () => {
    for (let turn = 0; !isStopped; turn++) {
      const address = url + (turn % 2 === 0 ? '/' : pagePath(0, turn % 50))
      times.push(await time(async () => (await fetch(address)).arrayBuffer()))
      await wait(20)
    }
  }
  const visits = visit()
  return {
    stop: async () => {
      isStopped = true
      await visits
      return times
    },
  }
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null && !(await fetch(`${url}/readyz`)).ok) await wait(20)
}

async function tellMemory({ pid }: Site): Promise<void> {
  const status = await fs.readFile(`/proc/${pid()}/status`, 'utf8')
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
  say('memory', `${megabytes(kilobytes('VmRSS') * 1024)} now, ${megabytes(kilobytes('VmHWM') * 1024)} at most`)
}

async function tell(site: Site): Promise<void> {
  const { dataFolder, url } = site
  await tellMemory(site)
  for (const folder of ['compositions', 'releases', 'files', 'images']) {
    const { bytes, files } = await measure(path.join(dataFolder, folder))
    const parts = (await fs.readdir(path.join(dataFolder, folder))).length
    say('on disk', `${folder}: ${megabytes(bytes)} in ${files} files, ${parts} entries`)
  }
  for (const address of ['/', pagePath(0, 0)]) {
    const response = await fetch(url + address, { headers: { 'Accept-Encoding': 'br' } })
    say('a page', `${address}: ${response.headers.get('content-length')} bytes with brotli`)
  }
}

/** Each file once, however many releases link to it from this folder. */
async function measure(folder: string): Promise<{ bytes: number; files: number }> {
  const sizes = new Map<number, number>()
  let files = 0
  for (const entry of await fs.readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const { ino, size } = await fs.stat(path.join(entry.parentPath, entry.name))
    sizes.set(ino, size)
    files++
  }
  return { bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0), files }
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`
const seconds = async (work: () => Promise<unknown>) => `${((await time(work)) / 1000).toFixed(1)} s`
const say = (about: string, what: string) => console.log(`${about.padEnd(13)}${what}`)

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
