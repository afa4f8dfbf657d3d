// Reading comes first: the site's script, on its way because the document preloads it, runs when the page was painted.
import { sendFailure } from '@site/shared/failure-report'

function start(): void {
  const preload = document.querySelector<HTMLLinkElement>('link[data-start]')
  if (!preload) throw new Error('This document names no start script: it was not published by the site server.')
  const { href, integrity, crossOrigin } = preload
  const script = Object.assign(document.createElement('script'), { src: href, integrity, crossOrigin })
  script.onerror = () => {
    // The folder of a release is named by its version.
    const version = href.split('/').at(-2) ?? 'unknown'
    sendFailure({ remote: 'shell', version, page: location.pathname, reason: `${href} can't be loaded.` })
  }
  document.head.append(script)
}

// A tab that nobody looks at is not painted.
if (document.hidden) start()
else {
  const observer = new PerformanceObserver(() => {
    observer.disconnect()
    start()
  })
  observer.observe({ type: 'paint', buffered: true })
}
