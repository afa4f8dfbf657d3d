// Behaviour of the Solutions dropdown. Delays: specification, section 9.
import { createTypeahead } from './typeahead.ts'

const hoverDelay = 100
const pointerGrace = 300

/**
 * Lets pointer and keyboard open the <details> inside `root`, walk its links and close it.
 * @returns a function that takes all listeners away.
 */
export function driveDropdown(root: HTMLElement): () => void {
  const details = root.querySelector('details')
  const summary = root.querySelector('summary')
  if (!details || !summary) return () => {}
  const links = [...details.querySelectorAll('a')]
  const typeahead = createTypeahead(links.map((link) => link.textContent))
  const stop = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(type: K, run: (event: HTMLElementEventMap[K]) => void) =>
    root.addEventListener(type, run, { signal: stop.signal })
  let timer: ReturnType<typeof setTimeout>
  let openedByHover = 0

  const set = (open: boolean) => {
    clearTimeout(timer)
    details.open = open
  }
  const focusLink = (index: number) => {
    set(true)
    links.at(index % links.length)?.focus()
  }

  on('pointerenter', (event) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    if (details.open) return
    timer = setTimeout(() => {
      openedByHover = performance.now()
      set(true)
    }, hoverDelay)
  })
  on('pointerleave', (event) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer)
    timer = setTimeout(() => details.contains(document.activeElement) || set(false), pointerGrace)
  })
  on('focusout', (event) => {
    if (!root.contains(event.relatedTarget as Node | null)) set(false)
  })
  on('click', (event) => {
    const target = event.target as Element
    if (target.closest('a')) set(false)
    // A click meant to open arrives just after the hover did: it must not close.
    else if (performance.now() - openedByHover < pointerGrace) event.preventDefault()
  })
  on('keydown', (event) => {
    const at = links.indexOf(document.activeElement as HTMLAnchorElement)
    if (document.activeElement === summary || at >= 0) {
      const index = indexAfterKey(event, at, links.length) ?? (details.open ? typeahead(event.key, at) : undefined)
      if (index === undefined) return
      event.preventDefault()
      focusLink(index)
    }
  })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.open) return
    if (root.contains(document.activeElement)) summary.focus()
    set(false)
  }
  document.addEventListener('keydown', closeOnEscape, { signal: stop.signal })
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Arrow keys wrap around; from the button (`at` is -1) down leads to the first link and up to the last. */
function indexAfterKey({ key }: KeyboardEvent, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return at + 1
  if (key === 'ArrowUp') return at > 0 ? at - 1 : count - 1
  if (key === 'Home' && at >= 0) return 0
  if (key === 'End' && at >= 0) return count - 1
  return undefined
}
