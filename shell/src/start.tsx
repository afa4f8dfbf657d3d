// First, because it declares the order of the cascade layers.
import '@site/shared/styles/site.css'
import { type Composition, findPage } from '@site/shared/composition'
import { provideSiteConfig } from '@site/shared/site-config'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { startFederation } from './federation.ts'
import { keepHistoryEntries } from './navigation/history-entry.ts'
import { listenForLinks } from './navigation/links.ts'
import { beginWith } from './remotes.ts'
import { watchTooltips } from './tooltip/tooltip.ts'

/** Takes over the prerendered document, or draws it when there is none (development). */
export function startSite(composition: Composition): void {
  const root = document.getElementById('root')
  if (!root) throw new Error("The document has no element with the id 'root'.")
  const isPrerendered = root.hasChildNodes()
  provideSiteConfig(composition.site)
  startFederation(composition)
  beginWith(composition, isPrerendered ? findPage(composition, location.pathname)?.path : undefined)
  keepHistoryEntries()
  listenForLinks(composition)
  watchTooltips()
  const app = (
    <BrowserRouter>
      <App composition={composition} />
    </BrowserRouter>
  )
  if (isPrerendered) hydrateRoot(root, app)
  else createRoot(root).render(app)
}
