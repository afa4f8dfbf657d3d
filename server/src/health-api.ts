// For whoever watches over the server: is the process alive, and should visitors be sent to it.
import type { FastifyInstance } from 'fastify'
import type { EnquiryStore } from './enquiries/enquiries.ts'
import { alone, type SharedParts } from './store/shared-parts.ts'

/** GET /healthz is 200 while the process lives; GET /readyz is 503 with the reason while it can't serve all there is. */
export function healthApi(
  app: FastifyInstance,
  enquiries: Pick<EnquiryStore, 'isReady'>,
  channels: { live: () => unknown; isCurrent: () => boolean },
  parts: Pick<SharedParts, 'check'> = alone,
): void {
  app.get('/healthz', (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'))
  app.get('/readyz', async (_request, reply) => {
    reply.type('text/plain; charset=utf-8')
    if (!channels.live()) return reply.code(503).send('The site is starting.')
    if (!(await enquiries.isReady())) return reply.code(503).send('Enquiries can not be stored now.')
    const isStoreThere = await parts.check().then(
      () => true,
      () => false,
    )
    if (!isStoreThere) return reply.code(503).send('The store of releases does not answer: nothing can be deployed now.')
    if (!channels.isCurrent())
      return reply.code(503).send('What is live now can not be fetched: visitors get what was live before.')
    return reply.send('ready')
  })
}
