import { siteConfig } from '@site/shared/site-config'
import { unreachable } from './contact.copy.ts'

/**
 * Every request goes to the site's API, carries its cookies, and is JSON only when it has something to say.
 * @throws Error '503: the answer's text, or else its status text'; a plain sentence when there is no answer in 30 seconds.
 */
export async function request(
  method: string,
  path: string,
  payload?: unknown,
  headers?: Record<string, string>,
): Promise<Response> {
  const hasPayload = payload !== undefined
  const all = { ...headers, ...(hasPayload && { 'Content-Type': 'application/json' }) }
  const response = await fetch((siteConfig().api ?? '') + path, {
    method,
    credentials: 'include',
    signal: AbortSignal.timeout(30_000),
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(hasPayload && { body: JSON.stringify(payload) }),
  }).catch((cause) => {
    throw new Error(unreachable, { cause })
  })
  if (!response.ok) throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`)
  return response
}
