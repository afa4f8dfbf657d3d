// Who calls the deploy API: the token behind each request.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import { nameVisitor } from '../visitor.ts'
import type { DeployBody, RollbackBody } from './deploy-body.ts'
import { RequestError } from './deploy-body.ts'
import { countFailedTokens } from './failed-tokens.ts'
import { checkToken, type Token, TokenError } from './tokens.ts'

export interface Callers {
  /** @throws TokenError, or RequestError after too many wrong ones. */
  authenticate: (request: FastifyRequest) => Promise<void>
  /** Of a request that was authenticated. */
  tokenOf: (request: FastifyRequest) => Token
  /** Who wanted what, for the log. Nothing from headers: there is the token. */
  describe: (request: FastifyRequest, reply: FastifyReply) => object
}

export function recogniseCallers(database: SiteDatabase, now: () => number): Callers {
  const secret = randomBytes(32)
  const failures = countFailedTokens(now)
  const tokens = new WeakMap<FastifyRequest, Token>()
  return {
    authenticate: async (request) => {
      const visitor = nameVisitor(request.ip, secret)
      if (failures.isTooMany(visitor)) throw new RequestError(429, 'Too many wrong tokens were sent from here. Wait a minute.')
      try {
        const [, given] = /^Bearer ([!-~]+)$/i.exec(request.headers.authorization ?? '') ?? []
        if (!given) throw new TokenError('This needs a token: Authorization: Bearer <token>.')
        tokens.set(request, await checkToken(database, given, now()))
      } catch (error) {
        if (error instanceof TokenError) failures.note(visitor)
        throw error
      }
    },
    tokenOf: (request) => {
      const token = tokens.get(request)
      if (!token) throw new Error('A request was answered that nobody authenticated.')
      return token
    },
    describe: (request, reply) => ({
      route: `${request.method} ${request.routeOptions.url}`,
      actor: tokens.get(request)?.name,
      ...(request.params as object),
      ...releasesIn(request.body),
      ms: Math.round(reply.elapsedTime),
    }),
  }
}

/** A body that was refused may be anything. */
function releasesIn(body: unknown): { releases?: string[] } {
  const { bundles, bundle, version } = (body ?? {}) as Partial<DeployBody & RollbackBody>
  const orders: unknown[] = Array.isArray(bundles) ? bundles : typeof bundle === 'string' ? [{ bundle, version }] : []
  return orders.length > 0 ? { releases: orders.slice(0, 20).map(nameOf) } : {}
}

function nameOf(order: unknown): string {
  const { bundle, version } = (order ?? {}) as Record<string, unknown>
  const words = [bundle, version].filter((word) => typeof word === 'string')
  return words.join(' ').slice(0, 60)
}
