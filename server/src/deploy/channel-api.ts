// Where channels are changed and read: /api/channels/…
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteDatabase } from '../database/site-database.ts'
import { readReleaseText } from '../publish/releases.ts'
import type { SharedParts } from '../store/shared-parts.ts'
import { readChanges, readChannel, readChannels, readHistory } from './activations.ts'
import type { Callers } from './callers.ts'
import {
  type DeployBody,
  deploySchema,
  inWords,
  type PreviewLinkBody,
  previewLinkSchema,
  RequestError,
  type RollbackBody,
  readBundleName,
  rollbackSchema,
} from './deploy-body.ts'
import { type Deploys, UnknownReleaseError } from './deploys.ts'
import { findKey, isSigned, SignatureError } from './signing.ts'
import { permit } from './tokens.ts'

/** Bytes of a deploy or a rollback. */
const largestOrder = 64 * 1024

export interface DeployParts {
  database: SiteDatabase
  deploys: Deploys
  parts?: SharedParts
  /** @param expiresAt milliseconds since 1970. */
  linkToPreview: (channel: string, expiresAt: number) => Promise<string>
}

interface Parts extends DeployParts {
  dataFolder: string
  callers: Callers
  parts: SharedParts
}

type Named = { Params: { channel: string } }
type HistoryRoute = Named & { Querystring: { limit?: string; bundle?: string } }

export function channelApi(
  scope: FastifyInstance,
  { dataFolder, database, deploys, linkToPreview, callers, parts }: Parts,
): void {
  const order = (body: object) => ({ schema: { body }, schemaErrorFormatter: inWords, bodyLimit: largestOrder })
  scope.post('/api/channels/:channel/deploys', order(deploySchema), deploy)
  scope.post('/api/channels/:channel/rollbacks', order(rollbackSchema), rollback)
  scope.post('/api/channels/:channel/preview-links', order(previewLinkSchema), makePreviewLink)
  scope.get('/api/channels', async () => ({ channels: await readChannels(database) }))
  scope.get<HistoryRoute>('/api/channels/:channel/history', async ({ params, query }) => {
    const [channel, limit, bundle] = [checkChannel(params.channel), readLimit(query.limit), readBundleName(query.bundle)]
    const history = bundle ? readChanges(database, channel, bundle, limit) : readHistory(database, channel, limit)
    return { history: await history }
  })

  async function deploy(request: FastifyRequest<Named & { Body: DeployBody }>, reply: FastifyReply) {
    const channel = checkChannel(request.params.channel)
    const token = callers.tokenOf(request)
    const { bundles, message = '' } = request.body
    for (const { bundle } of bundles) permit(token, channel === 'live' ? 'deploy' : ['deploy', 'preview'], bundle)
    const names = bundles.map(({ bundle }) => bundle)
    if (new Set(names).size < names.length) throw new RequestError(400, 'A bundle can be deployed once at a time, not twice.')
    for (const order of bundles) await checkSignature(channel, order)
    const activation = await deploys.deploy({
      channel,
      bundles: bundles.map(({ bundle, version, after }) => ({ bundle, version, ...(after !== undefined && { after }) })),
      actor: token.name,
      message,
    })
    request.log.info({ ...callers.describe(request, reply), revision: activation.revision }, 'deployed')
    return reply.code(201).send(activation)
  }

  async function checkSignature(channel: string, order: DeployBody['bundles'][number]): Promise<void> {
    const { bundle, version, signature, after } = order
    const publicKey = await findKey(database, bundle)
    if (!publicKey) return
    if (signature === undefined) throw new SignatureError(`Deploys of ${bundle} have to be signed, and this one is not.`)
    if (after === undefined)
      throw new RequestError(422, `A signed deploy of ${bundle} has to name the revision after which it comes ('after').`)
    await parts.pull(`releases/${bundle}/${version}`)
    const releaseText = await readReleaseText(dataFolder, bundle, version)
    if (releaseText === undefined) throw new UnknownReleaseError(`${bundle} ${version} is not stored here. Upload it first.`)
    if (!isSigned(publicKey, { bundle, version, releaseText, channel, after }, signature))
      throw new SignatureError(`The signature of ${bundle} ${version} is not that of its key for this deploy.`)
  }

  async function rollback(request: FastifyRequest<Named & { Body: RollbackBody }>, reply: FastifyReply) {
    const channel = checkChannel(request.params.channel)
    const token = callers.tokenOf(request)
    const { bundle, version, message = '' } = request.body
    permit(token, 'rollback', bundle)
    const activation = await deploys.rollback({ channel, bundle, ...(version && { version }), actor: token.name, message })
    request.log.info({ ...callers.describe(request, reply), revision: activation.revision }, 'rolled back')
    return reply.code(201).send(activation)
  }

  async function makePreviewLink(request: FastifyRequest<Named & { Body: PreviewLinkBody }>, reply: FastifyReply) {
    const channel = checkChannel(request.params.channel)
    const shown = channel === 'live' ? undefined : await readChannel(database, channel)
    if (!shown) throw new RequestError(404, `There is no preview '${channel}': 'site deploy … --channel ${channel}' makes one.`)
    permit(callers.tokenOf(request), ['deploy', 'preview'])
    const expiresAt = Date.now() + (request.body.days ?? 7) * 86_400_000
    return reply.code(201).send({ url: await linkToPreview(channel, expiresAt), expiresAt: new Date(expiresAt).toISOString() })
  }
}

/** @throws RequestError */
function checkChannel(channel: string): string {
  if (!/^(live|preview-[a-z0-9]+(-[a-z0-9]+)*)$/.test(channel) || channel.length > 60)
    throw new RequestError(400, "A channel is 'live' or 'preview-' and lower-case words with - between them.")
  return channel
}

/** @throws RequestError */
function readLimit(given: string | undefined): number {
  const limit = Number(given ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 500) throw new RequestError(400, 'The limit is a number from 1 to 500.')
  return limit
}
