// For tests: the deploy API with tokens, keys and releases, on a data folder of its own.
import { createHash, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { releaseVersion } from '@site/shared/build/release-version'
import type { Release } from '@site/shared/release'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { createApi } from '../app.ts'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { temporaryFolder, tinyPage, tinyRelease } from '../publish/tiny-release.ts'
import { readSettings } from '../settings.ts'
import { readHistory } from './activations.ts'
import { createDeploys } from './deploys.ts'
import { registerKey, signOrder } from './signing.ts'
import { createToken, revokeToken } from './tokens.ts'

export type Contents = Record<string, string>

export const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')

/** A release as a build writes it: files and version follow from the contents. */
export function makeRelease(given: Partial<Release>, contents: Contents): Release {
  const files = Object.entries(contents).map(([file, text]) => ({
    path: file,
    sha256: sha256(text),
    size: Buffer.byteLength(text),
  }))
  const release = tinyRelease(given.bundle ?? 'contact', { files, ...given })
  return { ...release, version: given.version ?? releaseVersion(release) }
}

export const contactFiles: Contents = {
  'browser/contact.js': 'start()',
  'browser/contact.css': 'a{}',
  'prerender/contact.mjs': 'export default 1',
}
export const page = tinyPage('contact', { scripts: ['contact.js'], styles: [{ file: 'contact.css', chunk: '541' }] })
export const contact = (given: Partial<Release> = {}, contents = contactFiles) =>
  makeRelease({ bundle: 'contact', entry: 'contact.js', pages: [page], shared: { react: '^19.3.1' }, ...given }, contents)
export const shellFiles: Contents = { 'browser/shell.js': '1', 'browser/icon.svg': '<svg/>', 'prerender/shell.mjs': '' }
export const shell = (given: Partial<Release> = {}, contents = shellFiles) =>
  makeRelease({ bundle: 'shell', icon: 'icon.svg', shared: { react: '19.3.1' }, ...given }, contents)
export const file = (given: object) => [{ ...contact().files[0], ...given }] as Release['files']
export const paged = (given: object) => contact({ pages: [{ ...page, ...given }] })
export const textOf = (release: object) => `${JSON.stringify(release, null, 2)}\n`

const makeKeys = () =>
  generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const keys = makeKeys()
export const otherKeys = makeKeys()

const folder = await temporaryFolder()
export const dataFolder = path.join(folder.path, 'data')
export const first = contact()
/** Stored, not deployed. */
export const second = contact({}, { ...contactFiles, 'browser/contact.js': 'start(5)' })
export const signed = contact({ bundle: 'demo' })
export const signedEarlier = contact({ bundle: 'demo', fonts: [], shared: {} })
export const secrets: Record<string, string> = {}
export let database: SiteDatabase
export let api: FastifyInstance
let log = ''
export const takeLog = () => {
  const taken = log
  log = ''
  return taken
}

/** Opens the API with a release of contact live (revision 1) and signed ones of demo (revisions 2 and 3). */
export async function openSite(): Promise<void> {
  database = await openDatabase({ dataFolder })
  api = start()
  const threeDaysAgo = Date.now() - 3 * 86_400_000
  const wanted = { name: 'contact ci', bundles: ['contact'], actions: ['deploy'], days: 1 }
  const tokens = {
    all: { ...wanted, name: 'all', bundles: ['*'], actions: ['deploy', 'rollback', 'preview'] },
    contact: wanted,
    rollback: { ...wanted, name: 'on call', bundles: ['*'], actions: ['rollback'] },
    preview: { ...wanted, name: 'pull requests', actions: ['preview'] },
    expired: wanted,
    revoked: wanted,
  }
  for (const [key, one] of Object.entries(tokens)) {
    const { token, secret } = await createToken(database, one, key === 'expired' ? threeDaysAgo : undefined)
    secrets[key] = secret
    if (key === 'revoked') await revokeToken(database, token.id)
  }
  await registerKey(database, 'demo', keys.publicKey)
  for (const release of [first, signedEarlier, signed]) await store(release, contactFiles)
  await store(second, { 'browser/contact.js': 'start(5)' })
  for (const one of [orderOf(first), recorded(), sign({ after: 2 })]) await succeed(order({ bundles: [one] }))
}

export async function closeSite(): Promise<void> {
  await api.close()
  await database.query.destroy()
  await folder.remove()
}

export function start(env: NodeJS.ProcessEnv = {}): FastifyInstance {
  const settings = readSettings({ NODE_ENV: 'production', SITE_DATA: dataFolder, ...env })
  const enquiries = { add: () => Promise.reject(new Error('none')), isReady: async () => true, close: async () => {} }
  const target = { write: (line: string) => (log += line) }
  // Whether releases make a site is proven elsewhere: here they always do.
  const publisher = { publish: async (releases: object) => sha256(JSON.stringify(releases)).slice(0, 12) }
  return createApi(settings, enquiries, target, undefined, {
    database,
    deploys: createDeploys({ dataFolder, database, publisher }),
    linkToPreview: async (channel, expiresAt) => `https://site.example/?preview=${channel}.${expiresAt}`,
  })
}

export const as = (name: string) => ({ authorization: `Bearer ${secrets[name]}` })
export const json = { 'content-type': 'application/json' }
export const bytes = { 'content-type': 'application/octet-stream' }

export const orderOf = ({ bundle, version }: Release) => ({ bundle, version })
/** A signed order for the demo; what is signed may differ from what is sent. */
export const sign = (given: object = {}, sent: object = {}, privateKey = keys.privateKey) => {
  const order = { ...orderOf(signed), channel: 'live', after: 0, releaseText: textOf(signed), ...given }
  return { ...orderOf(signed), after: order.after, signature: signOrder(privateKey, order), ...sent }
}

/** The order of the demo's first deploy, as somebody may have recorded it. */
export const recorded = () =>
  sign({ ...orderOf(signedEarlier), releaseText: textOf(signedEarlier) }, { version: signedEarlier.version })

export const describe = (release: unknown, given: InjectOptions = {}): InjectOptions => ({
  method: 'POST',
  url: '/api/releases',
  headers: { ...json, ...as('all') },
  payload: typeof release === 'string' || Buffer.isBuffer(release) ? release : textOf(release as object),
  ...given,
})
export const put = (content: string | Buffer, given: InjectOptions = {}): InjectOptions => ({
  method: 'PUT',
  url: `/api/files/${sha256(content)}`,
  headers: { ...bytes, ...as('all') },
  payload: content,
  ...given,
})
export const order = (body: unknown, channel = 'live', token = 'all', what = 'deploys'): InjectOptions => ({
  method: 'POST',
  url: `/api/channels/${channel}/${what}`,
  headers: { ...json, ...as(token) },
  payload: typeof body === 'string' ? body : JSON.stringify(body),
})
export const deploy = (body: unknown, channel?: string) => api.inject(order(body, channel))
export const rollback = (body: unknown, channel = 'live', token = 'all') => order(body, channel, token, 'rollbacks')
export const live = (given: object = {}) => ({ bundles: [{ ...orderOf(first), ...given }] })

async function succeed(request: InjectOptions): Promise<void> {
  const { statusCode, body } = await api.inject(request)
  if (statusCode >= 300) throw new Error(body)
}

/** Sends the files, then the release. */
export async function store(release: Release, contents: Contents): Promise<void> {
  for (const text of Object.values(contents)) await succeed(put(text))
  await succeed(describe(release))
}

/** Everything in the data folder but the database, and what the channels show. */
export async function everything(): Promise<unknown> {
  const entries = await fs.readdir(dataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('site.sqlite'))
  const texts = files.map(async (entry) => {
    const place = path.join(entry.parentPath, entry.name)
    return [place, sha256(await fs.readFile(place))]
  })
  return [(await Promise.all(texts)).sort(), await readHistory(database)]
}
