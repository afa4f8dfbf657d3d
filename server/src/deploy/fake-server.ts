// For tests: a server that follows the deploy API's contract, in memory, and misbehaves when it is told to.
import { createHash } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Activation } from './activations.ts'

/** What happens to a request instead of the answer it would get; nothing: it gets it. */
export type Fault = 'cut' | 'cut after' | { status: number; text: string; type?: string; location?: string }

export interface FakeServer extends AsyncDisposable {
  url: string
  /** Of every request: 'PUT /api/files/…'. */
  asked: string[]
  /** The bodies of deploys and rollbacks. */
  orders: Record<string, unknown>[]
  /** Oldest first. */
  history: Activation[]
  files: Map<string, Buffer>
  misbehave: (fault: (request: string) => Fault | undefined) => void
}

export const validToken = 'team_secret'

/** An activation of the channel 'live'. */
export function tinyActivation(revision: number, given: Partial<Activation> = {}): Activation {
  return {
    channel: 'live',
    revision,
    composition: `c0${revision}`,
    releases: {},
    action: 'deploy',
    changed: [],
    actor: 'contact CI',
    message: '',
    at: '2026-11-21T12:48:00.000Z',
    ...given,
  }
}

export async function startFakeServer(): Promise<FakeServer> {
  let fault: (request: string) => Fault | undefined = () => undefined
  const [asked, orders, history, files] = [[], [], [], new Map()] as unknown as [
    string[],
    Record<string, unknown>[],
    Activation[],
    Map<string, Buffer>,
  ]
  const stored = new Set<string>()

  const appendFor = (channel: string, action: Activation['action'], releases: Record<string, string>, message: unknown) => {
    const earlier = history.filter((activation) => activation.channel === channel)
    const activation = tinyActivation(earlier.length + 1, {
      channel,
      action,
      releases: { ...earlier.at(-1)?.releases, ...releases },
      changed: Object.keys(releases),
      message: String(message ?? ''),
    })
    history.push(activation)
    return activation
  }

  const routes: [
    RegExp,
    (match: string[], body: Buffer) => { status: number; json: unknown } | { status: number; text: string },
  ][] = [
    [
      /^POST \/api\/releases$/,
      (_match, body) => {
        const release = JSON.parse(String(body))
        const hashes: string[] = release.files.map((file: { sha256: string }) => file.sha256)
        const missing = [...new Set(hashes)].filter((sha256) => !files.has(sha256))
        if (missing.length > 0) return { status: 200, json: { missing } }
        stored.add(`${release.bundle} ${release.version}`)
        return { status: 201, json: { missing } }
      },
    ],
    [
      /^PUT \/api\/files\/(\w+)$/,
      ([, sha256 = ''], body) => {
        if (createHash('sha256').update(body).digest('hex') !== sha256)
          return { status: 422, text: 'The bytes have another hash.' }
        files.set(sha256, body)
        return { status: 201, json: {} }
      },
    ],
    [
      /^POST \/api\/channels\/([\w-]+)\/deploys$/,
      ([, channel = ''], body) => {
        const order = JSON.parse(String(body)) as {
          bundles: { bundle: string; version: string; after: number }[]
          message?: string
        }
        orders.push(order as unknown as Record<string, unknown>)
        for (const { bundle, version, after } of order.bundles) {
          if (!stored.has(`${bundle} ${version}`)) return { status: 404, text: `${bundle} ${version} is not stored.` }
          const changed = history.findLast((item) => item.channel === channel && item.changed.includes(bundle))
          if ((changed?.revision ?? 0) !== after) return { status: 409, text: `${changed?.actor} changed ${bundle} meanwhile.` }
        }
        const releases = Object.fromEntries(order.bundles.map(({ bundle, version }) => [bundle, version]))
        return { status: 201, json: appendFor(channel, 'deploy', releases, order.message) }
      },
    ],
    [
      /^POST \/api\/channels\/([\w-]+)\/rollbacks$/,
      ([, channel = ''], body) => {
        const order = JSON.parse(String(body))
        orders.push(order)
        const earlier = history.filter((item) => item.channel === channel)
        const version = order.version ?? earlier.at(-2)?.releases[order.bundle]
        if (!version) return { status: 404, text: `There is no earlier release of ${order.bundle}.` }
        return { status: 201, json: appendFor(channel, 'rollback', { [order.bundle]: version }, order.message) }
      },
    ],
    [
      /^GET \/api\/channels$/,
      () => ({
        status: 200,
        json: { channels: history.filter((item) => history.findLast(({ channel }) => channel === item.channel) === item) },
      }),
    ],
    [
      /^GET \/api\/channels\/([\w-]+)\/history\?limit=(\d+)(?:&bundle=([\w-]+))?$/,
      ([, channel, limit, bundle]) => ({
        status: 200,
        json: {
          history: history
            .filter((item) => item.channel === channel && (!bundle || item.changed.includes(bundle)))
            .reverse()
            .slice(0, Number(limit)),
        },
      }),
    ],
    [
      /^GET \/api\/releases(?:\?bundle=(\w+))?$/,
      ([, bundle]) => ({
        status: 200,
        json: {
          releases: [...stored]
            .map((release) => release.split(' '))
            .filter(([name]) => !bundle || name === bundle)
            .map(([name, version]) => ({ bundle: name, version, storedAt: '2026-11-21T12:48:00.000Z', channels: ['live'] })),
        },
      }),
    ],
    [
      /^POST \/api\/channels\/(preview-[\w-]+)\/preview-links$/,
      ([, channel], body) => ({
        status: 201,
        json: {
          url: `https://site.example/?preview=${channel}`,
          expiresAt: `2026-12-0${JSON.parse(String(body)).days}T00:00:00.000Z`,
        },
      }),
    ],
  ]

  const answer = (request: string, token: string | undefined, body: Buffer) => {
    if (token !== `Bearer ${validToken}`) return { status: 401, text: 'This token is not valid.' }
    for (const [pattern, route] of routes) {
      const match = pattern.exec(request)
      if (match) return route(match, body)
    }
    return { status: 404, text: 'There is nothing here.' }
  }

  const server = http.createServer((request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push(line)
    const given = fault(line)
    if (given === 'cut') {
      // In the middle of the body where there is one.
      request.once('data', () => request.socket.destroy())
      request.once('end', () => request.socket.destroy())
      request.resume()
      return
    }
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part) => parts.push(part))
    request.on('end', () => {
      if (typeof given === 'object') {
        const { status, text, type = 'text/plain; charset=utf-8', location } = given
        response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(text)
        return
      }
      const result = answer(line, request.headers.authorization, Buffer.concat(parts))
      if (given === 'cut after') request.socket.destroy()
      else if ('text' in result)
        response.writeHead(result.status, { 'content-type': 'text/plain; charset=utf-8' }).end(result.text)
      else response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.json))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    orders,
    history,
    files,
    misbehave: (given) => {
      fault = given
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** For `misbehave`: the first so many requests that match fail, then all is well. */
export function times(count: number, pattern: RegExp, fault: Fault): (request: string) => Fault | undefined {
  let left = count
  return (request) => {
    if (left === 0 || !pattern.test(request)) return undefined
    left--
    return fault
  }
}
