// What changes a channel: deploys and rollbacks. Prove the whole new set of releases first, then append one row.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { SiteDatabase } from '../database/site-database.ts'
import type { Publisher } from '../publish/publish.ts'
import { releaseFolder } from '../publish/releases.ts'
import { alone, type SharedParts } from '../store/shared-parts.ts'
import { type Activation, appendActivation, readChanges, readChannel, versionBefore } from './activations.ts'

export interface DeployOrder {
  /** 'live' or 'preview-…'; a preview that does not exist yet begins as what is live. */
  channel: string
  bundles: BundleOrder[]
  actor: string
  message: string
}

export interface BundleOrder {
  bundle: string
  /** Of a stored release. */
  version: string
  /** The revision in which this bundle last changed on the channel, as whoever deploys has seen it; 0: never. */
  after?: number
}

export interface RollbackOrder {
  channel: string
  bundle: string
  /** One that the channel showed before; without it the one before the current. */
  version?: string
  actor: string
  message: string
}

export interface Deploys {
  /**
   * Proves the new set of releases and makes the channel show it.
   * @throws RefusedError with all reasons (422), ConflictError (409), UnknownReleaseError (404); the channel is as it was.
   */
  deploy: (order: DeployOrder) => Promise<Activation>
  /** The same to an earlier release; nothing is built. Throws as `deploy` does. */
  rollback: (order: RollbackOrder) => Promise<Activation>
  /** The same because browsers report that the current release fails. */
  rollbackAutomatically: (order: RollbackOrder) => Promise<Activation>
  /**
   * The same releases once more, when the site configuration or the server's own code has changed since.
   * @returns nothing when the channel shows nothing yet.
   */
  refresh: (channel: string) => Promise<Activation | undefined>
}

/** Somebody else was first, and what they did has to be looked at. */
export class ConflictError extends Error {
  readonly statusCode = 409
}

export class UnknownReleaseError extends Error {
  readonly statusCode = 404
}

/** Somebody else may be first that often in a row before a deploy is given up. */
const attempts = 30

interface Parts {
  dataFolder: string
  database: SiteDatabase
  publisher: Publisher
  parts?: SharedParts
}

/**
 * @param onChange is told of every activation by this process before `deploy` or `rollback` resolves.
 */
export function createDeploys(
  { dataFolder, database, publisher, parts = alone }: Parts,
  onChange: (activation: Activation) => Promise<void> = async () => {},
): Deploys {
  const inTurn = queue()

  /** `releasesAfter` is asked again when somebody else was first: the change is made to what they left. */
  const change = (
    { channel, actor, message }: Pick<DeployOrder, 'channel' | 'actor' | 'message'>,
    action: Activation['action'],
    releasesAfter: (current: Activation | undefined) => Promise<Record<string, string>> | Record<string, string>,
  ) =>
    inTurn(async () => {
      for (let attempt = 1; attempt <= attempts; attempt++) {
        const current = await readChannel(database, channel)
        const base = current ?? (channel === 'live' ? undefined : await readChannel(database, 'live'))
        const releases = sorted({ ...base?.releases, ...(await releasesAfter(current)) })
        const composition = await publisher.publish(releases)
        const changed = Object.keys(releases).filter((bundle) => releases[bundle] !== current?.releases[bundle])
        if (current?.composition === composition && changed.length === 0) return current
        const revision = (current?.revision ?? 0) + 1
        const at = new Date().toISOString()
        const activation: Activation = { channel, revision, composition, releases, action, changed, actor, message, at }
        if (await appendActivation(database, activation)) {
          await onChange(activation)
          return activation
        }
      }
      throw new ConflictError(`Others changed ${channel} ${attempts} times while this was being checked. Try again.`)
    })

  const rollBack = (action: Activation['action']) => (order: RollbackOrder) =>
    change(order, action, async () => {
      const changes = await readChanges(database, order.channel, order.bundle, Number.MAX_SAFE_INTEGER)
      const version = versionToReturnTo(order, changes)
      await expectStored(dataFolder, parts, { bundle: order.bundle, version })
      return { [order.bundle]: version }
    })

  return {
    deploy: async (order) => {
      for (const bundle of order.bundles) await expectStored(dataFolder, parts, bundle)
      return change(order, 'deploy', async (current) => {
        for (const bundle of order.bundles) await expectUnmoved(database, bundle, order.channel, current)
        return Object.fromEntries(order.bundles.map(({ bundle, version }) => [bundle, version]))
      })
    },
    rollback: rollBack('rollback'),
    rollbackAutomatically: rollBack('automatic rollback'),
    refresh: async (channel) => {
      if (!(await readChannel(database, channel))) return undefined
      const message = 'The site configuration or the server has changed.'
      return change({ channel, actor: 'server', message }, 'deploy', () => ({}))
    },
  }
}

function versionToReturnTo({ channel, bundle, version }: RollbackOrder, changes: Activation[]): string {
  const current = changes[0]?.releases[bundle]
  if (!current) throw new UnknownReleaseError(`${channel} has no release of ${bundle}.`)
  if (version) {
    if (changes.some(({ releases }) => releases[bundle] === version)) return version
    throw new UnknownReleaseError(
      `${bundle} ${version} was never on ${channel}: 'site history' has those that were. To bring a new one, deploy it.`,
    )
  }
  const earlier = versionBefore(changes, bundle)
  if (earlier) return earlier
  throw new UnknownReleaseError(`${bundle} ${current} is the first release on ${channel}: there is none before it.`)
}

async function expectStored(dataFolder: string, parts: SharedParts, { bundle, version }: BundleOrder): Promise<void> {
  await parts.pull(`releases/${bundle}/${version}`)
  const isStored = await fs.access(path.join(releaseFolder(dataFolder, bundle, version), 'release.json')).then(
    () => true,
    () => false,
  )
  if (!isStored) throw new UnknownReleaseError(`${bundle} ${version} is not stored here. Upload it first, as 'site deploy' does.`)
}

async function expectUnmoved(
  database: SiteDatabase,
  { bundle, version, after }: BundleOrder,
  channel: string,
  current: Activation | undefined,
): Promise<void> {
  if (after === undefined) return
  const [last] = await readChanges(database, channel, bundle, 1)
  if ((last?.revision ?? 0) === after || current?.releases[bundle] === version) return
  throw new ConflictError(
    last
      ? `${bundle} on ${channel} has changed since you looked: ${last.actor} brought ${last.releases[bundle]} (${last.action}, revision ${last.revision}, ${last.at}). Look at it, then deploy again.`
      : `${bundle} was never on ${channel}, and you expected revision ${after}. Look at 'site history', then deploy again.`,
  )
}

/** Runs one piece of work after the other. */
function queue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work)
    last = result.catch(() => {})
    return result
  }
}

function sorted(releases: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(releases).sort(([a], [b]) => (a < b ? -1 : 1)))
}
