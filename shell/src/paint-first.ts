// Reading comes first: the site's script, on its way because the document preloads it, runs when the page was painted.

function start(): void {
  const preload = document.querySelector<HTMLLinkElement>('link[data-start]')
  if (!preload) throw new Error('This document names no start script: it was not published by the site server.')
  const script = document.createElement('script')
  script.src = preload.href
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
