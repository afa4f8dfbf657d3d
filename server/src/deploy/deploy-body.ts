// What the deploy API takes, as JSON schemas, and the sentences for what is not like them.
import type { FastifySchemaValidationError } from 'fastify'
import { isBundleName } from '../publish/release-check.ts'
import { quote } from '../publish/shape.ts'

export interface DeployBody {
  bundles: { bundle: string; version: string; signature?: string; after?: number }[]
  message?: string
}

export interface RollbackBody {
  bundle: string
  version?: string
  message?: string
}

export interface PreviewLinkBody {
  days?: number
}

/** What was sent is no request that this API knows. */
export class RequestError extends Error {
  readonly statusCode: number

  constructor(statusCode: number, sentence: string) {
    super(sentence)
    this.statusCode = statusCode
  }
}

const bundle = { type: 'string', pattern: '^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$', maxLength: 40 }
const version = { type: 'string', pattern: '^[a-f0-9]{12}$' }
const message = { type: 'string', maxLength: 500, pattern: '^[^\\p{Cc}\\u2028\\u2029]*$' }
const object = { type: 'object', additionalProperties: false }

export const deploySchema = {
  ...object,
  required: ['bundles'],
  properties: {
    bundles: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        ...object,
        required: ['bundle', 'version'],
        properties: {
          bundle,
          version,
          signature: { type: 'string', maxLength: 200 },
          after: { type: 'integer', minimum: 0, maximum: 2 ** 31 - 1 },
        },
      },
    },
    message,
  },
}

export const rollbackSchema = { ...object, required: ['bundle'], properties: { bundle, version, message } }

export const previewLinkSchema = { ...object, properties: { days: { type: 'integer', minimum: 1, maximum: 90 } } }

/** What was wrong, for the person who called. */
export function inWords([error]: FastifySchemaValidationError[]): Error {
  const { keyword = '', instancePath = '', message: rule = '' } = error ?? {}
  const params: Record<string, unknown> = error?.params ?? {}
  const where = instancePath ? `'${instancePath.slice(1).replaceAll('/', '.')}'` : 'The body'
  if (keyword === 'additionalProperties')
    return new Error(`${where} has a field ${quote(String(params.additionalProperty))} that nobody knows.`)
  if (keyword === 'required') return new Error(`${where} has no '${params.missingProperty}'.`)
  return new Error(`${where} ${rule}.`)
}

/**
 * The bundle that an address asks for; nothing: all of them.
 * @throws RequestError
 */
export function readBundleName(given: unknown): string | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string' && isBundleName(given)) return given
  throw new RequestError(400, 'This is no name of a bundle: lower-case words with - between them.')
}

/**
 * JSON in UTF-8, nothing else.
 * @throws RequestError
 */
export function readJson(bytes: Buffer): { text: string; value: unknown } {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return { text, value: JSON.parse(text) }
  } catch {
    throw new RequestError(400, 'This is not valid JSON in UTF-8.')
  }
}
