import type { OutgoingHttpHeaders } from 'node:http'

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

/** @param styleHash of the page's one inline style sheet, as in 'sha256-…'. */
export function pageHeaders(styleHash: string): OutgoingHttpHeaders {
  return {
    ...siteHeaders,
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' '${styleHash}'`,
      "connect-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "media-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  }
}
