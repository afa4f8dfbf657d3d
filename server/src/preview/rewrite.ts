// A document as it was published, for those who chose to see other remotes: with other data, and a badge that says so.
import { type Composition, documentTitle, findPage } from '@site/shared/composition'
import type { Activation } from '../deploy/activations.ts'
import { escapeData, escapeHtml } from '../publish/escape.ts'
import { drawBadge } from './badge.ts'

/** What the channel shows. */
interface Shown {
  activation: Pick<Activation, 'channel'>
  answers: { composition: Composition }
}

/**
 * @param html of a page, or of the 404 page.
 * @param overrides remote to origin.
 * @param overriddenPath a page whose remote comes from elsewhere: its HTML is not from here, so the browser draws it.
 */
export function rewrite(
  html: string,
  { activation, answers: { composition } }: Shown,
  overrides: Record<string, string>,
  overriddenPath?: string,
): string {
  const badge = drawBadge(composition, activation.channel, overrides)
  const withData = html.replace(
    /(<script type="application\/json" id="composition">)(.*?)<\/script>/s,
    (_, tag, data) =>
      `${tag}${escapeData(override(withPage(JSON.parse(data), composition, overriddenPath), overrides))}</script>`,
  )
  if (!overriddenPath) return withData.replace('</body></html>', () => `${badge}</body></html>`)
  const title = findPage(composition, overriddenPath)?.title ?? ''
  return withData
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(documentTitle(title, composition.site))}</title>`)
    .replace(/<body><div id="root">.*<\/body>/s, () => `<body><div id="root"></div>${badge}</body>`)
}

/** What a document says of the composition, with one page more. */
function withPage(part: Composition, { bundles, pages }: Composition, path: string | undefined): Composition {
  const page = pages.find((candidate) => candidate.path === path)
  const bundle = page && bundles[page.remote]
  if (!page || !bundle || part.pages.some((known) => known.path === path)) return part
  return { ...part, bundles: { ...part.bundles, [page.remote]: bundle }, pages: [...part.pages, page] }
}

/** Dev servers name their entry without a hash, and nobody knows its integrity. */
function override(composition: Composition, overrides: Record<string, string>): Composition {
  const bundles = Object.entries(overrides).map(([remote, origin]) => [
    remote,
    { version: origin, base: `${origin}/`, entry: 'remoteEntry.js' },
  ])
  return {
    ...composition,
    bundles: { ...composition.bundles, ...Object.fromEntries(bundles) },
    pages: composition.pages.map((page) => (Object.hasOwn(overrides, page.remote) ? { ...page, scripts: [], styles: [] } : page)),
  }
}
