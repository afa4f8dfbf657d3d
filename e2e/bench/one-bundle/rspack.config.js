// The yardstick: the same shell and pages as one bundle without federation, split by page as anyone would.
import path from 'node:path'
import { rspack } from '@rspack/core'
import { ReleasePlugin } from '@site/shared/build/release-plugin'
import { exposeName } from '@site/shared/contract'
import { pages as contact } from '../../../remote-contact/src/pages.ts'
import { pages as demo } from '../../../remote-demo/src/pages.ts'
import { pages as marketing } from '../../../remote-marketing/src/pages.ts'
import { defineShell } from '../../../rspack.base.js'

const root = path.resolve(import.meta.dirname, '../../..')
const shell = path.join(root, 'shell')
const sources = Object.entries({ 'remote-marketing': marketing, 'remote-demo': demo, 'remote-contact': contact }).flatMap(
  ([folder, pages]) => pages.map((page) => ({ page, file: path.join(root, folder, 'src', page.component) })),
)
const pages = sources.map(({ page }) => page)

// Stands in for federation's runtime: the pages are chunks of this bundle.
const runtime = path.join(shell, 'src/one-bundle.js')
const runtimeSource = `
const pages = {
${sources.map(({ page, file }) => `  'shell/${exposeName(page)}': () => import(/* webpackChunkName: "__federation_expose_${exposeName(page).replace(/\W/g, '_')}" */ ${JSON.stringify(file)}),`).join('\n')}
}
export const init = () => {}
export const loadRemote = (id) => pages[id]()
export const lendFederationCore = () => {}
`

export default () => {
  const [browser, prerender] = defineShell({ dir: shell })({}, { mode: 'production' })
  const release = new ReleasePlugin({ name: 'shell', dir: import.meta.dirname, build: { mode: 'production' }, pages, shared: {} })
  for (const config of [browser, prerender]) {
    config.output.path = path.join(import.meta.dirname, 'dist/production', path.basename(config.output.path))
    config.plugins = [...config.plugins.filter((plugin) => !(plugin instanceof ReleasePlugin)), release]
  }
  browser.plugins.push(new rspack.experiments.VirtualModulesPlugin({ [runtime]: runtimeSource }))
  browser.resolve.alias['@module-federation/enhanced/runtime$'] = runtime
  browser.resolve.alias[path.join(shell, 'src/federation-core.ts')] = runtime
  Object.assign(prerender.entry, Object.fromEntries(sources.map(({ page, file }) => [exposeName(page), file])))
  return [browser, prerender]
}
