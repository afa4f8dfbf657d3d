// The child process behind prerender.ts. Releases may lie anywhere on disk; whatever they import by name comes from
// the project's own node_modules, so that shell, remotes and React's renderer share one React and one toast store.
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { formAnswers, type PrerenderMessage, type PrerenderOrder } from './prerender.ts'

registerHooks({
  resolve(specifier, context, next) {
    const isPackage = !/^(?:[./]|node:|file:)/.test(specifier)
    return next(specifier, isPackage ? { ...context, parentURL: import.meta.url } : context)
  },
})

const send = (message: PrerenderMessage) => new Promise((sent) => process.send?.(message, sent))

process.once('message', async ({ composition, shell, pages }: PrerenderOrder) => {
  const { renderPage } = await import(pathToFileURL(shell).href)
  for (const { path, module } of pages) {
    try {
      const exported = module ? await import(pathToFileURL(module).href) : {}
      const component = exported.default
      if (module && typeof component !== 'function') throw new Error('its file has no default export that is a component.')
      const body = renderPage(composition, path, component)
      const answers = formAnswers.filter((name) => typeof exported[name] === 'function')
      const drawn = answers.map((name) => [name, renderPage(composition, path, exported[name])])
      await send({ path, body, answers: Object.fromEntries(drawn) })
    } catch (error) {
      await send({ path, error: error instanceof Error ? error.message : String(error) })
    }
  }
  process.disconnect()
})
