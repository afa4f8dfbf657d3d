// What the server tells the browser about the site it is on: inlined in every page as JSON data.

import type { SiteConfig } from '@site/shared/site-config'
import { canonicalPath, type Page } from './contract.ts'

/** The exact set of releases that make the site. A tab stays on the composition it was opened with. */
export interface Composition {
  /** 12 hexadecimal digits over releases and site configuration. */
  id: string
  site: SiteConfig
  bundles: Record<string, CompositionBundle>
  pages: CompositionPage[]
}

export interface CompositionBundle {
  version: string
  /** Address of the release's folder, with a slash at its end. */
  base: string
  /** The script that starts the bundle, relative to `base`. */
  entry: string
  /** Of the entry, as in 'sha256-…'; the entry knows that of its chunks. None for a bundle that nobody vouches for. */
  integrity?: string
}

export interface CompositionPage extends Pick<Page, 'path' | 'title' | 'description'> {
  /** Name of the bundle that owns the page. */
  remote: string
  expose: string
  /** Relative to the bundle's `base`. */
  scripts: string[]
  /** Relative to the bundle's `base`. */
  styles: string[]
}

/** The page at an address, without regard to case or a trailing slash. */
export function findPage(composition: Composition, pathname: string): CompositionPage | undefined {
  const path = canonicalPath(pathname)
  return composition.pages.find((page) => page.path === path)
}

/** What stands in the tab: the page's title, then the brand. */
export function documentTitle(title: string, site: SiteConfig): string {
  return `${title} | ${site.brand}`
}

/** The page for every address that nobody owns. The shell draws it. */
export const notFound = { title: 'Page Not Found', description: 'This page does not exist.' }
