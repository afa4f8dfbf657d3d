// Development only: the composition is put together in the browser, from what the remotes' own dev servers say.
import type { Composition, CompositionPage } from '@site/shared/composition'
import { exposeName, type Page } from '@site/shared/contract'
import { fetchSiteConfig } from '@site/shared/dev-site-config'
import { startSite } from './start.tsx'

/** Name to address, from rspack.base.js. */
declare const DEV_REMOTES: Record<string, string>

const pages = await Promise.all(Object.entries(DEV_REMOTES).map(([name, base]) => pagesOf(name, base)))
const bundles = Object.entries(DEV_REMOTES).map(([name, base]) => [
  name,
  { version: 'development', base, entry: 'remoteEntry.js' },
])
const site = await fetchSiteConfig()
startSite({ id: 'development', site, bundles: Object.fromEntries(bundles), pages: pages.flat() } satisfies Composition)

async function pagesOf(remote: string, base: string): Promise<CompositionPage[]> {
  const response = await fetch(`${base}pages.json`).catch(() => undefined)
  if (!response?.ok) {
    console.warn(`The dev server of '${remote}' doesn't answer at ${base}: its pages are missing.`)
    return []
  }
  const declared: Page[] = await response.json()
  return declared.map((page) => ({ ...page, remote, expose: exposeName(page), scripts: [], styles: [] }))
}
