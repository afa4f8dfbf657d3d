// The headers of exported files: those that the server sends, and what a server behind a proxy leaves to the proxy.
import type { OutgoingHttpHeaders } from 'node:http'
import type { Answer } from '../answers.ts'

/** Two years, for this host alone: other hosts of the domain are not ours to decide about. */
const strictTransport = 'max-age=63072000'

/** All headers that do not follow from the file itself. */
export function headersOf({ headers }: Pick<Answer, 'headers'>, siteUrl: string): [name: string, value: string][] {
  const { 'Content-Type': _, ...rest } = headers
  return Object.entries<OutgoingHttpHeaders[string]>({ ...rest, ...transportHeaders(siteUrl) }).map(([name, value]) => [
    name,
    String(value),
  ])
}

/** Where the site is at an https address, browsers are told to come no other way. */
export function transportHeaders(siteUrl: string): Record<string, string> {
  return siteUrl.startsWith('https:') ? { 'Strict-Transport-Security': strictTransport } : {}
}
