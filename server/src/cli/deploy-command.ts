// site deploy: build, upload what the server lacks, activate.
import { createPrivateKey } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { build } from '../build.ts'
import type { Activation } from '../deploy/activations.ts'
import { type ClientOrder, connect, type DeployClient } from '../deploy/client.ts'
import { ServerError } from '../deploy/client-http.ts'
import { describeActivation, listReleases, undoCommand } from './activation-words.ts'
import { type Answer, UsageError } from './answer.ts'
import { type BuiltRelease, readBuiltRelease, type Uploaded, uploadRelease } from './built-release.ts'
import { type FoundBundle, findBundles } from './find-bundle.ts'
import { oneLine, seconds, size } from './printable.ts'
import { type Progress, showProgress } from './progress.ts'
import { readServer, type ServerOptions } from './server-address.ts'
import type { Terminal } from './terminal.ts'

export interface DeployOptions extends ServerOptions {
  channel: string
  message?: string
  /** False: what was built before is deployed. */
  build: boolean
  /** File with the private key. */
  sign?: string
}

export async function deploy(names: string[], options: DeployOptions, terminal: Terminal): Promise<Answer> {
  const found = findBundles(names, terminal.cwd)
  const client = connect(readServer(options, terminal.env))
  const progress = showProgress(terminal)
  try {
    const key = options.sign === undefined ? undefined : await readKey(path.resolve(terminal.cwd, options.sign))
    // First of all: a server that says no says so before anything is built.
    const [seen] = await client.history(options.channel, 1)
    const startedAt = performance.now()
    if (options.build) await buildAll(found, progress)
    const releases = await readAll(found)
    const builtAt = performance.now()
    const live = await liveAlready(client, options.channel, releases)
    if (live) return sayLiveAlready(releases, live)
    const uploaded = await uploadAll(client, releases, progress)
    const uploadedAt = performance.now()
    const order = await makeOrder(client, releases, seen, options, key)
    progress.begin(`${listTitles(releases)}: checking on the server`)
    const activation = await client
      .deploy(options.channel, order)
      .catch((error) => explain(error, client, options.channel, order))
    progress.clear()
    const before = seen?.releases ?? {}
    const undo = releases
      .filter(({ bundle, version }) => before[bundle] && before[bundle] !== version)
      .map(({ bundle }) => undoCommand(bundle, { channel: options.channel, to: options.to }))
    const times = { build: builtAt - startedAt, upload: uploadedAt - builtAt, check: performance.now() - uploadedAt }
    return sayDeployed(releases, uploaded, activation, times, undo)
  } finally {
    progress.clear()
  }
}

/** The text of an Ed25519 key. */
async function readKey(file: string): Promise<string> {
  const pem = await fs.readFile(file, 'utf8').catch(() => {
    throw new UsageError(`The key ${file} can't be read. 'site key generate' makes one.`)
  })
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'ed25519') return pem
  } catch {}
  throw new UsageError(`${file} is no private Ed25519 key in PEM form. 'site key generate' makes one.`)
}

async function buildAll(found: FoundBundle[], progress: Progress): Promise<void> {
  for (const { title, source } of found) {
    if (!source) continue
    progress.begin(`${title}: building`)
    await build(source, 'production', (line) => progress.end(line.replace(source, title)))
  }
}

async function readAll(found: FoundBundle[]): Promise<BuiltRelease[]> {
  const releases = await Promise.all(found.map(({ release }) => readBuiltRelease(release)))
  const names = releases.map(({ bundle }) => bundle)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new UsageError(`Two of the folders are the bundle '${twice}'.`)
  return releases
}

async function liveAlready(client: DeployClient, channel: string, releases: BuiltRelease[]): Promise<Activation | undefined> {
  const [newest] = await client.history(channel, 1)
  return releases.every(({ bundle, version }) => newest?.releases[bundle] === version) ? newest : undefined
}

