// Tells from the many shapes of an error what to say to the visitor. Shapes: the SDK's `error` events wrap Daily's errors,
// HTTP answers and exceptions alike (measured with @vapi-ai/web 2.7.1).
import type { Problem, ProblemKind } from './call-event.ts'

/** What the SDK emits as `error`; every field may be missing. */
export interface SdkError {
  type?: string
  error?: {
    message?: unknown
    errorMsg?: unknown
    statusCode?: unknown
    type?: unknown
    error?: { type?: unknown; msg?: unknown; message?: unknown; statusCode?: unknown }
  }
}

/** Errors after which the call goes on. */
const harmless = [
  'audio-processing-setup-error',
  'audio-processor-recovery-error',
  'audio-observer-setup-error',
  'video-recording-setup-error',
]

export function isHarmless(error: SdkError): boolean {
  return harmless.includes(error.type ?? '')
}

/** The other side hung up, which Daily reports as an error. */
export function isHangUp({ error }: SdkError): boolean {
  return error?.error?.type === 'ejected' || /meeting has ended/i.test(String(error?.errorMsg ?? error?.message ?? ''))
}

/** @param isOurServer whether the answer comes from our own server, whose sentences are for visitors. */
export function problemOfSdk(error: SdkError, isOurServer = false): Problem {
  const { error: outer } = error
  const status = Number(outer?.statusCode ?? outer?.error?.statusCode ?? Number.NaN)
  const text = [outer?.message, outer?.errorMsg, outer?.error?.message, outer?.error?.msg].map(asText).join(' ')
  const kind = kindOf(status, String(outer?.error?.type ?? ''), text)
  const sentence = isOurServer && status === 429 ? [outer?.message, outer?.error?.message].map(asText).find(Boolean) : undefined
  return { kind, ...(sentence && { sentence }), detail: error }
}

function kindOf(status: number, dailyType: string, text: string): ProblemKind {
  if (status === 429 || dailyType === 'meeting-full') return 'busy'
  if (dailyType === 'connection-error' || /failed to fetch|load call object bundle|network/i.test(text)) return 'network'
  return 'provider'
}

/** The SDK's `message` is a string, an answer's body, or a list of sentences. */
function asText(message: unknown): string {
  if (typeof message === 'string') return message
  if (Array.isArray(message)) return message.join(' ')
  if (message && typeof message === 'object' && 'message' in message) return asText(message.message)
  return ''
}

/** @param error what getUserMedia threw: told by name, because it comes from another realm. */
export function problemOfMicrophone(error: unknown): Problem {
  return { kind: kindOfMicrophone((error as { name?: unknown } | undefined)?.name), detail: error }
}

/** @param event the SDK's `camera-error`, which is about the microphone, too. */
export function problemOfCamera(event: { error?: { error?: { type?: unknown } } }): Problem {
  return { kind: kindOfMicrophone(event.error?.error?.type), detail: event }
}

function kindOfMicrophone(name: unknown): ProblemKind {
  if (name === 'NotFoundError' || name === 'not-found') return 'microphone-missing'
  if (name === 'NotReadableError' || name === 'mic-in-use' || name === 'cam-mic-in-use') return 'microphone-busy'
  return 'microphone-blocked'
}
