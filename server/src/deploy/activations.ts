// Channels and their history. A channel is its newest activation; to change it is to append the next revision, which
// only one can.
import type { Selectable } from 'kysely'
import type { SiteDatabase } from '../database/site-database.ts'
import type { Tables } from '../database/tables.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import { signal } from '../postgres-signal.ts'

/** One change of a channel. Never changed or deleted afterwards. */
export interface Activation {
  /** 'live' or 'preview-…'. */
  channel: string
  /** 1, 2, 3 … without gaps. */
  revision: number
  /** Id of the composition that the channel shows since. */
  composition: string
  /** Bundle to version. */
  releases: Record<string, string>
  action: 'deploy' | 'rollback' | 'automatic rollback'
  /** Bundles whose release differs from that of the revision before. */
  changed: string[]
  /** Name of the token, or 'operator', or 'server'. */
  actor: string
  message: string
  /** ISO 8601, UTC. */
  at: string
}

/** What the channel shows now; nothing when it does not exist. */
export async function readChannel({ query }: SiteDatabase, channel: string): Promise<Activation | undefined> {
  const row = await query
    .selectFrom('activations')
    .selectAll()
    .where('channel', '=', channel)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && fromRow(row)
}

/** What every channel shows now. */
export async function readChannels({ query }: SiteDatabase): Promise<Activation[]> {
  const rows = await query
    .selectFrom('activations')
    .selectAll()
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('channel', 'revision'),
        'in',
        selectFrom('activations as newest')
          .select(({ fn }) => ['newest.channel', fn.max('newest.revision').as('revision')])
          .groupBy('newest.channel')
          .$asTuple('channel', 'revision'),
      ),
    )
    .orderBy('channel')
    .execute()
  return rows.map(fromRow)
}

/** Newest first. */
export async function readHistory({ query }: SiteDatabase, channel?: string, limit = 1000): Promise<Activation[]> {
  const rows = await query
    .selectFrom('activations')
    .selectAll()
    .$if(channel !== undefined, (some) => some.where('channel', '=', channel as string))
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** The activations that changed a bundle, newest first, however long ago. */
export async function readChanges(
  { query }: SiteDatabase,
  channel: string,
  bundle: string,
  limit: number,
): Promise<Activation[]> {
  const rows = await query
    .selectFrom('activations')
    .selectAll()
    .where('channel', '=', channel)
    .where('changed', 'like', `%${JSON.stringify(bundle)}%`)
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

/** @returns false when somebody else has taken the revision: nothing is written then. */
export async function appendActivation(database: SiteDatabase, activation: Activation): Promise<boolean> {
  const { releases, changed, ...rest } = activation
  const { numInsertedOrUpdatedRows } = await untilUnlocked(() =>
    database.query
      .insertInto('activations')
      .values({ ...rest, releases: JSON.stringify(releases), changed: JSON.stringify(changed) })
      .onConflict((conflict) => conflict.columns(['channel', 'revision']).doNothing())
      .executeTakeFirstOrThrow(),
  )
  if (Number(numInsertedOrUpdatedRows) !== 1) return false
  await signal(database)
  return true
}

/**
 * The version of a bundle that its channel showed before the current one was deployed. What was rolled back is skipped:
 * to roll back twice leads further back, not forth.
 * @param changes of the bundle, newest first.
 */
export function versionBefore(changes: Activation[], bundle: string): string | undefined {
  const current = changes[0]?.releases[bundle]
  const deployedAt = changes.findIndex(({ action, releases }) => action === 'deploy' && releases[bundle] === current)
  return deployedAt === -1 ? undefined : changes[deployedAt + 1]?.releases[bundle]
}

function fromRow({ releases, changed, action, ...row }: Selectable<Tables['activations']>): Activation {
  return { ...row, releases: JSON.parse(releases), changed: JSON.parse(changed), action: action as Activation['action'] }
}
