// The server: pages and files from memory before any router, everything else by Fastify.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { allowOrigins } from './cross-origin.ts'
import { DatabaseAwayError, type SiteDatabase } from './database/site-database.ts'
import { readHistory } from './deploy/activations.ts'
import type { DeployParts } from './deploy/channel-api.ts'
import { type Channels, createChannels } from './deploy/channels.ts'
import { deployApi } from './deploy/deploy-api.ts'
import { createDeploys, type Deploys } from './deploy/deploys.ts'
import { watchFailures } from './deploy/failure-watch.ts'
import { endConnections } from './end-connections.ts'
import { contactApi } from './enquiries/contact-api.ts'
import { type EnquiryStore, enquiryStore } from './enquiries/enquiries.ts'
import type { FormPages } from './enquiries/form-pages.ts'
import { type FailureReport, failureApi } from './failure-api.ts'
import { ourFault, reasonOf } from './faults.ts'
import { siteHeaders } from './headers.ts'
import { healthApi } from './health-api.ts'
import { signPreview } from './preview/preview-link.ts'
import { createPreviews } from './preview/previews.ts'
import { createPublisher } from './publish/publish.ts'
import { readSecret } from './secrets.ts'
import { sendAnswer, serverOptions } from './send-answer.ts'
import { createServe, refuse, refuseConnection, refuseUnknownLength } from './serve.ts'
import type { Settings } from './settings.ts'
import { limitLookups } from './store/lookups.ts'
import { openParts } from './store/open-store.ts'
import type { SharedParts } from './store/shared-parts.ts'
import { tryOutIn } from './try-out.ts'
import { voiceApi } from './voice/voice-api.ts'
import { voiceStandIn } from './voice/voice-stand-in/voice-stand-in.ts'

export interface SiteServer {
  app: FastifyInstance
  deploys: Deploys
  channels: Channels
  parts: SharedParts
}

/** A server for what is live; it answers 503 until `channels.update` has found something. */
export async function createSiteServer(settings: Settings, database: SiteDatabase, log?: LogTarget): Promise<SiteServer> {
  const { dataFolder, site } = settings
  const enquiries = enquiryStore(database)
  const parts = await openParts(settings)
  const channels = createChannels(
    settings,
    database,
    (error) => app.log.error({ reason: reasonOf(error) }, 'what is live now can not be read'),
    { parts },
  )
  const publisher = createPublisher(dataFolder, site, tryOutIn(settings.browser, dataFolder), parts)
  const deploys = createDeploys({ dataFolder, database, publisher, parts }, () => channels.update())
  const secret = once(() => readSecret(database, 'previews'))
  await secret().catch(unlessAway)
  const previews = createPreviews(settings, channels, secret)
  const linkToPreview = async (channel: string, expiresAt: number) =>
    `${site.url}/?preview=${signPreview(await secret(), channel, expiresAt)}`
  const serve = createServe(dataFolder, (remote) => watch.pageSent(remote), limitLookups(parts))
  const live = () => channels.live()?.answers
  const app = createApi(
    settings,
    enquiries,
    log,
    {
      serve: (request, response) => {
        const answers = live()
        if (!answers) return false
        return previews.serve(request, response) || serve(answers, request, response)
      },
      formPages: () => live()?.formPages,
      onFailure: (failure, ip) => void watch.failed(failure, ip),
    },
    { database, deploys, linkToPreview, parts },
  )
  const watch = watchFailures(
    settings.rollback,
    () => channels.live()?.activation,
    () => readHistory(database, 'live', 100),
    deploys,
    app.log,
  )
  healthApi(app, enquiries, channels, parts)
  app.setNotFoundHandler((request, reply) => {
    const answers = live()
    if (answers && isForPages(request.method, request.url)) {
      reply.hijack()
      return sendAnswer(answers.notFound, request.raw, reply.raw)
    }
    return reply.code(answers ? 404 : 503).send(answers ? 'There is nothing at this address.' : 'Nothing is live here yet.')
  })
  app.addHook('onClose', async () => channels.stop())
  return { app, deploys, channels, parts }
}

/** Where log lines (JSON, one a line) go. */
export interface LogTarget {
  write: (line: string) => void
}

/** What the pages of a site add to its API. */
interface Pages {
  /** Answers a request itself and returns true, or leaves it to the routes. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
  formPages: () => FormPages | undefined
  onFailure: (failure: FailureReport, ip: string) => void
}

/**
 * The addresses that browsers send to; without any pages: what a remote in isolation talks to.
 * @param deploying what takes deploys; without it there is no deploy API.
 */
export function createApi(
  settings: Settings,
  enquiries: EnquiryStore,
  log: LogTarget = process.stdout,
  { serve, formPages, onFailure }: Pages = { serve: () => false, formPages: () => undefined, onFailure: () => {} },
  deploying?: DeployParts,
): FastifyInstance {
  const { site, voiceProxy, trustProxy, siteOrigins } = settings
  const app = Fastify({
    logger: { base: null, stream: log },
    ...(trustProxy && { trustProxy }),
    logController: new LogController({ disableRequestLogging: true }),
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    serverFactory: (handler) =>
      http.createServer(
        serverOptions,
        (request, response) => serve(request, response) || refuseUnknownLength(request, response) || handler(request, response),
      ),
    clientErrorHandler: refuseConnection,
    // An address that can't be decoded: no route and no hook sees it.
    frameworkErrors: (_error, _request, reply) => {
      reply.hijack()
      refuse(reply.raw, 400, 'This is not a valid address.')
    },
  })
  endConnections(app)
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...siteHeaders, 'Cache-Control': 'no-store' })
  })
  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, request, reply) => {
    const status = error.statusCode ?? 500
    if (status >= 500) request.log.error(error)
    return reply
      .code(status)
      .type('text/plain; charset=utf-8')
      .send(status >= 500 ? ourFault : error.message)
  })
  allowOrigins(app, siteOrigins)
  contactApi(app, settings, enquiries, { pages: formPages })
  failureApi(app, onFailure, siteOrigins)
  voiceApi(app, voiceProxy, { siteOrigins })
  if (deploying) deployApi(app, settings, deploying)
  if (site.voice?.isStandIn) voiceStandIn(app)
  return app
}

/** Asks until it was answered once, and not twice at a time. */
function once<Result>(ask: () => Promise<Result>): () => Promise<Result> {
  let asked: Promise<Result> | undefined
  return () => {
    asked ??= ask().catch((error) => {
      asked = undefined
      throw error
    })
    return asked
  }
}

function unlessAway(error: unknown): void {
  if (!(error instanceof DatabaseAwayError)) throw error
}

function isForPages(method: string, url: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
}
