// _headers and _redirects: what hosts such as Netlify and Cloudflare Pages read. Rules that overlap are joined there, so each
// header of an address comes from one rule.
import type { OutgoingHttpHeaders } from 'node:http'
import { siteHeaders, storedHeaders } from '../headers.ts'
import { transportHeaders } from './export-headers.ts'
import type { ExportedFile } from './write-folder.ts'

/** Part of every answer, also that of the 404 page, which has no address of its own. */
const everywhere = ['X-Content-Type-Options', 'Referrer-Policy', 'Cross-Origin-Opener-Policy', 'Permissions-Policy']

/**
 * The server sends each page a policy with the hash of its own style sheet. Here there is one for all addresses, with the
 * hashes of all pages: only so the 404 page has one too.
 */
export function writeHeadersFile(files: ExportedFile[], siteUrl: string): string {
  const shared = Object.fromEntries(Object.entries(siteHeaders).filter(([name]) => everywhere.includes(name)))
  const own = ({ 'Content-Security-Policy': _, ...headers }: OutgoingHttpHeaders) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !everywhere.includes(name)))
  const named = files.filter(({ address }) => address && !/^\/(releases|images)\//.test(address))
  const releases = new Set(files.flatMap(({ address }) => /^\/releases\/[^/]+\/[^/]+\//.exec(address ?? '')?.[0] ?? []))
  const stored = ({ 'Content-Type': _, ...headers }: OutgoingHttpHeaders) => headers
  return [
    rule('/*', { ...shared, ...transportHeaders(siteUrl), 'Content-Security-Policy': commonPolicy(files) }),
    ...named.map(({ address = '', answer }) => rule(address, own(answer.headers))),
    // Folder by folder: what is not there must not be missing for ever.
    ...[...releases].sort().map((base) => rule(`${base}*`, own(stored(storedHeaders(''))))),
    rule('/images/*', own(stored(storedHeaders('image/png')))),
  ].join('\n')
}

/** Hosts answer /about from about.html; whoever asks for the file is led to the page. */
export function writeRedirectsFile(files: ExportedFile[]): string {
  const pages = files.filter(({ answer }) => answer.remote)
  return pages.map(({ address, file }) => `/${file} ${address} 301\n`).join('')
}

function rule(address: string, headers: OutgoingHttpHeaders): string {
  return [address, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ''].join('\n')
}

function commonPolicy(files: ExportedFile[]): string {
  const policies = files.flatMap(({ answer }) => answer.headers['Content-Security-Policy'] ?? []).map(String)
  const hashes = policies.flatMap((policy) => policy.match(/'sha256-[^']+'/g) ?? [])
  return (policies[0] ?? '').replace(/'sha256-[^']+'/, [...new Set(hashes)].join(' '))
}
