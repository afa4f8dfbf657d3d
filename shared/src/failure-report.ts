/** What the server's log gets to know of a page, or a file of it, that failed. Nothing about the visitor. */
export interface FailureReport {
  /** Name of the bundle. */
  remote: string
  version: string
  page: string
  reason: string
}

/** Never throws, never waits. */
export function sendFailure(failure: FailureReport): void {
  navigator.sendBeacon(`${apiOrigin()}/api/failures`, new Blob([JSON.stringify(failure)], { type: 'application/json' }))
}

/** From the document: what fails before the site has started knows no other place. */
function apiOrigin(): string {
  const composition = document.getElementById('composition')?.textContent
  return (composition && JSON.parse(composition).site.api) || ''
}
