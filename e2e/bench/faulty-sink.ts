// A mail server that refuses, drops connections before and after it accepted, and stalls.
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** Counts what it accepted by the enquiry's id in the Message-ID, also when the sender never heard of it. */
export async function startFaultySink() {
  const accepted = new Map<string, number>()
  const faults = { 'refused with 451': 0, 'dropped before': 0, 'dropped after acceptance': 0, stalled: 0 }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      // Nothing comes of a mail whose sender was killed while sending.
      const chunks: Buffer[] | undefined = await stream.toArray().catch(() => undefined)
      if (!chunks) return
      const id = /^Message-ID: <(.+)@/im.exec(String(Buffer.concat(chunks)))?.[1] ?? 'no Message-ID'
      const accept = () => accepted.set(id, (accepted.get(id) ?? 0) + 1)
      const drop = () => {
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
      }
      const chance = Math.random()
      if (chance < 0.15) {
        faults['refused with 451']++
        done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      } else if (chance < 0.25) {
        faults['dropped before']++
        drop()
      } else if (chance < 0.35) {
        faults['dropped after acceptance']++
        accept()
        drop()
      } else if (chance < 0.38) {
        faults.stalled++
      } else {
        accept()
        done()
      }
    },
  })
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, accepted, faults, close }
}
