// Loads page components from the remotes, at most once each. A failure is never kept: the next call really tries.
import { loadRemote } from '@module-federation/enhanced/runtime'
import type { Composition, CompositionPage } from '@site/shared/composition'
import type { ComponentType } from 'react'
import { report } from './report.ts'

const components = new Map<string, ComponentType>()
const loading = new Map<string, Promise<ComponentType>>()
let bundles: Composition['bundles'] = {}
let firstPath: string | undefined

/** `prerenderedPath` is the page that the document brought as HTML, if any. */
export function beginWith(composition: Composition, prerenderedPath?: string): void {
  bundles = composition.bundles
  firstPath = prerenderedPath
}

/** For the prerender, which has all components at hand. */
export function provideComponent(path: string, component: ComponentType): void {
  components.set(path, component)
}

/** True while `path` is the page that came as HTML with the document. */
export function isPrerendered(path: string): boolean {
  return path === firstPath
}

/** The document's own page is only that until the visitor goes elsewhere. */
export function leavePrerenderedPage(): void {
  firstPath = undefined
}

/** The page's component if it is already here. */
export function loadedComponent(page: CompositionPage): ComponentType | undefined {
  return components.get(page.path)
}

/**
 * The page's component, loaded if need be.
 * @throws Error when the remote can't be reached, doesn't answer in time, or has no such page. Also goes to the report.
 */
export function loadComponent(page: CompositionPage): Promise<ComponentType> {
  let promise = loading.get(page.path)
  if (!promise) {
    if (!isPrerendered(page.path)) preload(page)
    promise = importComponent(page)
    promise.catch(() => loading.delete(page.path))
    loading.set(page.path, promise)
  }
  return promise
}

const firstLoads = new Map<string, Promise<ComponentType>>()

/**
 * For the page that is already on screen as HTML: waits for its component for ever rather than to fail, so that a
 * broken remote never replaces what can be read.
 */
export function awaitComponent(page: CompositionPage): Promise<ComponentType> {
  if (!isPrerendered(page.path)) return loadComponent(page)
  let promise = firstLoads.get(page.path)
  if (!promise) {
    promise = loadComponent(page).catch(() => new Promise<never>(() => {}))
    firstLoads.set(page.path, promise)
  }
  return promise
}

async function importComponent(page: CompositionPage): Promise<ComponentType> {
  try {
    const module = await loadRemote<{ default?: ComponentType }>(`${page.remote}/${page.expose}`)
    if (typeof module?.default !== 'function') throw new Error(`'${page.remote}/${page.expose}' has no component.`)
    components.set(page.path, module.default)
    return module.default
  } catch (error) {
    report(page, bundles[page.remote]?.version, error)
    throw error
  }
}

/** All scripts and styles of the page start at once, instead of one after the other as they name each other. */
function preload(page: CompositionPage): void {
  const bundle = bundles[page.remote]
  if (!bundle) return
  const link = (as: string) => (file: string) => {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'preload', as, href: bundle.base + file }))
  }
  ;[bundle.entry, ...page.scripts].forEach(link('script'))
  page.styles.forEach(link('style'))
}
