import type { CompositionPage } from '@site/shared/composition'
import { sendFailure } from '@site/shared/failure-report'

/** Tells the server that a page failed to load or to render. Never throws, never waits. */
export function report(page: CompositionPage, version = 'unknown', error: unknown): void {
  const reason = String(error instanceof Error ? error.message : error).slice(0, 500)
  console.error(`The page '${page.path}' of remote '${page.remote}' (${version}) failed: ${reason}`)
  sendFailure({ remote: page.remote, version, page: page.path, reason })
}
