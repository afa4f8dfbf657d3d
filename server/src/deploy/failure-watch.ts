// Takes a release back that fails for too many visitors: it went live a short while ago, and browsers say that it breaks.
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { RollbackSettings } from '../settings.ts'
import { nameVisitor } from '../visitor.ts'
import type { Activation } from './activations.ts'
import type { Deploys } from './deploys.ts'

/** What a browser tells, see failure-api.ts. */
export interface Failure {
  remote: string
  version: string
  reason: string
}

export interface FailureWatch {
  /** A page of this remote was sent to a visitor. Called for every page: only counts. */
  pageSent: (remote: string) => void
  /** @param ip of the visitor, of whom each counts once for a release. Forgotten with the process. */
  failed: (failure: Failure, ip: string) => Promise<void>
}

/** Of one release, since this server shows it. */
interface Count {
  version: string
  pages: number
  visitors: Set<string>
  /** It was taken back, or is too old for that. */
  isSettled?: boolean
}

/**
 * @param live what is live now.
 * @param history of live, newest first.
 */
export function watchFailures(
  { share, failures, minutes }: RollbackSettings,
  live: () => Activation | undefined,
  history: () => Promise<Activation[]>,
  deploys: Pick<Deploys, 'rollbackAutomatically'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): FailureWatch {
  const secret = randomBytes(32)
  const counts = new Map<string, Count>()

  const countOf = (bundle: string): Count | undefined => {
    const version = live()?.releases[bundle]
    if (!version) return undefined
    const known = counts.get(bundle)
    if (known?.version === version) return known
    const count: Count = { version, pages: 0, visitors: new Set() }
    counts.set(bundle, count)
    return count
  }

  const pageSent = (remote: string) => {
    for (const bundle of [remote, 'shell']) {
      const count = countOf(bundle)
      if (count) count.pages++
    }
  }

  const failed = async ({ remote: bundle, version, reason }: Failure, ip: string) => {
    const count = countOf(bundle)
    // A tab that was opened before stays on its own release, whatever that does.
    if (!count || count.version !== version || count.isSettled) return
    count.visitors.add(nameVisitor(ip, secret))
    const failing = count.visitors.size
    if (failing < failures || failing <= share * count.pages) return
    count.isSettled = true
    const message = `${failing} visitors could not use it, of ${count.pages} pages sent: ${reason}`
    try {
      const isToReturn = await isNew(bundle, version).catch((error) => {
        count.isSettled = false
        throw error
      })
      if (!isToReturn) return
      const { releases } = await deploys.rollbackAutomatically({ channel: 'live', bundle, actor: 'server', message })
      log.warn({ bundle, from: version, to: releases[bundle], failing, pages: count.pages, reason }, 'a release was taken back')
    } catch (error) {
      log.error({ bundle, version, reason: (error as Error).message }, 'a failing release could not be taken back')
    }
  }

  /** Whether the release came by a deploy, a short while ago. What was returned to is not taken back as well. */
  const isNew = async (bundle: string, version: string) => {
    const change = (await history()).find(({ changed }) => changed.includes(bundle))
    if (change?.action !== 'deploy' || change.releases[bundle] !== version) return false
    return Date.now() - Date.parse(change.at) < minutes * 60_000
  }

  return { pageSent, failed }
}
