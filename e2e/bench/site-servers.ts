// What the benches of deploys work on: server processes, this project's bundles live on them, and the history they leave.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { buildStale } from 'server/build'
import { type DatabasePlace, openDatabase } from 'server/database/open-database'
import { type Activation, readHistory } from 'server/deploy/activations'
import { createToken } from 'server/deploy/tokens'
import { projectRoot } from 'server/settings'
import { type Built, type Client, readBuilt } from './deploy-client.ts'

/** All servers say the same public address: it is part of what they publish. */
export async function startServer(
  dataFolder: string,
  port: number,
  siteUrl: string,
  given: Record<string, string> = {},
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    SITE_DATA: dataFolder,
    PORT: String(port),
    SITE_URL: siteUrl,
    DATABASE_URL: '',
    S3_URL: '',
    NODE_ENV: 'production',
    ...given,
  }
  const child = spawn(process.execPath, ['server/src/start.ts', '--deployed'], {
    cwd: projectRoot,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  for (;;) {
    const isUp = await fetch(`http://${given.HOST ?? 'localhost'}:${port}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return child
    if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`)
    await wait(25)
  }
}

export async function kill(child: ChildProcess | undefined, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

/** @returns the secret of a token that may deploy and roll back everything. */
export async function createBenchToken(place: DatabasePlace): Promise<string> {
  const database = await openDatabase(place)
  const order = { name: 'bench', bundles: ['*'], actions: ['deploy' as const, 'rollback' as const], days: 1 }
  const { secret } = await createToken(database, order)
  await database.close()
  return secret
}

/** Makes this project's bundles live. */
export async function deployOwnBundles(
  client: Client,
): Promise<{ built: Record<'contact' | 'demo', Built>; activation: Activation }> {
  const all = await Promise.all((await buildStale('production', () => {})).map(readBuilt))
  for (const built of all) await client.upload(built)
  const activation = await client.deploy(all.map(({ release }) => release))
  const find = (bundle: string) => all.find(({ release }) => release.bundle === bundle) as Built
  return { built: { contact: find('contact'), demo: find('demo') }, activation }
}

/** Every revision is its predecessor with the changed bundles changed, and there is one for each number. */
export async function lookAtHistory(place: DatabasePlace): Promise<{ lost: number; gaps: number; history: number }> {
  const database = await openDatabase(place)
  const history = (await readHistory(database, 'live', 100_000)).reverse()
  await database.query.destroy()
  const lost = history.filter(({ releases, changed }, index) => {
    const before = history[index - 1]?.releases
    return before && Object.keys(before).some((bundle) => !changed.includes(bundle) && releases[bundle] !== before[bundle])
  }).length
  const gaps = history.filter(({ revision }, index) => revision !== index + 1).length
  return { lost, gaps, history: history.length }
}
