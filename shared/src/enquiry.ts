// What the contact form sends and the server accepts: specification, sections 3 and 5. One schema for both.

/** The payload of POST /api/contact. */
export interface Enquiry {
  name: string
  company: string
  email: string
  phone?: string
  /** The value of one of `hiringNeeds`, or '' for none. */
  hiringNeeds?: string
  message?: string
  consent: true
}

export const hiringNeeds = [
  { value: 'tech', label: 'Technology Roles' },
  { value: 'sales', label: 'Sales & Marketing' },
  { value: 'finance', label: 'Finance & Accounting' },
  { value: 'operations', label: 'Operations' },
  { value: 'healthcare', label: 'Healthcare' },
  { value: 'other', label: 'Other' },
]

export const requiredFields = ['name', 'company', 'email', 'consent']

/** Of a text, in characters. */
export const longest = { name: 200, company: 200, email: 254, phone: 50, message: 5000 }

/** Of the payload as JSON, in bytes. */
export const largestEnquiry = 16_384

/**
 * A field that people never see and never fill in: what fills it in is a program. It stands in the form, so that a browser
 * without scripts sends it too, and is no part of the payload.
 */
export const honeypot = 'subject'

// Control characters, half a surrogate pair, line separators, and marks that turn the direction of what follows.
const unwanted = '\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const line = `^[^${unwanted}]*$`
const filledIn = `^[^${unwanted}]*[^\\s${unwanted}][^${unwanted}]*$`
const lines = '^(?:[^\\p{Cc}\\p{Cs}]|[\\t\\n\\r])*$'
const mailbox = `[^\\s@.,:;"<>()[\\]\\\\${unwanted}]+`
const domainLabel = '(?!-)[\\p{L}\\p{N}\\p{M}\\-]+(?<!-)'
const address = `^${mailbox}(?:\\.${mailbox})*@(?:${domainLabel}\\.)+${domainLabel}$`

const text = (field: keyof typeof longest, pattern: string) => ({ type: 'string', maxLength: longest[field], pattern })

/**
 * JSON Schema of an enquiry. Its patterns are meant for regular expressions with the flag `u`. A function, so that the
 * form, which leaves the checking to browser and server, does not carry it.
 */
export function enquirySchema() {
  return {
    type: 'object',
    required: requiredFields,
    additionalProperties: false,
    properties: {
      name: { ...text('name', filledIn), minLength: 1 },
      company: { ...text('company', filledIn), minLength: 1 },
      email: { ...text('email', address), minLength: 1 },
      phone: text('phone', line),
      hiringNeeds: { type: 'string', enum: ['', ...hiringNeeds.map(({ value }) => value)] },
      message: text('message', lines),
      consent: { const: true },
    },
  }
}
