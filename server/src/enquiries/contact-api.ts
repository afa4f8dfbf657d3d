// POST /api/contact: JSON from the form's script, form encoding from a browser without it, which gets a page in return.
import { createHash, randomBytes } from 'node:crypto'
import { type Enquiry, enquirySchema } from '@site/shared/enquiry'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { isFrom } from '../cross-origin.ts'
import { ourFault, tellAway } from '../faults.ts'
import type { Settings } from '../settings.ts'
import { nameVisitor } from '../visitor.ts'
import { type EnquiryStore, KeyReusedError, StoreUnavailableError } from './enquiries.ts'
import { BodyError, largestForm, readForm, readJson, type TypedForm, tooLarge } from './enquiry-body.ts'
import { limitEnquiries } from './enquiry-limits.ts'
import { type FormPages, linkTo } from './form-pages.ts'

const address = '/api/contact'
const formType = 'application/x-www-form-urlencoded'

interface Options {
  /** Answers to a form; without them (development) the answer is plain text. */
  pages?: () => FormPages | undefined
  /** Milliseconds since 1970. */
  now?: () => number
}

/** Adds POST /api/contact. Every refusal is a status and a sentence, or for a form a page that says so and keeps what was typed. */
export function contactApi(
  app: FastifyInstance,
  { site, enquiryLimits, siteOrigins }: Pick<Settings, 'site' | 'enquiryLimits' | 'siteOrigins'>,
  enquiries: EnquiryStore,
  { pages = () => undefined, now = Date.now }: Options = {},
): void {
  const secret = randomBytes(32)
  const permit = limitEnquiries(enquiryLimits, now)
  const tell = tellAway(app.log, 'an enquiry could not be stored')
  const forms = new WeakMap<FastifyRequest, TypedForm>()

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
      readJson(body),
    )
    scope.addContentTypeParser(formType, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      const { typed, isFromProgram, enquiry, fault } = readForm(body)
      forms.set(request, { typed, isFromProgram })
      if (fault && !isFromProgram) throw fault
      return enquiry
    })
    scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const { status, sentence } = inSentence(error)
      if (error instanceof StoreUnavailableError) tell(error)
      else if (status >= 500) request.log.error(error, 'an enquiry could not be stored')
      if (status === 503) reply.header('Retry-After', 30)
      return refuse(request, reply, status, sentence)
    })
    scope.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: address,
      onRequest: async (_request, reply) => asText(reply.header('Allow', 'POST').code(405), 'Enquiries are sent here with POST.'),
      handler: () => undefined,
    })
    scope.post<{ Body: Enquiry }>(
      address,
      {
        schema: { body: enquirySchema() },
        bodyLimit: largestForm, // a route's limit beats that of a content type, so readJson has its own
        schemaErrorFormatter: inWords,
        onRequest: async (request) => {
          if (isForeign(request, site.url) && !isFrom(request.headers.origin, siteOrigins))
            throw new BodyError(403, 'Enquiries can only be sent from a page of this site.')
        },
        preValidation: async (request, reply) => {
          if (!forms.get(request)?.isFromProgram) return
          request.log.info('a program filled in the form: nothing stored')
          return accept(request, reply)
        },
      },
      receive,
    )
  })

  async function receive(request: FastifyRequest<{ Body: Enquiry }>, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = nameVisitor(request.ip, secret)
    const key = readKey(request) ?? (forms.has(request) ? nameForm(visitor, request.body, now()) : undefined)
    const permitted = permit(visitor)
    if ('retryAfter' in permitted) {
      reply.header('Retry-After', Math.ceil(permitted.retryAfter / 1000))
      const minutes = Math.ceil(permitted.retryAfter / 60_000)
      return refuse(
        request,
        reply,
        429,
        `Too many enquiries were sent from here. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or write to ${site.email}.`,
      )
    }
    try {
      const { id, repeated } = await enquiries.add(request.body, key)
      if (repeated) permitted.release()
      request.log.info({ enquiry: id }, repeated ? 'enquiry repeated' : 'enquiry stored')
      return accept(request, reply, id)
    } catch (error) {
      permitted.release()
      throw error
    }
  }

  function accept(request: FastifyRequest, reply: FastifyReply, id?: string): FastifyReply {
    reply.code(201)
    if (!isForm(request)) return reply.send({ id })
    const page = pages()
    if (!page) return asText(reply, 'Message Sent Successfully! Our team will reply within 24 hours.')
    return reply.headers(page.headers).send(leadBack(request, page.sent))
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, status: number, sentence: string): FastifyReply {
    reply.code(status)
    const page = isForm(request) ? pages() : undefined
    if (!page) return asText(reply, sentence)
    return reply.headers(page.headers).send(leadBack(request, page.refused(sentence, forms.get(request)?.typed ?? {})))
  }

  /** The answer to a form stands at the address of the API; its links lead to the site that the visitor came from. */
  function leadBack({ headers: { origin } }: FastifyRequest, html: string): string {
    if (!siteOrigins) return html
    return linkTo(html, isFrom(origin, siteOrigins) ? origin : site.url)
  }
}

