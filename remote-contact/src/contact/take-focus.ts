/** As a `ref`: the element takes the focus when it appears. Here, not inline, where every render would focus again. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
