// Visitors who ask without pause while others deploy, and who look at every answer: does it belong wholly to one composition?
import { createHash } from 'node:crypto'
import http from 'node:http'
import zlib from 'node:zlib'
import type { Composition } from '@site/shared/composition'

export interface Load {
  requests: number
  /** Sentences: anything but a whole 200 of one composition. */
  faults: string[]
  /** Ids of the compositions that were seen. */
  compositions: Set<string>
  stop: () => Promise<void>
}

const paths = ['/', '/contact', '/pricing', '/demo']

/**
 * @param urls of servers; each visitor stays with one.
 * @param isDown an answer may fail now: its server is being killed.
 */
export function startLoad(urls: string[], visitors = 16, isDown: () => boolean = () => false): Load {
  const load: Load = { requests: 0, faults: [], compositions: new Set(), stop: async () => {} }
  const agent = new http.Agent({ keepAlive: true, maxSockets: visitors })
  /** Every body of a page in a composition is the same, byte for byte. */
  const bodies = new Map<string, string>()
  let isStopped = false

  const visit = async (visitor: number) => {
    for (let turn = visitor; !isStopped; turn++) {
      const path = paths[turn % paths.length] ?? '/'
      const before = isDown()
      try {
        const { status, etag, body } = await get(agent, `${urls[visitor % urls.length]}${path}`)
        load.requests++
        const fault = status === 200 ? faultOf(path, etag, body, bodies, load.compositions) : `${path}: ${status}`
        if (fault && !before && !isDown()) load.faults.push(fault)
      } catch (error) {
        if (!before && !isDown()) load.faults.push(`${path}: ${(error as Error).message}`)
        else await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }
  const visits = Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
  load.stop = async () => {
    isStopped = true
    await visits
    agent.destroy()
  }
  return load
}

/** What is wrong with a document, if anything. Also used to look at a site that has just been started again. */
export function faultOf(
  path: string,
  etag: string,
  body: Buffer,
  bodies: Map<string, string>,
  compositions: Set<string>,
): string | undefined {
  const hash = createHash('sha256').update(body).digest('base64url')
  if (etag !== `"${hash.slice(0, 22)}"`) return `${path}: the ETag is not that of the body`
  const html = zlib.brotliDecompressSync(body).toString()
  const data = /<script type="application\/json" id="composition">(.*?)<\/script>/s.exec(html)?.[1]
  if (!data) return `${path}: names no composition`
  const composition: Composition = JSON.parse(data)
  compositions.add(composition.id)
  const known = bodies.get(`${composition.id} ${path}`)
  bodies.set(`${composition.id} ${path}`, hash)
  if (known && known !== hash) return `${path}: two bodies in composition ${composition.id}`
  const version = composition.bundles.shell?.version
  if (!html.includes(`/releases/shell/${version}/`)) return `${path}: loads another shell than its composition names`
  const page = composition.pages.find((candidate) => candidate.path === path)
  if (page && !html.includes(`/releases/${page.remote}/${composition.bundles[page.remote]?.version}/`))
    return `${path}: loads another ${page.remote} than its composition names`
  return undefined
}

export function get(agent: http.Agent | undefined, url: string): Promise<{ status: number; etag: string; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers: { 'Accept-Encoding': 'br' }, timeout: 10_000 }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? '', body: Buffer.concat(chunks) }),
      )
    })
    request.on('timeout', () => request.destroy(new Error('no answer in 10 s')))
    request.on('error', reject)
  })
}
