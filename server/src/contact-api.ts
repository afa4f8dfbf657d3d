// POST /api/contact: JSON from the form's script, form encoding from a browser without it.
import type { FastifyInstance, FastifySchemaValidationError } from 'fastify'
import { type Enquiry, type EnquiryStore, enquirySchema } from './enquiries.ts'

const maxBytes = 16_384

export function contactApi(app: FastifyInstance, enquiries: EnquiryStore): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxBytes },
    (_request, body, done) => {
      const fields = Object.fromEntries([...new URLSearchParams(String(body))].filter(([, value]) => value !== ''))
      done(null, { ...fields, consent: fields.consent === 'on' || fields.consent === 'true' })
    },
  )
  app.post<{ Body: Enquiry }>(
    '/api/contact',
    { schema: { body: enquirySchema }, bodyLimit: maxBytes, schemaErrorFormatter: inWords },
    (request, reply) => {
      const id = enquiries.add(request.body)
      request.log.info({ enquiry: id }, 'enquiry stored')
      const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
      if (isForm)
        return reply
          .code(201)
          .type('text/plain; charset=utf-8')
          .send('Message Sent Successfully! Our team will reply within 24 hours.')
      return reply.code(201).send({ id })
    },
  )
}

const labels: Record<string, string> = {
  name: 'Your name',
  company: 'Your company',
  email: 'Your email address',
  phone: 'Your phone number',
  hiringNeeds: 'Your hiring needs',
  message: 'Your message',
}

/** What was wrong, for the person who filled in the form. */
function inWords([error]: FastifySchemaValidationError[]): Error {
  const { keyword = '', instancePath = '' } = error ?? {}
  const params: Record<string, unknown> = error?.params ?? {}
  const field = keyword === 'required' ? String(params.missingProperty) : instancePath.slice(1)
  const label = labels[field]
  if (field === 'consent') return new Error('Please agree to the processing of your data, so that we may reply.')
  if (keyword === 'additionalProperties') return new Error(`The field '${params.additionalProperty}' is not part of an enquiry.`)
  if (!label) return new Error('An enquiry is a JSON object with name, company, email and consent.')
  if (keyword === 'required' || keyword === 'minLength') return new Error(`${label} is missing.`)
  if (keyword === 'maxLength') return new Error(`${label} is too long: at most ${params.limit} characters.`)
  return new Error(`${label} is not valid. Please check it.`)
}
