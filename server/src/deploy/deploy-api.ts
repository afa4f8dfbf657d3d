// The deploy API: what a team's pipeline talks to. Files and releases are stored here; deploys.ts proves them and makes
// them live.
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ourFault, tellAway } from '../faults.ts'
import { largestFile } from '../publish/release-check.ts'
import type { Settings } from '../settings.ts'
import { alone } from '../store/shared-parts.ts'
import { recogniseCallers } from './callers.ts'
import { channelApi, type DeployParts } from './channel-api.ts'
import { RequestError, readJson } from './deploy-body.ts'
import { releaseApi } from './release-api.ts'
import { limitDisk } from './uploads.ts'

/** Adds the deploy API. Every refusal is a status and plain text, one reason a line, and a line in the log. */
export function deployApi(
  app: FastifyInstance,
  { dataFolder, deployQuota }: Pick<Settings, 'dataFolder' | 'deployQuota'>,
  given: DeployParts,
  now: () => number = Date.now,
): void {
  const { database, parts = alone } = given
  const callers = recogniseCallers(database, now)
  const tell = tellAway(app.log, 'deploys are not possible now')

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => readJson(body).value,
    )
    scope.setErrorHandler(refuse)
    scope.addHook('onRequest', async (request) => {
      await callers.authenticate(request)
      if (request.headers['content-encoding'] !== undefined)
        throw new RequestError(415, 'Bodies are sent as they are, without a Content-Encoding.')
    })
    releaseApi(scope, { dataFolder, database, quota: limitDisk(dataFolder, deployQuota, now), callers, parts })
    channelApi(scope, { ...given, parts, dataFolder, callers })
  })

  async function refuse(error: Error & { statusCode?: number; code?: string }, request: FastifyRequest, reply: FastifyReply) {
    const { status, sentence } = inSentence(error)
    if (status === 503) tell(error)
    else if (status >= 500 && status !== 507)
      request.log.error({ ...callers.describe(request, reply), err: error }, 'a deploy request failed')
    else request.log.warn({ ...callers.describe(request, reply), status, reasons: sentence.split('\n') }, 'refused')
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer')
    if (status === 503) reply.header('Retry-After', 30)
    if (status === 429) reply.header('Retry-After', 60)
    await discardBody(request.raw)
    if (!request.raw.complete) reply.header('Connection', 'close')
    return reply.code(status).type('text/plain; charset=utf-8').send(sentence)
  }
}

/** A body that nobody wants is read on for so many bytes, while its next one comes within so many milliseconds. */
const [mostDiscarded, patience] = [2 * largestFile, 2000]

/** Whoever is still sending when the connection closes may never read the answer; a proxy would say 502. */
function discardBody(request: IncomingMessage): Promise<void> {
  const isTooLong = Number(request.headers['content-length'] ?? 0) > mostDiscarded
  if (request.complete || request.destroyed || isTooLong) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patience)
    let discarded = 0
    request.on('data', (bytes: Buffer) => {
      timer.refresh()
      discarded += bytes.length
      if (discarded > mostDiscarded) resolve()
    })
    finished(request, () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The status and the sentence of an error: ours, Fastify's or the system's. */
function inSentence(error: Error & { statusCode?: number; code?: string }): { status: number; sentence: string } {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return { status: 507, sentence: 'The disk of the server is full.' }
  if (error.code === 'ECONNRESET') return { status: 400, sentence: 'The connection ended before all was sent.' }
  const status = error.statusCode ?? 500
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status, sentence: 'This is too large.' }
  if (status === 415 && error.code)
    return { status, sentence: 'Files are sent as application/octet-stream, everything else as application/json.' }
  if (status === 503) return { status, sentence: error.message }
  if (status >= 500 && status !== 507) return { status, sentence: ourFault }
  return { status, sentence: error.message }
}
