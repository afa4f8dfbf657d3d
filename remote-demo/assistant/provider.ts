// The provider's assistants: https://docs.vapi.ai/api-reference/assistants
import type { AssistantDefinition } from './assistant.ts'

export interface ProviderSettings {
  /** As in https://api.vapi.ai, without a slash at its end. */
  baseUrl: string
  /** The private key: it can do everything in the account. */
  key: string
  /** Milliseconds to wait for an answer. */
  patience?: number
}

export type ProvidedAssistant = Record<string, unknown> & { id: string }

/** @throws Error that says in a sentence why there is no such assistant. */
export function fetchAssistant(settings: ProviderSettings, id: string): Promise<ProvidedAssistant> {
  return ask(settings, 'GET', `/assistant/${encodeURIComponent(id)}`)
}

/** @throws Error that says in a sentence why the assistant could not be made. */
export function createAssistant(settings: ProviderSettings, definition: AssistantDefinition): Promise<ProvidedAssistant> {
  return ask(settings, 'POST', '/assistant', definition)
}

/** @throws Error that says in a sentence why the assistant is as it was. */
export function updateAssistant(
  settings: ProviderSettings,
  id: string,
  definition: AssistantDefinition,
): Promise<ProvidedAssistant> {
  return ask(settings, 'PATCH', `/assistant/${encodeURIComponent(id)}`, definition)
}

async function ask(
  { baseUrl, key, patience = 15_000 }: ProviderSettings,
  method: string,
  path: string,
  body?: AssistantDefinition,
): Promise<ProvidedAssistant> {
  const address = baseUrl + path
  let response: Response
  let text: string
  try {
    response = await fetch(address, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    })
    text = await response.text()
  } catch (error) {
    throw new Error(`The provider can't be reached at ${address}: ${reasonOf(error as Error)}.`)
  }
  const answer = parse(text)
  if (!response.ok) throw new Error(explainStatus(response.status, method, path, answer))
  if (typeof answer?.id !== 'string') throw new Error(`What answers at ${address} is no assistant: is VAPI_BASE_URL right?`)
  return { ...answer, id: answer.id }
}

function reasonOf({ name, message, cause }: Error): string {
  if (name === 'TimeoutError') return 'it did not answer in time'
  const { code, message: detail } = (cause ?? {}) as { code?: string; message?: string }
  return detail || code || message
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function explainStatus(status: number, method: string, path: string, answer: Record<string, unknown> | undefined): string {
  if (status === 401 || status === 403)
    return `The provider refuses VAPI_PRIVATE_KEY (${status}). It should be the private key of the account, not the public one.`
  if (status === 404 && method !== 'POST')
    return `The provider has no assistant '${decodeURIComponent(path.replace('/assistant/', ''))}': check VAPI_ASSISTANT_ID, or unset it and push to make a new one.`
  const reason = [answer?.message ?? 'no reason given'].flat().join('; ')
  return `The provider answered ${status} to ${method} ${path}: ${reason}`
}
