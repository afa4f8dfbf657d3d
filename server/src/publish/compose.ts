// Which releases make the site, and what every page says of them.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Composition, CompositionBundle, CompositionPage } from '@site/shared/composition'
import type { Release } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'
import { fitFaults } from './fit.ts'
import { integrityOf } from './integrity.ts'
import { RefusedError } from './refused.ts'

/** Part of a composition's id: made by other code, the same releases are another composition. */
const publisherFingerprint = createHash('sha256')
  .update(
    fs
      .readdirSync(import.meta.dirname)
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .sort()
      .map((file) => fs.readFileSync(path.join(import.meta.dirname, file), 'utf8'))
      .join('\n'),
  )
  .digest('hex')

/**
 * The composition of one release of each bundle. Same input, same id, on every machine.
 * @throws RefusedError with one line for each reason why the releases don't fit together.
 */
export function compose(releases: Release[], site: SiteConfig): Composition {
  const faults = fitFaults(releases)
  if (faults.length > 0) throw new RefusedError("These releases don't make a site:", faults)
  const sorted = releases.toSorted((a, b) => (a.bundle < b.bundle ? -1 : 1))
  const bundles = Object.fromEntries(
    sorted.map((release): [string, CompositionBundle] => {
      const { bundle, version, entry } = release
      return [bundle, { version, base: `/releases/${bundle}/${version}/`, entry, integrity: integrityOf(release, entry) }]
    }),
  )
  const pages = sorted.flatMap((release) =>
    release.pages.map(
      (page): CompositionPage => ({
        path: page.path,
        title: page.title,
        description: page.description,
        remote: release.bundle,
        expose: page.expose,
        scripts: page.scripts,
        styles: page.styles.map((style) => style.file),
      }),
    ),
  )
  const id = createHash('sha256')
    .update(JSON.stringify([bundles, pages, site, publisherFingerprint]))
    .digest('hex')
    .slice(0, 12)
  return { id, site, bundles, pages }
}
