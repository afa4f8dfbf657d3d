// Blocks marked `data-reveal` fade in when they are scrolled into view. The content is always there: only this script
// hides a block, and only one that is still below the screen, so nothing on screen ever disappears.

/**
 * Watches the blocks inside `root` (threshold 0.1, bottom margin 50 px: specification, section 2).
 * @returns a function that stops watching.
 */
export function watchReveals(root: Element): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {}
  const observer = new IntersectionObserver(show, { threshold: 0.1, rootMargin: '0px 0px -50px 0px' })
  for (const block of root.querySelectorAll('[data-reveal]')) {
    if (block.getBoundingClientRect().top < innerHeight) continue
    block.setAttribute('data-reveal-state', 'waiting')
    observer.observe(block)
  }
  return () => observer.disconnect()
}

const show: IntersectionObserverCallback = (entries, observer) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue
    entry.target.setAttribute('data-reveal-state', 'shown')
    observer.unobserve(entry.target)
  }
}
