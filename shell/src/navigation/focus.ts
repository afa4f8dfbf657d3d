/** Focuses something that is not a control, for screen readers to go on there. Scrolls nothing. */
export function focusOn(element: HTMLElement | null): void {
  if (!element) return
  if (!element.matches('a, button')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

export function pageHeading(): HTMLElement | null {
  return document.querySelector('main h1')
}
