// The harness in which one remote runs alone (npm run dev -w remote-…): it gives the pages what the shell would give
// them (styles, site configuration, toasts) and a bar with the remote's addresses instead of header and footer.
// The styles come first, because they declare the order of the cascade layers.
import '@site/shared/styles/site.css'
import { canonicalPath, type Page } from '@site/shared/contract'
import { fetchSiteConfig } from '@site/shared/dev-site-config'
import { watchReveals } from '@site/shared/reveal'
import { provideSiteConfig } from '@site/shared/site-config'
import { ToastRegion } from '@site/shared/ui/toast-region'
import { type ComponentType, lazy, type ReactNode, StrictMode, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import * as styles from './alone.module.css'

type Load = () => Promise<{ default: ComponentType }>

/** @param loaders the page's module by path. */
export async function runAlone(remote: { name: string; pages: Page[] }, loaders: Record<string, Load>): Promise<void> {
  provideSiteConfig(await fetchSiteConfig())
  const path = canonicalPath(location.pathname)
  const page = remote.pages.find((candidate) => candidate.path === path)
  const load = loaders[path]
  document.title = `${page?.title ?? 'Not here'} | ${remote.name} alone`
  const root = document.getElementById('root')
  if (!root) throw new Error("The document has no element with the id 'root'.")
  const Content = load && lazy(load)
  createRoot(root).render(
    <StrictMode>
      <Bar remote={remote} />
      <main id="main">
        <Suspense>
          {Content ? (
            <Arrived>
              <Content />
            </Arrived>
          ) : (
            <NotHere path={path} />
          )}
        </Suspense>
      </main>
      <ToastRegion />
    </StrictMode>,
  )
}

function Bar({ remote }: { remote: { name: string; pages: Page[] } }) {
  return (
    <nav className={styles.bar} aria-label="Pages of this remote">
      <b>{remote.name} alone</b>
      {remote.pages.map(({ path }) => (
        <a key={path} href={path}>
          {path}
        </a>
      ))}
    </nav>
  )
}

/** What the browser and the shell do when a page is there: go to the anchor in the address, watch its blocks. */
function Arrived({ children }: { children: ReactNode }) {
  useEffect(() => {
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
    return watchReveals(document.body)
  }, [])
  return children
}

function NotHere({ path }: { path: string }) {
  return (
    <div className="container">
      <h1>{path} is not a page of this remote</h1>
      <p>Its pages are in the bar above. The whole site runs with: npm run dev</p>
    </div>
  )
}
