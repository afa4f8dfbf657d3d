// What a page load would do, done for navigation inside the document: title, description, scroll position, focus.
import { type Composition, type CompositionPage, documentTitle, notFound } from '@site/shared/composition'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type Location, type NavigationType, useNavigate, useNavigationType } from 'react-router-dom'
import { leavePrerenderedPage } from '../remotes.ts'
import { focusOn, pageHeading } from './focus.ts'
import { entryOf, linkLeftBy, showEntry } from './history-entry.ts'
import { navigateWith } from './links.ts'

/** @param location the one on screen. */
export function usePageChange(composition: Composition, location: Location, page: CompositionPage | undefined): void {
  const type = useNavigationType()
  const navigate = useNavigate()
  const before = useRef<Location>(null)
  useEffect(() => {
    navigateWith((to) => void navigate(to, { replace: to === addressOf(location) }))
  }, [navigate, location])
  useLayoutEffect(() => {
    if (before.current && before.current !== location) scrollAfter(location, type)
    showEntry(location.key)
  }, [location, type])
  useEffect(() => {
    const left = before.current
    before.current = location
    if (!left || left === location) return
    const { title, description } = page ?? notFound
    document.title = documentTitle(title, composition.site)
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
    if (page) document.querySelector('link[rel="canonical"]')?.setAttribute('href', composition.site.url + page.path)
    if (left.pathname !== location.pathname) leavePrerenderedPage()
    if (left.pathname !== location.pathname || type !== 'POP') focusAfter(location, type)
  }, [location, type, page, composition])
}

/** Forward: to the anchor or the top. Back: to where the visitor was. */
function scrollAfter(now: Location, type: NavigationType): void {
  const known = type === 'POP' ? entryOf(now.key).scroll : undefined
  const anchor = anchorElement(now.hash)
  if (known !== undefined) scrollTo({ top: known, behavior: 'instant' })
  else if (anchor) anchor.scrollIntoView({ behavior: 'instant' })
  else scrollTo({ top: 0, behavior: 'instant' })
}

/** Forward: screen readers go on at the new page's heading, or at the anchor. Back: at the link that was followed. */
function focusAfter(location: Location, type: NavigationType): void {
  const followed = type === 'POP' ? linkLeftBy(location.key) : undefined
  focusOn(followed ?? anchorElement(location.hash) ?? pageHeading())
}

function anchorElement(hash: string): HTMLElement | null {
  if (!hash) return null
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    // A hash such as #50% is no address of anything.
    return null
  }
}

const addressOf = ({ pathname, search, hash }: Location) => pathname + search + hash
