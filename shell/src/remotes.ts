// Loads page components from the remotes, at most once each. A failure is kept for rendering only: whoever asks to
// load again really tries again.
import { loadRemote } from '@module-federation/enhanced/runtime'
import type { Composition, CompositionPage } from '@site/shared/composition'
import type { ComponentType } from 'react'
import { report } from './report.ts'

/** A promise that says how far it is, as React itself marks it: use() takes a result that is known without waiting. */
type Load = Promise<ComponentType> & { status?: 'pending' | 'fulfilled' | 'rejected' }

const loads = new Map<string, Load>()
const firstLoads = new Map<string, Promise<ComponentType>>()
let bundles: Composition['bundles'] = {}
let firstPath: string | undefined

/** `prerenderedPath` is the page that the document brought as HTML, if any. */
export function beginWith(composition: Composition, prerenderedPath?: string): void {
  bundles = composition.bundles
  firstPath = prerenderedPath
}

/** For the prerender, which has all components at hand. */
export function provideComponent(path: string, component: ComponentType): void {
  const load: Load = Promise.resolve(component)
  loads.set(path, Object.assign(load, { status: 'fulfilled' as const, value: component }))
}

/** True while `path` is the page that came as HTML with the document. */
export function isPrerendered(path: string): boolean {
  return path === firstPath
}

/** The document's own page is only that until the visitor goes elsewhere. */
export function leavePrerenderedPage(): void {
  firstPath = undefined
}

/** Whether the page can be shown without waiting. */
export function isLoaded(page: CompositionPage): boolean {
  return loads.get(page.path)?.status === 'fulfilled'
}

/**
 * The page's component, loaded if need be; anew when the last try failed.
 * @throws Error when the remote can't be reached, doesn't answer in time, or has no such page. Also goes to the report.
 */
export function loadComponent(page: CompositionPage): Promise<ComponentType> {
  const known = loads.get(page.path)
  if (known && known.status !== 'rejected') return known
  if (!isPrerendered(page.path)) preload(page)
  const load: Load = importComponent(page)
  loads.set(page.path, load)
  load.then(
    (value) => Object.assign(load, { status: 'fulfilled', value }),
    (reason) => Object.assign(load, { status: 'rejected', reason }),
  )
  return load
}

/**
 * The component for rendering: the last try, also a failed one. For the page that is already on screen as HTML it waits
 * for ever rather than to fail, so that a broken remote never replaces what can be read.
 */
export function componentToRender(page: CompositionPage): Promise<ComponentType> {
  if (!isPrerendered(page.path)) return loads.get(page.path) ?? loadComponent(page)
  const known = firstLoads.get(page.path)
  if (known) return known
  const patient = loadComponent(page).catch(() => new Promise<never>(() => {}))
  firstLoads.set(page.path, patient)
  return patient
}

async function importComponent(page: CompositionPage): Promise<ComponentType> {
  try {
    const module = await loadRemote<{ default?: ComponentType }>(`${page.remote}/${page.expose}`)
    if (typeof module?.default !== 'function') throw new Error(`'${page.remote}/${page.expose}' has no component.`)
    return module.default
  } catch (error) {
    report(page, bundles[page.remote]?.version, error)
    throw error
  }
}

/**
 * All scripts and styles of the page start at once, instead of one after the other as they name each other. Plain
 * requests into the cache: Chromium hands a preload link that failed to the next try as well.
 */
function preload(page: CompositionPage): void {
  const bundle = bundles[page.remote]
  if (!bundle) return
  for (const file of [bundle.entry, ...page.scripts, ...page.styles]) {
    // Whoever needs the file asks again and reports what goes wrong.
    fetch(bundle.base + file)
      .then((response) => response.blob())
      .catch(() => {})
  }
}
