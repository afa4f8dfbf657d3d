// /voice-stand-in/…: a voice provider for development and tests. It answers as the real one does, and fails on request.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Fault, type FaultyAnswer, faults, findFault, invalidKey, refusal } from './faults.ts'

/** What was asked of the stand-in, as GET /voice-stand-in/record answers. */
export interface VoiceRecord {
  /** Web calls with a valid key, also those that went wrong. */
  calls: { id: string; fault: string | null; body: unknown }[]
  /** Of daily-js, each time that a browser asked for the call machine. */
  versions: string[]
  /** Addresses that do not exist, and actions that the call machine does not know. A test wants none. */
  unknown: string[]
}

/** A development server runs for weeks: only the newest entries are kept. */
const keptEntries = 500

/** Registers all addresses. Not for a server that the public can reach: anybody may choose how calls go wrong. */
export function voiceStandIn(app: FastifyInstance): void {
  void app.register(routes, { prefix: '/voice-stand-in' })
}

async function routes(app: FastifyInstance): Promise<void> {
  const script = readCallMachine()
  const hanging = new Set<ServerResponse>()
  let record: VoiceRecord = { calls: [], versions: [], unknown: [] }
  let next: { fault: Fault; times: number } | undefined
  /** Of the newest web call: its browser asks for the script up to three times. */
  let bundleFault: Fault | undefined
  let pace = 1

  const note = <Kind extends keyof VoiceRecord>(kind: Kind, entry: VoiceRecord[Kind][number]) => {
    const entries: VoiceRecord[Kind][number][] = record[kind]
    entries.push(entry)
    if (entries.length > keptEntries) entries.shift()
  }
  const takeFault = () => {
    const fault = next?.fault
    if (next && --next.times === 0) next = undefined
    return fault
  }
  const answerWith = (answer: FaultyAnswer | 'drop' | 'hang', reply: FastifyReply) => {
    if (answer !== 'drop' && answer !== 'hang')
      return reply.code(answer.status).type(`${answer.type}; charset=utf-8`).header('Cache-Control', 'no-store').send(answer.body)
    reply.hijack()
    if (answer === 'drop') return reply.raw.destroy()
    hanging.add(reply.raw)
    return reply.raw.once('close', () => hanging.delete(reply.raw))
  }
  const unknownAddress = (request: FastifyRequest, reply: FastifyReply) => {
    note('unknown', `${request.method} ${request.url}`)
    return sentence(reply, 404, 'The voice stand-in has nothing at this address.')
  }

  app.addHook('preClose', async () => {
    for (const response of hanging) response.destroy()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, parse(String(text))))

  app.post('/call/web', (request, reply) => {
    if (request.headers.authorization !== 'Bearer stand-in') return answerWith(invalidKey(), reply)
    const body = fieldsOf(request.body)
    if (!callables.some((field) => body[field]))
      return answerWith(refusal(400, 'Bad Request', [`One of these should be there: ${callables.join(', ')}.`]), reply)
    if (next?.fault.name === 'web-call-dropped' && isReused(request)) return answerWith('drop', reply)
    const id = randomUUID()
    const fault = takeFault()
    note('calls', { id, fault: fault?.name ?? null, body })
    bundleFault = fault?.where === 'bundle' ? fault : undefined
    if (fault?.where === 'http' && fault.answer) return answerWith(fault.answer, reply)
    const settings = new URLSearchParams({ pace: String(pace), ...(fault?.where === 'machine' && { fault: fault.name }) })
    return reply.code(201).send({
      id,
      type: 'webCall',
      status: 'queued',
      ...(fault?.name !== 'web-call-without-url' && { webCallUrl: `https://stand-in.daily.co/${id}?${settings}` }),
      assistant: { voice: { provider: 'stand-in' } },
      artifactPlan: { videoRecordingEnabled: false },
      transport: { provider: 'daily', assistantVideoEnabled: false },
    })
  })

  app.get<{ Params: { version: string } }>(
    '/c.daily.co/call-machine/versioned/:version/static/call-machine-object-bundle.js',
    (request, reply) => {
      note('versions', request.params.version)
      return answerWith(bundleFault?.answer ?? { status: 200, type: 'text/javascript', body: script }, reply)
    },
  )

  app.put('/fault', (request, reply) => {
    const { fault: name, times = 1 } = fieldsOf(request.body)
    const fault = findFault(String(name))
    if (!fault && name !== null)
      return sentence(reply, 400, `The fault should be null or one of: ${faults.map((known) => known.name).join(', ')}.`)
    if (!Number.isInteger(times) || Number(times) < 1) return sentence(reply, 400, 'times should be a whole number above 0.')
    next = fault && { fault, times: Number(times) }
    if (!fault) bundleFault = undefined
    return reply.code(204).send()
  })

  app.put('/pace', (request, reply) => {
    const { factor } = fieldsOf(request.body)
    if (typeof factor !== 'number' || factor < 0.1 || factor > 100)
      return sentence(reply, 400, 'factor should be a number from 0.1 to 100: 10 makes calls ten times as fast.')
    pace = factor
    return reply.code(204).send()
  })

  app.get('/record', () => record)
  app.delete('/record', (_request, reply) => {
    record = { calls: [], versions: [], unknown: [] }
    return reply.code(204).send()
  })
  app.post('/record', (request, reply) => {
    const { unknown } = fieldsOf(request.body)
    if (typeof unknown !== 'string') return sentence(reply, 400, 'unknown should be the action that is not known.')
    note('unknown', unknown)
    return reply.code(204).send()
  })

  app.all('/', unknownAddress)
  app.all('/*', unknownAddress)
}

/** What a web call may be for. */
const callables = ['assistant', 'assistantId', 'squad', 'squadId', 'workflow', 'workflowId']

/** The call machine's modules as one classic script: daily-js loads it by <script src>, which knows no imports. */
function readCallMachine(): string {
  const modules = ['sound.js', 'machine-faults.js', 'interview.js', 'call-machine.js'].map((file) =>
    fs
      .readFileSync(path.join(import.meta.dirname, file), 'utf8')
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${modules.join('\n')}})()\n`
}

/**
 * Whether the connection has carried an answer before. Browsers repeat a request by themselves when such a connection
 * breaks, so that only a break on a fresh one reaches the page.
 */
function isReused(request: FastifyRequest): boolean {
  return request.raw.socket.bytesWritten > 0
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** What is not JSON counts as nothing: the address says what it wants instead. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sentence(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}
