// Where files and releases are sent: PUT /api/files/<sha256>, POST and GET /api/releases.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import { inMegabytes, keepFile, LargeFileError } from '../publish/file-store.ts'
import { RefusedError } from '../publish/refused.ts'
import { checkRelease, largestFile } from '../publish/release-check.ts'
import { compareSizes, findMissing, isStored, listReleases, type ReleaseOnDisk, storeRelease } from '../publish/releases.ts'
import type { SharedParts } from '../store/shared-parts.ts'
import { readChannels } from './activations.ts'
import type { Callers } from './callers.ts'
import { RequestError, readBundleName, readJson } from './deploy-body.ts'
import { permit } from './tokens.ts'
import type { Quota } from './uploads.ts'

/** Bytes of a release.json; that of the largest bundle has 12 kB. */
const largestDescription = 1024 * 1024

interface Parts {
  dataFolder: string
  database: SiteDatabase
  quota: Quota
  callers: Callers
  parts: SharedParts
}

type Description = { Body?: ReturnType<typeof readJson> }
type Upload = { Params: { sha256: string }; Body?: Readable }

export function releaseApi(scope: FastifyInstance, { dataFolder, database, quota, callers, parts }: Parts): void {
  const onRequest = async (request: FastifyRequest) => permit(callers.tokenOf(request), ['deploy', 'preview'])

  void scope.register(async (part) => {
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      readJson(body),
    )
    part.post<Description>('/api/releases', { bodyLimit: largestDescription, onRequest }, describe)
  })
  void scope.register(async (part) => {
    part.removeAllContentTypeParsers()
    part.addContentTypeParser('application/octet-stream', async (_request: FastifyRequest, body: Readable) => body)
    part.put<Upload>('/api/files/:sha256', { bodyLimit: largestFile, onRequest }, upload)
  })
  scope.get<{ Querystring: { bundle?: string } }>('/api/releases', ({ query }) => list(readBundleName(query.bundle)))

  async function describe(request: FastifyRequest<Description>, reply: FastifyReply) {
    if (!request.body) throw new RequestError(400, 'The body should be the text of a release.json.')
    const { text, value } = request.body
    const checked = checkRelease(value)
    if ('reasons' in checked) throw new RefusedError('This release is not valid:', checked.reasons)
    const { release } = checked
    permit(callers.tokenOf(request), ['deploy', 'preview'], release.bundle)
    const part = `releases/${release.bundle}/${release.version}`
    await parts.pull(part)
    if (await isStored(dataFolder, release)) {
      // It may be here alone since the store was away.
      await parts.push(part)
      return { missing: [] }
    }
    const wrongSizes = await compareSizes(dataFolder, release)
    if (wrongSizes.length > 0) throw new RefusedError('This release is not valid:', wrongSizes)
    // Another server may have got it.
    for (const sha256 of await findMissing(dataFolder, release)) await parts.pullFile(sha256)
    const missing = await findMissing(dataFolder, release)
    const sizes = new Map(release.files.map(({ sha256, size }) => [sha256, size]))
    await quota.check(missing.reduce((sum, sha256) => sum + (sizes.get(sha256) ?? 0), 0))
    if (missing.length > 0) return { missing }
    const isNew = await storeRelease(dataFolder, release, text)
    await parts.push(part)
    const { bundle, version } = release
    if (isNew) request.log.info({ ...callers.describe(request, reply), bundle, version }, 'release stored')
    return reply.code(isNew ? 201 : 200).send({ missing: [] })
  }

  async function upload(request: FastifyRequest<Upload>, reply: FastifyReply) {
    const { sha256 } = request.params
    if (!/^[a-f0-9]{64}$/.test(sha256))
      throw new RequestError(400, 'A file is named by its SHA-256: 64 hexadecimal digits, in lower case.')
    if (!request.body) throw new RequestError(400, 'The body should be the bytes of the file.')
    const announced = Number(request.headers['content-length'] ?? largestFile)
    if (announced > largestFile)
      throw new LargeFileError(`A file has at most ${inMegabytes(largestFile)} MB; this one has ${inMegabytes(announced)}.`)
    await quota.take(announced)
    const isNew = await keepFile(dataFolder, sha256, request.body, largestFile)
    await parts.pushFile(sha256)
    return reply.code(isNew ? 201 : 200).send()
  }

  async function list(bundle: string | undefined) {
    const [releases, channels] = await Promise.all([listAll(bundle), readChannels(database)])
    const isOn = (name: string, version: string) => channels.filter((channel) => channel.releases[name] === version)
    return {
      releases: releases.map((release) => ({
        ...release,
        channels: isOn(release.bundle, release.version).map(({ channel }) => channel),
      })),
    }
  }

  /** Newest first; those of all servers where they share a store. */
  async function listAll(bundle: string | undefined): Promise<ReleaseOnDisk[]> {
    const shared = await parts.list('releases')
    if (!shared) return listReleases(dataFolder, bundle)
    const releases = shared.map(({ part, storedAt }) => {
      const [, name = '', version = ''] = part.split('/')
      return { bundle: name, version, storedAt }
    })
    const asked = releases.filter((release) => bundle === undefined || release.bundle === bundle)
    return asked.sort((a, b) => (a.storedAt > b.storedAt ? -1 : 1))
  }
}
