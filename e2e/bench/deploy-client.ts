// What a pipeline says to the deploy API, with as little around it as a measurement wants.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { releaseVersion } from '@site/shared/build/release-version'
import type { Release } from '@site/shared/release'
import type { Activation } from 'server/deploy/activations'

/** A release in memory. */
export interface Built {
  release: Release
  /** By path. */
  contents: Map<string, Buffer>
}

export async function readBuilt(folder: string): Promise<Built> {
  const release: Release = JSON.parse(await fs.readFile(path.join(folder, 'release.json'), 'utf8'))
  const contents = release.files.map(async (file) => [file.path, await fs.readFile(path.join(folder, file.path))] as const)
  return { release, contents: new Map(await Promise.all(contents)) }
}

/**
 * The same release with other descriptions and prerender modules, as after an edit: a version of its own.
 * @param count of the pages that were edited, from the first; all when not given.
 */
export function variantOf({ release, contents }: Built, text: string, count = release.pages.length): Built {
  const changed = new Map(contents)
  const isEdited = (index: number) => index < count
  for (const { expose } of release.pages.filter((_, index) => isEdited(index))) {
    const module = `prerender/${expose}.mjs`
    changed.set(module, Buffer.concat([contents.get(module) ?? Buffer.alloc(0), Buffer.from(`\n// ${text}`)]))
  }
  const files = release.files.map((file) => {
    const bytes = changed.get(file.path) ?? Buffer.alloc(0)
    return { ...file, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }
  })
  const pages = release.pages.map((page, index) => (isEdited(index) ? { ...page, description: text } : page))
  const made = { ...release, pages, files }
  return { release: { ...made, version: releaseVersion(made) }, contents: changed }
}

export interface Client {
  /** Sends what the server lacks until the release is stored. @returns performance.now() after the last byte of a file. */
  upload: (built: Built) => Promise<number>
  deploy: (releases: Release[], channel?: string) => Promise<Activation>
  rollback: (bundle: string) => Promise<Activation>
}

/** @throws Error with the server's status and sentence, from every call. */
export function createClient(url: string, token: string): Client {
  const call = async (method: string, address: string, body: string | Buffer): Promise<Response> => {
    const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
    const response = await fetch(url + address, { method, headers, body: typeof body === 'string' ? body : new Uint8Array(body) })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    return response
  }
  const announce = async (release: Release): Promise<string[]> => {
    const response = await call('POST', '/api/releases', JSON.stringify(release))
    return ((await response.json()) as { missing: string[] }).missing
  }
  return {
    upload: async ({ release, contents }) => {
      for (const sha256 of await announce(release)) {
        const file = release.files.find((candidate) => candidate.sha256 === sha256)
        await call('PUT', `/api/files/${sha256}`, contents.get(file?.path ?? '') ?? Buffer.alloc(0))
      }
      const lastByteAt = performance.now()
      const missing = await announce(release)
      if (missing.length > 0) throw new Error(`The server still lacks ${missing.join(', ')}.`)
      return lastByteAt
    },
    deploy: async (releases, channel = 'live') => {
      const bundles = releases.map(({ bundle, version }) => ({ bundle, version }))
      return (await call('POST', `/api/channels/${channel}/deploys`, JSON.stringify({ bundles, message: 'bench' }))).json()
    },
    rollback: async (bundle) => (await call('POST', '/api/channels/live/rollbacks', JSON.stringify({ bundle }))).json(),
  }
}
