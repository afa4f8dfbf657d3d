// One request to a site server, and what its answer means.

/** The server understood and said no; the message is its own, with advice. */
export class ServerError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** There is no site server, or not for now. */
export class UnreachableError extends Error {
  /** Whether it may work in a moment. */
  readonly isPassing: boolean
  constructor(message: string, isPassing: boolean) {
    super(message)
    this.isPassing = isPassing
  }
}

export interface Body {
  type: string
  content: string | Uint8Array<ArrayBuffer>
}

export interface HttpAnswer {
  status: number
  type: string
  location: string | null
  text: string
}

export const json = (value: unknown): Body => ({ type: 'application/json', content: JSON.stringify(value) })

/** A deploy renders pages; everything else is quick. */
const patience = { deploys: 280_000, other: 60_000 }

/** @throws UnreachableError */
export async function send(
  server: string,
  path: string,
  { method, token, type, content }: { method: string; token: string } & Partial<Body>,
): Promise<HttpAnswer> {
  try {
    const response = await fetch(server + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type && { 'content-type': type }) },
      ...(content !== undefined && { body: content }),
      // The token goes nowhere else.
      redirect: 'manual',
      signal: AbortSignal.timeout(/\/(deploys|rollbacks)$/.test(path) ? patience.deploys : patience.other),
    })
    const { status, headers } = response
    return { status, type: headers.get('content-type') ?? '', location: headers.get('location'), text: await response.text() }
  } catch (error) {
    const { cause, message, name } = error as Error & { cause?: Error & { code?: string } }
    const reason = cause?.code === 'ECONNREFUSED' ? 'nobody listens there' : cause?.message || cause?.code || message
    const isPassing = name === 'TimeoutError' || passingCodes.has(cause?.code ?? '')
    throw new UnreachableError(`${server} can't be reached: ${reason}.`, isPassing)
  }
}

const passingCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['UND_ERR_SOCKET', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'],
])

function adviceFor(status: number, sentence: string): string | undefined {
  if (status === 401) return `Set SITE_TOKEN to one that is valid; the operator makes one with 'site token create'.`
  if (status !== 403) return undefined
  if (/signed|signature/.test(sentence)) return `Sign it: --sign <file.pem>, with the private key whose public one is registered.`
  return `The operator makes a token for it with 'site token create --bundles … --actions …'.`
}

/** Enough for every reason; more comes from no site server. */
const longestMessage = 20_000

/** @throws ServerError, UnreachableError */
export function readAnswer(server: string, { status, type, location, text }: HttpAnswer): unknown {
  if (status >= 300 && status < 400) throw noSiteServer(server, `it points to ${location}`)
  const sentence = type.startsWith('text/plain') ? text.trim().slice(0, longestMessage) : ''
  if (status === 502 || status === 503 || status === 504)
    throw new UnreachableError(`${server} is not ready (${status}). ${sentence}`.trim(), true)
  if (status >= 400) {
    if (type.startsWith('text/html')) throw noSiteServer(server, `it answered ${status} with a page`)
    throw new ServerError(
      status,
      [sentence || `${server} answered ${status}.`, adviceFor(status, sentence)].filter(Boolean).join('\n'),
    )
  }
  // A file that is stored needs no words.
  if (!text) return {}
  try {
    return JSON.parse(text)
  } catch {
    throw noSiteServer(server, `it answered with ${type.split(';')[0] || 'something else'}`)
  }
}

export function noSiteServer(server: string, reason: string): UnreachableError {
  return new UnreachableError(`There is no site server at ${server}: ${reason}. Check --to or SITE_SERVER.`, false)
}
