// What somebody has chosen to see instead of what is live: a preview, or remotes from their own machine. It comes in the
// address once and stays in a cookie.
import type { IncomingMessage } from 'node:http'

export interface Choice {
  /** A signed preview, see preview-link.ts. */
  preview?: string
  /** Remote to origin, as in { contact: 'http://localhost:3003' }. */
  overrides: Record<string, string>
}

const previewCookie = 'site-preview'
const overridesCookie = 'site-overrides'

/** Whether a request may come with a choice. Every request is asked, so it only looks. */
export function hasChoice({ headers, url = '' }: IncomingMessage): boolean {
  return headers.cookie?.includes('site-') || url.includes('preview=') || url.includes('remote.')
}

/** What the cookies say. */
export function readChoice({ headers }: IncomingMessage): Choice {
  const cookies = new Map(
    (headers.cookie ?? '').split(/;\s*/).map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return [name, value]
    }),
  )
  const preview = cookies.get(previewCookie)
  const overrides = new URLSearchParams(decode(cookies.get(overridesCookie) ?? ''))
  return { ...(preview && { preview }), overrides: Object.fromEntries(overrides) }
}

/** What the address says: ?preview=… and ?remote.contact=http://localhost:3003, and the address without them. */
export function takeChoice(search: string): { choice: Choice; rest: string } {
  const parameters = new URLSearchParams(search)
  const overrides = [...parameters].filter(([name]) => name.startsWith('remote.'))
  const preview = parameters.get('preview')
  for (const [name] of [...overrides, ['preview'] as const]) parameters.delete(name)
  const named = overrides.map(([name, origin]) => [name.slice('remote.'.length), origin])
  return { choice: { ...(preview && { preview }), overrides: Object.fromEntries(named) }, rest: parameters.toString() }
}

/**
 * Set-Cookie headers that keep the choice until the browser is closed; what is not chosen is forgotten.
 * @param isSecure the site is at an https address.
 */
export function keepChoice({ preview = '', overrides }: Choice, isSecure: boolean): string[] {
  const origins = encodeURIComponent(new URLSearchParams(overrides).toString())
  return [
    [previewCookie, preview],
    [overridesCookie, origins],
  ].map(([name, value]) =>
    [`${name}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Lax', isSecure && 'Secure', !value && 'Max-Age=0']
      .filter(Boolean)
      .join('; '),
  )
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
