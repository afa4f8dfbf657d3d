import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { endConnections } from './end-connections.ts'

const request = 'GET / HTTP/1.1\r\nHost: site\r\n\r\n'

interface Connection {
  socket: net.Socket
  /** Its end at the server. */
  accepted: net.Socket | undefined
}

async function startServer(): Promise<{ app: FastifyInstance; answer: () => void; connect: () => Promise<Connection> }> {
  const app = Fastify()
  endConnections(app)
  const asked = Promise.withResolvers<void>()
  app.get('/', () => asked.promise.then(() => 'Answered.'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const connect = async () => {
    const connected = once(app.server, 'connection')
    const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    const [accepted]: net.Socket[] = await connected
    return { socket, accepted }
  }
  return { app, answer: asked.resolve, connect }
}

test('a connection on which nothing was asked is not waited for', async () => {
  const { app, connect } = await startServer()
  const { socket } = await connect()
  const ended = once(socket, 'close')
  await app.close()
  await ended
})

test('a connection that is kept after its answer is not waited for', async () => {
  const { app, answer, connect } = await startServer()
  const { socket } = await connect()
  const ended = once(socket, 'close')
  answer()
  socket.write(request)
  await once(socket, 'data')
  await app.close()
  await ended
})

test('what was asked before is answered', async () => {
  const { app, answer, connect } = await startServer()
  const { socket } = await connect()
  const arrived = once(app.server, 'request')
  socket.write(request)
  await arrived
  const closed = app.close()
  const text = once(socket, 'data')
  await expect.poll(() => app.server.listening).toBe(false)
  answer()
  expect(String(await text)).toMatch(/^HTTP\/1.1 200 OK\r\n.*Answered\.$/s)
  await closed
})

test('a request that came in part before is answered too', async () => {
  const { app, answer, connect } = await startServer()
  const { socket, accepted } = await connect()
  const [first, last] = [request.slice(0, 10), request.slice(10)]
  answer()
  socket.write(first)
  await expect.poll(() => accepted?.bytesRead).toBe(first.length)
  const closed = app.close()
  await expect.poll(() => app.server.listening).toBe(false)
  socket.write(last)
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 /)
  await closed
})