const asText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text)

function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith(formType) ?? false
}

/**
 * Whether a page of another site sent this. Browsers say so: with Sec-Fetch-Site, or over plain HTTP with Origin. What says
 * neither is no browser, and has no visitor's cookies.
 */
function isForeign({ headers, host }: FastifyRequest, siteUrl: string): boolean {
  const fetchSite = headers['sec-fetch-site']
  if (fetchSite) return fetchSite !== 'same-origin' && fetchSite !== 'none'
  if (headers.origin === undefined) return false
  const origin = URL.parse(headers.origin)?.host
  return !origin || (origin !== host && origin !== URL.parse(siteUrl)?.host)
}

function readKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[!-~]{8,128}$/.test(key))
    throw new BodyError(400, 'An Idempotency-Key has 8 to 128 characters without spaces.')
  return key
}

/** A form has no key of its own: of the same visitor, the same content on the same day is one enquiry. */
function nameForm(visitor: string, enquiry: Enquiry, at: number): string {
  const day = Math.floor(at / 86_400_000)
  return `form-${createHash('sha256')
    .update(JSON.stringify([visitor, day, enquiry]))
    .digest('base64url')}`
}

/** The status and the sentence of an error: ours, Fastify's or the store's. */
function inSentence(error: Error & { statusCode?: number }): { status: number; sentence: string } {
  if (error instanceof KeyReusedError || error instanceof StoreUnavailableError)
    return { status: error.statusCode, sentence: error.message }
  const status = error.statusCode ?? 500
  if (status >= 500) return { status, sentence: ourFault }
  if (status === 413) return { status, sentence: tooLarge }
  if (status === 415) return { status, sentence: 'An enquiry is sent as JSON, or by the form of the contact page.' }
  return { status, sentence: error.message }
}

const labels: Record<string, string> = {
  name: 'Your name',
  company: 'Your company',
  email: 'Your email address',
  phone: 'Your phone number',
  hiringNeeds: 'Your choice of hiring needs',
  message: 'Your message',
}

/** What was wrong, for the person who filled in the form. */
function inWords([error]: FastifySchemaValidationError[]): Error {
  const { keyword = '', instancePath = '' } = error ?? {}
  const params: Record<string, unknown> = error?.params ?? {}
  const field = keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1)
  const label = labels[field]
  if (field === 'consent') return new Error('Please agree to the processing of your data, so that we may reply.')
  if (keyword === 'additionalProperties')
    return new Error(`The field '${String(params.additionalProperty).slice(0, 50)}' is not part of an enquiry.`)
  if (!label) return new Error('An enquiry is a JSON object with name, company, email and consent.')
  if (keyword === 'required' || keyword === 'minLength') return new Error(`${label} is missing.`)
  if (keyword === 'maxLength') return new Error(`${label} is too long: at most ${params.limit} characters.`)
  return new Error(`${label} is not valid. Please check it.`)
}
