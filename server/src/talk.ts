// For tests: bytes to a server and its replies, as they are on the wire.
import net from 'node:net'

export interface Reply {
  status: number
  /** By names in lower case. */
  headers: Record<string, string>
  body: string
}

/**
 * Sends text as it is (latin1) on one connection, and reads until the server closes it.
 * @param heads whether replies have no body, as those to HEAD.
 */
export async function talk(port: number, text: string, { heads = false } = {}): Promise<Reply[]> {
  const received = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1').on('data', (data) => {
      received += data
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
  return parse(received, heads)
}

function parse(received: string, heads: boolean): Reply[] {
  const replies: Reply[] = []
  for (let rest = received; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.slice(0, end).split('\r\n')
    const status = /^HTTP\/1\.1 (\d{3}) \w/.exec(statusLine)?.[1]
    if (end < 0 || !status) throw new Error(`This is no reply: ${rest.slice(0, 200)}`)
    const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)])
    const headers: Reply['headers'] = {}
    for (const [name = '', value = ''] of pairs) {
      if (name in headers) throw new Error(`${name} stands twice in a reply.`)
      headers[name] = value
    }
    const length = heads || status === '304' ? 0 : Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + length) throw new Error(`A reply is ${rest.length - end - 4} bytes long instead of ${length}.`)
    replies.push({ status: Number(status), headers, body: rest.slice(end + 4, end + 4 + length) })
    rest = rest.slice(end + 4 + length)
  }
  return replies
}
