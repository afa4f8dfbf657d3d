// Speaks to the deploy API of a site server (deploy-api.ts).
import { setTimeout as wait } from 'node:timers/promises'
import type { Activation } from './activations.ts'
import { type Body, json, noSiteServer, readAnswer, ServerError, send, UnreachableError } from './client-http.ts'

export interface DeployClient {
  /** Offers a release. Returns the sha256 of the files to upload before it is offered again; none: it is stored. */
  offerRelease: (releaseText: string) => Promise<string[]>
  uploadFile: (sha256: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  /** All bundles in one activation. */
  deploy: (channel: string, order: ClientOrder) => Promise<Activation>
  rollback: (channel: string, order: { bundle: string; version?: string; message?: string }) => Promise<Activation>
  /** What every channel shows now. */
  channels: () => Promise<Activation[]>
  /** Newest first; only what changed the bundle; none when there is no such channel. At most `mostHistory`. */
  history: (channel: string, limit: number, bundle?: string) => Promise<Activation[]>
  /** Newest first. */
  releases: (bundle?: string) => Promise<ListedRelease[]>
  previewLink: (channel: string, days: number) => Promise<{ url: string; expiresAt: string }>
}

export interface ClientOrder {
  bundles: { bundle: string; version: string; signature?: string; after?: number }[]
  message?: string
}

export interface ListedRelease {
  bundle: string
  version: string
  storedAt: string
  channels: string[]
}

export interface ClientOptions {
  /** Without a slash at the end. */
  server: string
  token: string
  /** For tests. */
  pause?: (milliseconds: number) => Promise<unknown>
}

/** As many activations as the server gives at once. */
export const mostHistory = 500

/** Between tries, in milliseconds: long enough for a server to start again. */
const pauses = [250, 500, 1000, 2000, 4000]

/**
 * All methods throw ServerError or UnreachableError. What can be asked twice is asked again when the connection is cut.
 */
export function connect({ server, token, pause = wait }: ClientOptions): DeployClient {
  let hasAnswered = false

  const askOnce = async (method: string, path: string, body?: Body): Promise<unknown> => {
    const answer = await send(server, path, { method, token, ...body })
    hasAnswered = true
    return readAnswer(server, answer)
  }

  const isWorthAnotherTry = (error: unknown, tries: number) =>
    error instanceof UnreachableError && error.isPassing && hasAnswered && tries < pauses.length

  const ask = async (method: string, path: string, body?: Body): Promise<unknown> => {
    for (let tries = 0; ; tries++) {
      try {
        return await askOnce(method, path, body)
      } catch (error) {
        if (!isWorthAnotherTry(error, tries)) throw error
        await pause(pauses[tries] as number)
      }
    }
  }

  const history: DeployClient['history'] = async (channel, limit, bundle) => {
    const asked = new URLSearchParams({ limit: String(limit), ...(bundle && { bundle }) })
    try {
      const answer = await ask('GET', `/api/channels/${encodeURIComponent(channel)}/history?${asked}`)
      return listOf(server, answer, 'history').map((item) => activationOf(server, item))
    } catch (error) {
      if (error instanceof ServerError && error.status === 404) return []
      throw error
    }
  }

  const deploy: DeployClient['deploy'] = async (channel, order) => {
    for (let tries = 0; ; tries++) {
      try {
        return activationOf(server, await askOnce('POST', `/api/channels/${encodeURIComponent(channel)}/deploys`, json(order)))
      } catch (error) {
        const isCut = isWorthAnotherTry(error, tries)
        const isOwnConflict = tries > 0 && error instanceof ServerError && error.status === 409
        if (!isCut && !isOwnConflict) throw error
        if (isCut) await pause(pauses[tries] as number)
        // The server may have done it before the connection was cut.
        const [newest] = await history(channel, 1)
        if (newest && order.bundles.every(({ bundle, version }) => newest.releases[bundle] === version)) return newest
        if (isOwnConflict) throw error
      }
    }
  }

  return {
    offerRelease: async (releaseText) => {
      const answer = await ask('POST', '/api/releases', { type: 'application/json', content: releaseText })
      return listOf(server, answer, 'missing').map(String)
    },
    uploadFile: async (sha256, bytes) => {
      await ask('PUT', `/api/files/${sha256}`, { type: 'application/octet-stream', content: bytes })
    },
    deploy,
    // Not asked twice: without a version the second one would lead further back.
    rollback: async (channel, order) =>
      activationOf(server, await askOnce('POST', `/api/channels/${encodeURIComponent(channel)}/rollbacks`, json(order))),
    channels: async () => listOf(server, await ask('GET', '/api/channels'), 'channels').map((item) => activationOf(server, item)),
    history,
    releases: async (bundle) => {
      const answer = await ask('GET', `/api/releases${bundle ? `?bundle=${encodeURIComponent(bundle)}` : ''}`)
      return listOf(server, answer, 'releases') as ListedRelease[]
    },
    previewLink: async (channel, days) => {
      const answer = await ask('POST', `/api/channels/${encodeURIComponent(channel)}/preview-links`, json({ days }))
      const { url, expiresAt } = answer as { url?: unknown; expiresAt?: unknown }
      if (typeof url !== 'string' || typeof expiresAt !== 'string') throw noSiteServer(server, 'it answered something else')
      return { url, expiresAt }
    },
  }
}

function listOf(server: string, answer: unknown, key: string): unknown[] {
  const list = (answer as Record<string, unknown> | null)?.[key]
  if (!Array.isArray(list)) throw noSiteServer(server, `its answer has no ${key}`)
  return list
}

function activationOf(server: string, answer: unknown): Activation {
  const activation = answer as Partial<Activation> | null
  const words = [activation?.channel, activation?.composition, activation?.actor, activation?.message, activation?.at]
  const isActivation =
    words.every((word) => typeof word === 'string') &&
    typeof activation?.revision === 'number' &&
    typeof activation.releases === 'object' &&
    Array.isArray(activation.changed)
  if (!isActivation) throw noSiteServer(server, 'its answer is no activation')
  return activation as Activation
}
