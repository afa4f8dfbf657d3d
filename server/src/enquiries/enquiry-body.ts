// The body of POST /api/contact, from bytes to an object that the schema can judge.
import { honeypot, largestEnquiry } from '@site/shared/enquiry'

/** Form encoding writes three bytes for each of a letter outside of ASCII. */
export const largestForm = 3 * largestEnquiry

/** What was sent can't be an enquiry. The message is a sentence for the visitor. */
export class BodyError extends Error {
  statusCode: number

  constructor(statusCode: number, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const tooLarge = 'This enquiry is too large: at most 16 kB. Please shorten your message.'

/**
 * Reads JSON more strictly than JSON.parse does.
 * @throws BodyError for what is too large, not UTF-8 or not JSON, or names a field twice.
 */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length > largestEnquiry) throw new BodyError(413, tooLarge)
  const text = decode(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BodyError(400, 'This is not valid JSON.')
  }
  const isFlat = typeof value === 'object' && value !== null && !Object.values(value).some((field) => typeof field === 'object')
  if (isFlat && keysWritten(text) !== Object.keys(value as object).length)
    throw new BodyError(400, 'An enquiry names each field once, not twice.')
  return value
}

export interface TypedForm {
  /** As typed, for a form that is shown again. */
  typed: Record<string, string>
  isFromProgram: boolean
}

/**
 * Reads a form as browsers send it without scripts.
 * @throws BodyError for what is not form encoding.
 */
export function readForm(bytes: Buffer): TypedForm & { enquiry: Record<string, unknown>; fault?: BodyError } {
  const text = decode(bytes)
  try {
    decodeURIComponent(text)
  } catch {
    throw new BodyError(400, 'This is not a valid form.')
  }
  const fields = [...new URLSearchParams(text)]
  const typed = Object.fromEntries(fields)
  const { [honeypot]: trap, ...rest } = typed
  const filledIn = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ''))
  const enquiry = { ...filledIn, consent: typed.consent === 'on' || typed.consent === 'true' }
  const isTwice = Object.keys(typed).length !== fields.length
  const isLarge = Buffer.byteLength(JSON.stringify(enquiry)) > largestEnquiry
  return {
    typed,
    enquiry,
    isFromProgram: Boolean(trap),
    ...(isTwice && { fault: new BodyError(400, 'An enquiry names each field once, not twice.') }),
    ...(isLarge && { fault: new BodyError(413, tooLarge) }),
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new BodyError(400, 'This is not valid UTF-8.')
  }
}

/** In valid JSON: a string with a colon behind it is a key. */
function keysWritten(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon).length
}
