// POST /api/voice/call/web: makes demo calls in the visitor's place, so that the key stays here and calls can be counted.
import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isFrom } from '../cross-origin.ts'
import { ourFault } from '../faults.ts'
import type { VoiceProxy } from '../settings/voice-settings.ts'
import { nameVisitor } from '../visitor.ts'
import { explainRefusal, limitCalls } from './call-limits.ts'

/** What the SDK reads of the provider's answer. */
interface WebCall {
  id?: string
  webCallUrl: string
  artifactPlan?: { videoRecordingEnabled?: boolean }
  assistant?: { voice?: { provider?: string } }
  transport?: { callToken?: string }
}

interface Options {
  /** Of static exports, whose pages may start calls too. */
  siteOrigins?: string[] | undefined
  /** For tests: the clock, and how many milliseconds the provider may take. */
  now?: () => number
  patience?: number
}

/**
 * Adds POST /api/voice/call/web, when calls go through this server. Of what the browser sends nothing is passed on but the
 * origin, which the provider compares with the key's `allowedOrigins`.
 */
export function voiceApi(
  app: FastifyInstance,
  proxy: VoiceProxy | undefined,
  { siteOrigins, now = Date.now, patience = 10_000 }: Options = {},
): void {
  if (!proxy) return
  const secret = randomBytes(32)
  const requestCall = limitCalls(proxy, now)
  app.post(
    '/api/voice/call/web',
    {
      bodyLimit: 16_384,
      onRequest: (request, reply, done) => {
        if (isSameOrigin(request) || isFrom(request.headers.origin, siteOrigins)) done()
        else refuse(reply, 403, 'Demo calls can only be started from a page of this site.')
      },
      errorHandler: (error, request, reply) => {
        const status = error.statusCode ?? 500
        if (status >= 500) request.log.error(error)
        return refuse(reply, status, status >= 500 ? ourFault : error.message)
      },
    },
    async (request, reply) => {
      const granted = requestCall(nameVisitor(request.ip, secret))
      if ('limit' in granted) {
        reply.header('Retry-After', Math.ceil(granted.retryAfter / 1000))
        return refuse(reply, 429, explainRefusal(granted, proxy))
      }
      const answer = await makeCall(proxy, request.headers.origin, patience)
      if ('call' in answer) {
        request.log.info({ call: answer.call.id, callsLeftToday: granted.callsLeftToday }, 'demo call made')
        return reply.code(answer.status).send(answer.call)
      }
      granted.release()
      const reason = answer.reason.replaceAll(proxy.key, '[key]').slice(0, 500)
      request.log.error({ status: answer.status, reason }, 'the voice provider made no call')
      return refuse(reply, answer.status, explainFailure(answer.status))
    },
  )
}

/** Browsers send Sec-Fetch-Site since 2023, but not over plain HTTP; then the origin has to be ours. */
function isSameOrigin({ headers, host }: FastifyRequest): boolean {
  if (headers['sec-fetch-site']) return headers['sec-fetch-site'] === 'same-origin'
  return URL.parse(headers.origin ?? '')?.host === host
}

/** In the form of the provider's own errors, in which the SDK hands them on. */
function refuse(reply: FastifyReply, statusCode: number, message: string): FastifyReply {
  return reply.code(statusCode).send({ message, error: STATUS_CODES[statusCode] ?? 'Error', statusCode })
}

/** The reason is for the log: it may tell more than visitors should know. */
type Answer = { status: number; call: WebCall } | { status: number; reason: string }

async function makeCall(proxy: VoiceProxy, origin: string | undefined, patience: number): Promise<Answer> {
  try {
    const response = await fetch(`${proxy.apiUrl}/call/web`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${proxy.key}`,
        ...(origin && { Origin: origin }),
      },
      body: JSON.stringify({ assistantId: proxy.assistantId }),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    const text = await response.text()
    if (!response.ok) return { status: response.status, reason: text }
    return { status: response.status, call: readCall(JSON.parse(text)) }
  } catch (error) {
    const { message, cause } = error as Error
    return {
      status: 502,
      reason: cause instanceof Error ? `${message}: ${cause.message || Reflect.get(cause, 'code')}` : message,
    }
  }
}

/** Copies the fields that the SDK reads; the rest, such as the assistant's prompt, is not for browsers. */
function readCall(given: WebCall): WebCall {
  const { id, webCallUrl, artifactPlan, assistant, transport } = given
  if (typeof webCallUrl !== 'string') throw new Error('The answer has no webCallUrl.')
  const provider = assistant?.voice?.provider
  const videoRecordingEnabled = artifactPlan?.videoRecordingEnabled
  const callToken = transport?.callToken
  return {
    id,
    webCallUrl,
    ...(videoRecordingEnabled !== undefined && { artifactPlan: { videoRecordingEnabled } }),
    ...(provider !== undefined && { assistant: { voice: { provider } } }),
    ...(callToken !== undefined && { transport: { callToken } }),
  }
}

/** What a visitor reads, who can't do anything about a key that is refused. */
function explainFailure(status: number): string {
  if (status === 429) return 'The demo line is busy. Please try again in a minute.'
  if (status >= 500) return 'The voice service did not answer as it should. Please try again in a minute, or book a consultation.'
  return 'The voice demo is not available at the moment. Book a consultation and we will let you hear it.'
}
