import type { CompositionPage } from '@site/shared/composition'

/** What the server's log gets to know of a page that failed. Nothing about the visitor. */
export interface FailureReport {
  remote: string
  version: string
  page: string
  reason: string
}

/** Tells the server that a page failed to load or to render. Never throws, never waits. */
export function report(page: CompositionPage, version = 'unknown', error: unknown): void {
  const reason = String(error instanceof Error ? error.message : error).slice(0, 500)
  const body: FailureReport = { remote: page.remote, version, page: page.path, reason }
  console.error(`The page '${page.path}' of remote '${page.remote}' (${version}) failed: ${reason}`)
  navigator.sendBeacon('/api/failures', new Blob([JSON.stringify(body)], { type: 'application/json' }))
}
