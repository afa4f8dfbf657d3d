import type { CompositionPage } from '@site/shared/composition'
import { create } from 'zustand'

interface NavigationState {
  /** The address being loaded while the current page stays on screen. */
  pending: string | null
  /** The page that was asked for last and could not be loaded, and what had the focus then. */
  failure: { page: CompositionPage; href: string; from: Element | null } | null
}

export const useNavigation = create<NavigationState>(() => ({ pending: null, failure: null }))
