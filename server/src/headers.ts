import type { OutgoingHttpHeaders } from 'node:http'
import type { SiteConfig, VoiceConfig } from '@site/shared/site-config'

/** On every answer. The microphone is allowed site-wide: a permission belongs to the first document of a tab. */
export const siteHeaders: OutgoingHttpHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'microphone=(self), camera=(), geolocation=()',
}

/** Of a file at the root of the site, such as robots.txt. */
export function fileHeaders(contentType: string): OutgoingHttpHeaders {
  return { ...siteHeaders, 'Content-Type': contentType, 'Cache-Control': 'no-cache' }
}

/** Of a file whose content never changes. Pictures are shown on other sites, where links to pages are shared. */
export function storedHeaders(contentType: string): OutgoingHttpHeaders {
  const isPicture = contentType === 'image/png'
  return {
    ...siteHeaders,
    ...(isPicture && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    'Content-Type': contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
  }
}

/** Where the call machine of a call comes from, and what it talks to (docs.daily.co, content security policy). */
const dailyHosts = ['*.daily.co', '*.dailywebrtc.com', '*.dailywebrtc.net']

/** What the voice demo needs beyond the site itself: nothing for the stand-in, which is a part of the site. */
function voiceSources(voice: VoiceConfig | undefined): { script: string; connect: string; worker: string } {
  if (!voice || voice.isStandIn) return { script: '', connect: '', worker: '' }
  const api = URL.canParse(voice.apiUrl) ? ` ${new URL(voice.apiUrl).origin}` : ''
  const connect = [...dailyHosts, '*.pluot.blue'].map((host) => ` https://${host} wss://${host}`).join('')
  return { script: dailyHosts.map((host) => ` https://${host}`).join(''), connect: api + connect, worker: ' blob:' }
}

/**
 * @param styleHash of the page's one inline style sheet, as in 'sha256-…'.
 * @param site its voice provider and its API. The policy is that of every page: it belongs to the first document of a tab,
 *   and demo and form may be entered without another one.
 */
export function pageHeaders(styleHash: string, { voice, api }: Pick<SiteConfig, 'voice' | 'api'> = {}): OutgoingHttpHeaders {
  const { script, connect, worker } = voiceSources(voice)
  const elsewhere = api ? ` ${api}` : ''
  return {
    ...siteHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src 'self'${script}`,
      `style-src 'self' '${styleHash}'`,
      `connect-src 'self'${elsewhere}${connect}`,
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self' blob:",
      `worker-src 'self'${worker}`,
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      `form-action 'self'${elsewhere}`,
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
