// What a page load would do, done for navigation inside the document: title, description, scroll position, focus.
import { type Composition, type CompositionPage, documentTitle, notFound } from '@site/shared/composition'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, type NavigationType, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { leavePrerenderedPage } from '../remotes.ts'
import { navigateWith } from './links.ts'

const scrollPositions = new Map<string, number>()

export function usePageChange(composition: Composition, page: CompositionPage | undefined): void {
  const location = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const before = useRef<Location>(null)
  useEffect(() => navigateWith((to) => void navigate(to)), [navigate])
  useLayoutEffect(() => {
    if (before.current) scrollAfter(before.current, location, type)
    else takeOverScrolling()
    rememberScrollFor(location.key)
  }, [location, type])
  useEffect(() => {
    const left = before.current
    before.current = location
    if (!left || left.pathname === location.pathname) return
    leavePrerenderedPage()
    const { title, description } = page ?? notFound
    document.title = documentTitle(title, composition.site)
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
    focusContent(location.hash)
  }, [location, page, composition])
}

/** Forward: to the anchor or the top. Back: to where the visitor was. Anchors inside a page are the browser's work. */
function scrollAfter(before: Location, now: Location, type: NavigationType): void {
  const known = type === 'POP' ? scrollPositions.get(now.key) : undefined
  if (type === 'POP' && before.pathname === now.pathname && now.hash && known === undefined) return
  const anchor = anchorElement(now.hash)
  if (known !== undefined) scrollTo({ top: known, behavior: 'instant' })
  else if (anchor) anchor.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ top: 0, behavior: 'instant' })
}

let currentKey = ''

function rememberScrollFor(key: string): void {
  currentKey = key
}

/** The browser restores the position when a document is loaded; inside the document, we do. */
function takeOverScrolling(): void {
  history.scrollRestoration = 'manual'
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto'
  })
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual'
  })
  addEventListener('scroll', () => scrollPositions.set(currentKey, scrollY), { passive: true })
}

/** Screen readers go on at the new page's heading, or at the anchor. */
function focusContent(hash: string): void {
  const target = anchorElement(hash) ?? document.querySelector<HTMLElement>('main h1')
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

function anchorElement(hash: string): HTMLElement | null {
  return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
}
