import type { Composition } from '@site/shared/composition'
import { provideSiteConfig } from '@site/shared/site-config'
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app.tsx'
import { provideComponent } from './remotes.ts'

/**
 * The whole document body for one address, in one pass: no streaming, no hidden segments.
 * @param component the page's component; none for the 404 page.
 */
export function renderPage(composition: Composition, path: string, component?: ComponentType): string {
  provideSiteConfig(composition.site)
  if (component) provideComponent(path, component)
  return renderToString(
    <StaticRouter location={path}>
      <App composition={composition} />
    </StaticRouter>,
  )
}
