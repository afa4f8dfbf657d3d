// Plain <a href> everywhere, in the shell and in remotes, hydrated or not: one listener on the document turns them into
// navigation. Load first, then navigate: the page on screen stays until the next one can take its place.
import { type Composition, type CompositionPage, findPage } from '@site/shared/composition'
import { canonicalPath } from '@site/shared/contract'
import { loadComponent } from '../remotes.ts'
import { rememberLink } from './history-entry.ts'
import { useNavigation } from './navigation-state.ts'

let navigate: (to: string) => void = (to) => location.assign(to)
let composition: Composition

/** The router says how to navigate, once it runs. */
export function navigateWith(navigateTo: (to: string) => void): void {
  navigate = navigateTo
}

export function listenForLinks(site: Composition): void {
  composition = site
  document.addEventListener('click', followLink)
  for (const type of ['pointerover', 'focusin', 'touchstart']) document.addEventListener(type, prefetch, { passive: true })
  // Back, forward and anchors: whatever was on its way is not wanted any more.
  addEventListener('popstate', () => useNavigation.setState({ pending: null, failure: null }))
}

/** Loads the page behind `href`, then shows it. If it can't be loaded, the current page stays, with a notice. */
export async function openPage(page: CompositionPage, href: string, link?: HTMLAnchorElement): Promise<void> {
  useNavigation.setState({ pending: href })
  const isWanted = () => useNavigation.getState().pending === href
  try {
    await loadComponent(page)
    if (!isWanted()) return
    useNavigation.setState({ pending: null, failure: null })
    if (link) rememberLink(link)
    navigate(href)
  } catch {
    // Already reported, see loadComponent.
    const from = useNavigation.getState().failure?.from ?? document.activeElement
    if (isWanted()) useNavigation.setState({ pending: null, failure: { page, href, from } })
  }
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = internalLink(event.target)
  if (!link || link.dataset.fullLoad !== undefined) return
  const isAnchorHere = link.hash !== '' && canonicalPath(link.pathname) === canonicalPath(location.pathname)
  const page = findPage(composition, link.pathname)
  if (!page || isAnchorHere) return
  event.preventDefault()
  void openPage(page, page.path + link.search + link.hash, link)
}

function prefetch(event: Event): void {
  const link = internalLink(event.target)
  const page = link && findPage(composition, link.pathname)
  // A prefetch that fails is no news for the visitor: following the link tries again.
  if (page) loadComponent(page).catch(() => {})
}

function internalLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>('a[href]')
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return null
  return link
}