async function uploadAll(client: DeployClient, releases: BuiltRelease[], progress: Progress): Promise<Uploaded> {
  const sum = { files: 0, bytes: 0 }
  for (const release of releases) {
    const { bundle } = release
    progress.begin(`${bundle}: uploading`)
    const { files, bytes } = await uploadRelease(client, release, (done, of) =>
      progress.update(`${bundle}: uploading, ${done} of ${of} files`),
    )
    progress.end(
      files > 0
        ? `${bundle}: ${files} of ${release.files.size} files uploaded, ${size(bytes)}`
        : `${bundle}: the server has all ${release.files.size} files`,
    )
    sum.files += files
    sum.bytes += bytes
  }
  return sum
}

async function makeOrder(
  client: DeployClient,
  releases: BuiltRelease[],
  seen: Activation | undefined,
  { channel, message }: DeployOptions,
  key: string | undefined,
): Promise<ClientOrder> {
  // What signs is not loaded by those who do not sign.
  const signing = key === undefined ? undefined : await import('../deploy/signing.ts')
  const order = async ({ bundle, version, text }: BuiltRelease) => {
    const after = await lastChangeOf(bundle, client, channel, seen)
    if (!key || !signing) return { bundle, version, after }
    return { bundle, version, after, signature: signing.signOrder(key, { bundle, version, releaseText: text, channel, after }) }
  }
  return { bundles: await Promise.all(releases.map(order)), ...(message && { message }) }
}

/**
 * The revision in which the bundle had last changed when this deploy began; 0: never. What came since is a conflict, which
 * the server finds.
 */
async function lastChangeOf(
  bundle: string,
  client: DeployClient,
  channel: string,
  seen: Activation | undefined,
): Promise<number> {
  if (!seen) return 0
  // A server of an earlier version tells of other bundles too.
  const changes = (await client.history(channel, 50, bundle)).filter(({ changed }) => changed.includes(bundle))
  return changes.find(({ revision }) => revision <= seen.revision)?.revision ?? 0
}

/** A conflict, with what happened meanwhile and what to do. */
async function explain(error: unknown, client: DeployClient, channel: string, { bundles }: ClientOrder): Promise<never> {
  if (!(error instanceof ServerError) || error.status !== 409) throw error
  const meanwhile = (await client.history(channel, 50)).filter(({ revision, changed }) =>
    bundles.some(({ bundle, after = revision }) => revision > after && changed.includes(bundle)),
  )
  const lines = meanwhile.map((activation) => `  ${describeActivation(activation)}`)
  const next = `Look at what changed; when yours is still right, deploy again.`
  throw new ServerError(409, [error.message, ...(lines.length > 0 ? ['Meanwhile:', ...lines] : []), next].join('\n'))
}

const listTitles = (releases: BuiltRelease[]) => releases.map(({ bundle }) => bundle).join(', ')
const listVersions = (releases: BuiltRelease[]) => releases.map(({ bundle, version }) => `${bundle} ${version}`).join(', ')

function sayLiveAlready(releases: BuiltRelease[], activation: Activation): Answer {
  const { channel, revision } = activation
  return {
    text: oneLine(`${listVersions(releases)}: on ${channel} already (revision ${revision}). Nothing to do.`),
    json: { activation, unchanged: true },
  }
}

function sayDeployed(
  releases: BuiltRelease[],
  uploaded: Uploaded,
  activation: Activation,
  times: { build: number; upload: number; check: number },
  undo: string[],
): Answer {
  const { channel, revision, composition } = activation
  const [all, bytes] = [releases.reduce((sum, { files }) => sum + files.size, 0), size(uploaded.bytes)]
  const lines = [
    `${listVersions(releases)}: ${channel === 'live' ? 'live' : `on ${channel}`} as revision ${revision}.`,
    `Now: ${listReleases(activation.releases)} (composition ${composition})`,
    `Took: build ${seconds(times.build)}, upload ${seconds(times.upload)} (${uploaded.files} of ${all} files, ${bytes}), check and swap ${seconds(times.check)}`,
    ...(channel === 'live' ? [] : [`Look: site preview link ${channel}`]),
    ...undo.map((command) => `Undo: ${command}`),
  ]
  const rounded = Object.fromEntries(Object.entries(times).map(([step, time]) => [step, Math.round(time) / 1000]))
  return {
    text: lines.map(oneLine).join('\n'),
    json: { activation, unchanged: false, uploaded, seconds: rounded, undo },
  }
}
