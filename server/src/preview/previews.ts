// Serves pages to those who have chosen to see something else than what is live. Never cached, never indexed.
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { findPage } from '@site/shared/composition'
import { canonicalPath } from '@site/shared/contract'
import type { Answer } from '../answers.ts'
import type { Channels } from '../deploy/channels.ts'
import { siteHeaders } from '../headers.ts'
import type { Settings } from '../settings.ts'
import { badgeStyle, badgeStyleAddress, leaveAddress } from './badge.ts'
import { type Choice, hasChoice, keepChoice, readChoice, takeChoice } from './choice.ts'
import { readPreview } from './preview-link.ts'
import { rewrite } from './rewrite.ts'

export interface Previews {
  /** Answers the request, now or in a moment, and returns true; or leaves it to whoever serves what is live. */
  serve: (request: IncomingMessage, response: ServerResponse) => boolean
}

const privateHeaders = { ...siteHeaders, 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

const ownAddresses = [badgeStyleAddress, leaveAddress]

/** @param secret signs the links to previews, see preview-link.ts. */
export function createPreviews(
  { site, overrideOrigins }: Pick<Settings, 'site' | 'overrideOrigins'>,
  channels: Pick<Channels, 'live' | 'preview'>,
  secret: () => Promise<string>,
): Previews {
  const isSecure = site.url.startsWith('https:')

  const serve = (request: IncomingMessage, response: ServerResponse): boolean => {
    // Nearly every request: it costs no more than a look.
    if (!hasChoice(request) && !ownAddresses.some((address) => request.url?.startsWith(address))) return false
    const url = URL.parse(request.url ?? '/', 'http://site')
    if (!url || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    if (url.pathname === badgeStyleAddress) return send(response, 200, badgeStyle, { 'Content-Type': 'text/css; charset=utf-8' })
    if (url.pathname === leaveAddress) return redirect(response, '/', keepChoice({ overrides: {} }, isSecure))
    if (!isPage(url.pathname) || !hasChoice(request)) return false
    const taken = takeChoice(url.search)
    const isAsked = taken.choice.preview !== undefined || Object.keys(taken.choice.overrides).length > 0
    const known = readChoice(request)
    const choice = {
      ...known,
      ...taken.choice,
      overrides: overrideOrigins ? { ...known.overrides, ...taken.choice.overrides } : {},
    }
    if (!choice.preview && Object.keys(choice.overrides).length === 0) return false
    answer(choice, url, isAsked && taken.rest, response).catch((error: Error & { statusCode?: number }) =>
      send(response, error.statusCode ?? 500, `The preview can't be shown: ${error.message}`),
    )
    return true
  }

  /** @param rest of the address once the choice was taken from it; false when the choice was known before. */
  const answer = async (choice: Choice, { pathname }: URL, rest: string | false, response: ServerResponse) => {
    const fault = await faultOf(choice)
    if (fault) return send(response, 403, fault, { 'Set-Cookie': keepChoice({ overrides: {} }, isSecure) })
    if (rest === false) return show(choice, pathname, response)
    return redirect(response, pathname.replace(/^\/+/, '/') + (rest && `?${rest}`), keepChoice(choice, isSecure))
  }

  const faultOf = async ({ preview, overrides }: Choice): Promise<string | undefined> => {
    for (const [remote, origin] of Object.entries(overrides)) {
      if (!overrideOrigins?.includes(origin))
        return `The site does not run remotes from ${origin}: OVERRIDE_ORIGINS on the server names ${overrideOrigins?.join(', ')}.`
      if (remote === 'shell' || !channels.live()?.answers.composition.bundles[remote])
        return `The site has no remote '${remote}'.`
    }
    const claim = preview ? readPreview(await secret(), preview) : { channel: 'live' }
    if ('channel' in claim) return undefined
    return claim.fault === 'expired'
      ? 'This preview link has expired. Ask whoever sent it for a new one. Reload the page to see the live site.'
      : 'This preview link is not complete, or not from here. Ask for it again. Reload the page to see the live site.'
  }

  const show = async ({ preview, overrides }: Choice, pathname: string, response: ServerResponse) => {
    const claim = preview ? readPreview(await secret(), preview) : undefined
    const channel = claim && 'channel' in claim ? claim.channel : 'live'
    const shown = channel === 'live' ? channels.live() : await channels.preview(channel)
    if (!shown) return send(response, 404, `There is no ${channel} any more. Reload the page to see the live site.`)
    const path = canonicalPath(pathname)
    const page = findPage(shown.answers.composition, pathname)
    if (page && path !== pathname) return redirect(response, path)
    const isOverridden = page !== undefined && Object.hasOwn(overrides, page.remote)
    const { notFound, table } = shown.answers
    const answer = (!isOverridden && table.get(path)) || notFound
    const html = rewrite(textOf(answer), shown, overrides, isOverridden ? path : undefined)
    const policy = String(answer.headers['Content-Security-Policy'])
    const headers = { ...answer.headers, ...privateHeaders, 'Content-Security-Policy': widen(policy, Object.values(overrides)) }
    return send(response, page ? 200 : 404, html, headers)
  }

  return { serve }
}

/** Lets a page load what belongs to the remotes from elsewhere. */
function widen(policy: string, origins: string[]): string {
  if (origins.length === 0) return policy
  return policy.replace(/\b(script|style|connect|img|font)-src [^;]*/g, (directive) => `${directive} ${origins.join(' ')}`)
}

function isPage(pathname: string): boolean {
  return (
    !/^\/(api|releases|images)\//.test(pathname) && !/\.\w+$/.test(pathname) && pathname !== '/healthz' && pathname !== '/readyz'
  )
}

function textOf({ bodies }: Answer): string {
  return bodies.identity?.bytes.toString() ?? ''
}

function redirect(response: ServerResponse, address: string, cookies: string[] = []): true {
  return send(response, 303, '', { Location: address, 'Set-Cookie': cookies })
}

function send(response: ServerResponse, status: number, body: string | Uint8Array, headers: OutgoingHttpHeaders = {}): true {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...privateHeaders, ...headers })
  response.end(response.req.method === 'HEAD' ? undefined : body)
  return true
}
