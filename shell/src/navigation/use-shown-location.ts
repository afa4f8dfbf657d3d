import { type Composition, findPage } from '@site/shared/composition'
import { useEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router-dom'
import { isLoaded, isPrerendered, loadComponent } from '../remotes.ts'
import { useNavigation } from './navigation-state.ts'

/**
 * The location whose page is on screen. Links load their page before they change the address; back and forward change
 * it at once, so this follows when the page is here, or when it is clear that it won't come.
 */
export function useShownLocation(composition: Composition): Location {
  const location = useLocation()
  const [{ pathname: begun }] = useState(location)
  const [shown, setShown] = useState(location)
  const page = findPage(composition, location.pathname)
  // Back and forward reach entries of an earlier document, which knew other pages than this one.
  const isUnknown = !page && location.pathname !== begun
  const isReady = page ? isLoaded(page) || isPrerendered(page.path) : !isUnknown
  useEffect(() => {
    if (isUnknown) window.location.reload()
  }, [isUnknown])
  if (isReady && shown !== location) setShown(location)
  useEffect(() => {
    if (isReady || !page) return
    let isWanted = true
    const show = () => {
      if (!isWanted) return
      useNavigation.setState({ pending: null })
      setShown(location)
    }
    useNavigation.setState({ pending: location.pathname })
    // A failure was reported and shows in place of the page, see PageOutlet.
    loadComponent(page).then(show, show)
    return () => {
      isWanted = false
    }
  }, [isReady, page, location])
  return isReady ? location : shown
}
