// The server: pages and files from memory before any router, everything else by Fastify.
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { canonicalPath } from '@site/shared/contract'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { type Answers, isStoredFile, readStoredFile, sendAnswer } from './answers.ts'
import type { SiteDatabase } from './database.ts'
import { readHistory } from './deploy/activations.ts'
import { type Channels, createChannels } from './deploy/channels.ts'
import { createDeploys, type Deploys } from './deploy/deploys.ts'
import { watchFailures } from './deploy/failure-watch.ts'
import { contactApi } from './enquiries/contact-api.ts'
import { type EnquiryStore, enquiryStore, StoreUnavailableError } from './enquiries/enquiries.ts'
import type { FormPages } from './enquiries/form-pages.ts'
import { type FailureReport, failureApi } from './failure-api.ts'
import { siteHeaders } from './headers.ts'
import { healthApi } from './health-api.ts'
import { createPreviews } from './preview/previews.ts'
import { createPublisher } from './publish/publish.ts'
import { readSecret } from './secrets.ts'
import type { Settings } from './settings.ts'
import { voiceApi } from './voice/voice-api.ts'
import { voiceStandIn } from './voice/voice-stand-in/voice-stand-in.ts'

export interface SiteServer {
  app: FastifyInstance
  deploys: Deploys
  channels: Channels
}

/** A server for what is live; it answers 503 until `channels.update` has found something. */
export async function createSiteServer(settings: Settings, database: SiteDatabase, log?: LogTarget): Promise<SiteServer> {
  const { dataFolder, site } = settings
  const enquiries = enquiryStore(database)
  const channels = createChannels(settings, database, (error) =>
    app.log.error({ reason: error.message }, 'a channel can not be read'),
  )
  const publisher = createPublisher(dataFolder, site)
  const deploys = createDeploys({ dataFolder, database, publisher }, () => channels.update())
  const previews = createPreviews(settings, channels, await readSecret(database, 'previews'))
  const live = () => channels.live()?.answers
  const app = createApi(settings, enquiries, log, {
    serve: (request, response) => {
      const answers = live()
      if (!answers) return false
      return previews.serve(request, response) || serve(answers, dataFolder, request, response, watch.pageSent)
    },
    formPages: () => live()?.formPages,
    onFailure: (failure, ip) => void watch.failed(failure, ip),
  })
  const watch = watchFailures(
    settings.rollback,
    () => channels.live()?.activation,
    () => readHistory(database, 'live', 100),
    deploys,
    app.log,
  )
  healthApi(app, enquiries, () => live() !== undefined)
  app.setNotFoundHandler((request, reply) => {
    const answers = live()
    if (answers && isForPages(request.method, request.url)) {
      reply.hijack()
      return sendAnswer(answers.notFound, request.raw, reply.raw)
    }
    return reply.code(answers ? 404 : 503).send(answers ? 'There is nothing at this address.' : 'Nothing is live here yet.')
  })
  app.addHook('onClose', async () => channels.stop())
  return { app, deploys, channels }
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

/** The addresses that browsers send to; without any pages: what a remote in isolation talks to. */
export function createApi(
  settings: Settings,
  enquiries: EnquiryStore,
  log: LogTarget = process.stdout,
  { serve, formPages, onFailure }: Pages = { serve: () => false, formPages: () => undefined, onFailure: () => {} },
): FastifyInstance {
  const { site, voiceProxy, trustProxy } = settings
  const app = Fastify({
    logger: { base: null, stream: log },
    ...(trustProxy && { trustProxy }),
    logController: new LogController({ disableRequestLogging: true }),
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    serverFactory: (handler) => http.createServer((request, response) => serve(request, response) || handler(request, response)),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable)
        socket.end(
          'HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\nThis is not a valid HTTP request.',
        )
    },
  })
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({ ...siteHeaders, 'Cache-Control': 'no-store' })
  })
  app.setErrorHandler((error: Error & { statusCode?: number; validation?: unknown }, request, reply) => {
    const status = error.statusCode ?? 500
    const isAway = error instanceof StoreUnavailableError
    if (isAway) request.log.error({ reason: error.reason }, 'an enquiry could not be stored')
    else if (status >= 500) request.log.error(error)
    const sentence = status >= 500 && !isAway ? 'Something went wrong on our side. Please try again.' : error.message
    return reply.code(status).type('text/plain; charset=utf-8').send(sentence)
  })
  contactApi(app, settings, enquiries, { pages: formPages })
  failureApi(app, onFailure)
  voiceApi(app, voiceProxy)
  if (site.voice?.isStandIn) voiceStandIn(app)
  return app
}

function serve(
  answers: Answers,
  dataFolder: string,
  request: IncomingMessage,
  response: ServerResponse,
  onPage: (remote: string) => void,
): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const [pathname = '/', search] = (request.url ?? '/').split('?', 2)
  const answer = answers.table.get(pathname)
  if (answer) {
    if (answer.remote) onPage(answer.remote)
    sendAnswer(answer, request, response)
  } else if (isStoredFile(pathname)) void serveStoredFile(answers, dataFolder, pathname, request, response)
  else return redirectToPage(answers, pathname, search, response)
  return true
}

/** A picture, or a file of a release that is not live any more: old tabs go on asking for theirs. Read once. */
async function serveStoredFile(
  answers: Answers,
  dataFolder: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await readStoredFile(dataFolder, pathname)
  if (answer) {
    answers.table.set(pathname, answer)
    sendAnswer(answer, request, response)
  } else {
    response.writeHead(404, { ...siteHeaders, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
    response.end('There is no such file.')
  }
}

/** /About/ is the page /about: one address for each page, so that caches and search engines see one. */
function redirectToPage(answers: Answers, pathname: string, search: string | undefined, response: ServerResponse): boolean {
  const path = canonicalPath(pathname)
  if (path === pathname || !answers.table.has(path) || isStoredFile(path)) return false
  response.writeHead(308, { ...siteHeaders, Location: search ? `${path}?${search}` : path, 'Cache-Control': 'no-cache' }).end()
  return true
}

function isForPages(method: string, url: string): boolean {
  return (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/')
}
