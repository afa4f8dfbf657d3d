// How a server ends: every request that was begun gets its answer, and nobody else is waited for.
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds between looks at what is still connected. */
const pace = 100

/**
 * Once the server closes, connections end as soon as no answer is due on them. Those on which nothing was ever asked too:
 * browsers open them ahead of need, Node counts them as busy, and would wait a minute for their first request.
 */
export function endConnections(app: FastifyInstance): void {
  const sockets = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const endIdle = () => {
    app.server.closeIdleConnections()
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
  let timer: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    timer = setInterval(endIdle, pace)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
