// The files at the root of the site that describe it as a whole.
import type { Composition } from '@site/shared/composition'
import { escapeHtml } from './escape.ts'
import type { Pictures } from './pictures.ts'
import { colours } from './share-image.ts'

/** @returns contents by file name. */
export function siteFiles({ site, pages }: Composition, { icons, favicon }: Pictures): Record<string, string | Buffer> {
  const addresses = pages.map(({ path }) => `<url><loc>${escapeHtml(site.url + path)}</loc></url>`)
  const icon = (src: string, size: number, purpose = 'any') => ({ src, sizes: `${size}x${size}`, type: 'image/png', purpose })
  const manifest = {
    name: site.brand,
    short_name: site.brand,
    description: site.tagline,
    lang: 'en-GB',
    start_url: '/',
    display: 'browser',
    background_color: colours.field,
    theme_color: colours.field,
    icons: [icon(icons.small, 192), icon(icons.large, 512), icon(icons.maskable, 512, 'maskable')],
  }
  return {
    'robots.txt': `User-agent: *\nDisallow: /api/\n\nSitemap: ${site.url}/sitemap.xml\n`,
    'sitemap.xml': `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses.join('\n')}\n</urlset>\n`,
    'site.webmanifest': JSON.stringify(manifest),
    'favicon.ico': favicon,
  }
}
