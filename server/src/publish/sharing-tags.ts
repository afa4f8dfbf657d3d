// What stands in the head of a page for search engines, and for whoever shows a link to it.
import { type Composition, type CompositionPage, documentTitle } from '@site/shared/composition'
import { escapeData, escapeHtml } from './escape.ts'
import type { Pictures } from './pictures.ts'
import { shareImageSize } from './share-image.ts'
import { structuredData } from './structured-data.ts'

/** @returns tags for the head, one by one. */
export function sharingTags(composition: Composition, page: CompositionPage, pictures: Pictures): string[] {
  const { site } = composition
  const title = documentTitle(page.title, site)
  const image = site.url + pictures.share.get(page.path)
  const openGraph = {
    type: 'website',
    site_name: site.brand,
    locale: 'en_GB',
    title,
    description: page.description,
    url: site.url + page.path,
    image,
    'image:width': shareImageSize.width,
    'image:height': shareImageSize.height,
    'image:alt': title,
  }
  const twitter = { card: 'summary_large_image', title, description: page.description, image }
  return [
    `<link rel="canonical" href="${escapeHtml(site.url + page.path)}">`,
    ...Object.entries(openGraph).map(([name, value]) => `<meta property="og:${name}" content="${escapeHtml(String(value))}">`),
    ...Object.entries(twitter).map(([name, value]) => `<meta name="twitter:${name}" content="${escapeHtml(value)}">`),
    `<script type="application/ld+json">${escapeData(structuredData(composition, page, pictures.icons.large))}</script>`,
  ]
}
