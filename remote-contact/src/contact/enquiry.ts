import { unreachable } from './contact.copy.ts'

export interface Enquiry {
  name: string
  company: string
  email: string
  phone?: string
  hiringNeeds?: string
  message?: string
  consent: boolean
}

/**
 * Sends the enquiry without the optional fields that are empty.
 * @throws Error with a message for the visitor, see `request`.
 */
export async function sendEnquiry(enquiry: Enquiry): Promise<void> {
  const filledIn = Object.fromEntries(Object.entries(enquiry).filter(([, value]) => value !== ''))
  await request('POST', '/api/contact', filledIn)
}

/**
 * Every request of the site carries its cookies, and is JSON only when it has something to say.
 * @throws Error '503: the answer's text, or else its status text'; a plain sentence when there is no answer in 30 seconds.
 */
export async function request(method: string, path: string, payload?: unknown): Promise<Response> {
  const json = payload !== undefined && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(payload) }
  const response = await fetch(path, { method, credentials: 'include', signal: AbortSignal.timeout(30_000), ...json }).catch(
    (cause) => {
      throw new Error(unreachable, { cause })
    },
  )
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response
}
