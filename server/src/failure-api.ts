// POST /api/failures: browsers tell which remote failed to load or to render, and the log keeps it for its team.
import type { FastifyInstance } from 'fastify'
import { isFrom } from './cross-origin.ts'

export interface FailureReport {
  remote: string
  version: string
  page: string
  reason: string
}

const line = (maxLength: number) => ({ type: 'string', maxLength })

const schema = {
  type: 'object',
  required: ['remote', 'version', 'page', 'reason'],
  additionalProperties: false,
  properties: { remote: line(50), version: line(50), page: line(200), reason: line(500) },
}

/** Reports a minute that reach the log; a site that is down for everybody must not fill the disk. */
const limit = 60

/**
 * @param onFailure is told of every report about a page that this server sent, also of those that are not logged.
 * @param siteOrigins of static exports: what fails there is for the log, and nothing that a deploy here could undo.
 */
export function failureApi(
  app: FastifyInstance,
  onFailure: (failure: FailureReport, ip: string) => void = () => {},
  siteOrigins: string[] = [],
): void {
  let minute = 0
  let count = 0
  app.post<{ Body: FailureReport }>('/api/failures', { schema: { body: schema }, bodyLimit: 4096 }, (request, reply) => {
    const now = Math.floor(Date.now() / 60_000)
    if (now !== minute) [minute, count] = [now, 0]
    if (++count <= limit) request.log.warn({ failure: request.body }, 'a page failed in a browser')
    else if (count === limit + 1) request.log.warn('more failure reports this minute are not logged')
    if (!isFrom(request.headers.origin, siteOrigins)) onFailure(request.body, request.ip)
    return reply.code(204).send()
  })
}
