// Pages of other origins that may use the API: static exports (SITE_ORIGINS). CORS for exactly these origins, on exactly
// the addresses that pages send to.
import type { FastifyInstance } from 'fastify'

/** The headers that the scripts of pages send to each address. */
const sentHeaders: Record<string, string> = {
  '/api/contact': 'Content-Type, Idempotency-Key',
  '/api/failures': 'Content-Type',
  '/api/voice/call/web': 'Authorization, Content-Type',
}

/** For how many seconds browsers remember what they may send: as long as Chromium does at most. */
const maxAge = 7200

/** Answers preflights, and lets pages of these origins read what the API answers. Without origins nothing changes. */
export function allowOrigins(app: FastifyInstance, origins: string[] = []): void {
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const headers = sentHeaders[request.url.split('?')[0] ?? '']
    if (!headers) return
    reply.header('Vary', 'Origin')
    if (!isFrom(request.headers.origin, origins)) return
    reply.header('Access-Control-Allow-Origin', request.headers.origin)
    // The specification of the form says that its requests carry cookies, and a beacon always does. There are none.
    reply.header('Access-Control-Allow-Credentials', 'true')
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] !== 'POST') return
    reply.header('Access-Control-Allow-Methods', 'POST')
    reply.header('Access-Control-Allow-Headers', headers)
    reply.header('Access-Control-Max-Age', maxAge)
    return reply.code(204).send()
  })
}

/** Whether a request was sent by a page of one of these origins. */
export function isFrom(origin: string | undefined, origins: string[] = []): origin is string {
  return origin !== undefined && origins.includes(origin)
}
