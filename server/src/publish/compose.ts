// Which releases make the site, and what every page says of them.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Composition, CompositionBundle, CompositionPage } from '@site/shared/composition'
import type { Release } from '@site/shared/release'
import type { SiteConfig } from '@site/shared/site-config'
import { integrityOf } from './integrity.ts'

/** Part of a composition's id: another document around the same releases is another composition. */
const documentFingerprint = createHash('sha256')
  .update(
    ['document.ts', 'integrity.ts', 'sharing-tags.ts', 'share-image.ts', 'structured-data.ts', 'site-files.ts']
      .map(readSource)
      .join('\n'),
  )
  .digest('hex')

/**
 * The composition of one release of each bundle. Same input, same id, on every machine.
 * @throws Error with one line for each reason why the releases don't fit together.
 */
export function compose(releases: Release[], site: SiteConfig): Composition {
  const faults = faultsOf(releases)
  if (faults.length > 0) throw new Error(`These releases don't make a site:\n${faults.join('\n')}`)
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
    .update(JSON.stringify([bundles, pages, site, documentFingerprint]))
    .digest('hex')
    .slice(0, 12)
  return { id, site, bundles, pages }
}

function readSource(file: string): string {
  return fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
}

function faultsOf(releases: Release[]): string[] {
  const faults: string[] = []
  const shell = releases.find((release) => release.bundle === 'shell')
  if (!shell) return ['There is no shell.']
  const owners = new Map<string, string>()
  for (const { bundle, pages, shared, mode } of releases) {
    if (mode !== shell.mode)
      faults.push(`${bundle} is a ${mode} build, the shell a ${shell.mode} build: React takes only one kind.`)
    for (const { path } of pages) {
      const owner = owners.get(path)
      if (owner) faults.push(`${bundle} claims ${path}, which belongs to ${owner}.`)
      else owners.set(path, bundle)
    }
    if (bundle === 'shell') continue
    for (const [name, range] of Object.entries(shared)) {
      if (!satisfies(shell.shared[name], range)) {
        faults.push(`${bundle} needs ${name} ${range}; the shell provides ${shell.shared[name] ?? 'none'}.`)
      }
    }
  }
  return faults
}

/** Ranges are always '^x.y.z', see rspack.base.js: the first number above 0 stays, those behind it may grow. */
function satisfies(version: string | undefined, range: string): boolean {
  if (!version) return false
  const [have, need] = [version, range.slice(1)].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const fixed = need.findIndex((number) => number > 0)
  const changed = need.findIndex((number, index) => number !== have[index])
  return changed === -1 || (changed > fixed && (have[changed] ?? 0) > (need[changed] ?? 0))
}
