// Judges what somebody hands over as a release.json, before anything of it is believed.
import { releaseVersion } from '@site/shared/build/release-version'
import { faultsOfPages } from '@site/shared/contract'
import type { Release, ReleasedFile } from '@site/shared/release'
import { faultsOfShape, quote, type Shape } from './shape.ts'

/** Bytes. The largest file of the site has 2 MB, in development. */
export const largestFile = 8 * 1024 * 1024
export const mostFiles = 1000
/** Bytes of all files together. */
export const largestRelease = 50 * 1024 * 1024
export const mostPages = 200

/** Names stand in addresses and in folders. A property that every object has is none: names are looked up in objects. */
export function isBundleName(name: string): boolean {
  return /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name) && name.length <= 40 && !(name in {})
}

export function isVersion(version: string): boolean {
  return /^[a-f0-9]{12}$/.test(version)
}

/** Kinds of files that each folder takes, by the end of their names. */
const kinds: Record<string, string[]> = {
  browser: ['js', 'css', 'woff2', 'svg', 'png', 'jpg', 'webp', 'avif', 'ico', 'json', 'txt', 'map'],
  prerender: ['mjs', 'css'],
}

/**
 * @param given anything.
 * @returns the release, or sentences with everything that is wrong with it.
 */
export function checkRelease(given: unknown): { release: Release } | { reasons: string[] } {
  const reasons = faultsOfShape(given, shape, 'release.json')
  if (reasons.length === 0) reasons.push(...faultsOf(given as Release))
  if (reasons.length === 0) return { release: given as Release }
  const most = 50
  const more = reasons.length - most
  return { reasons: more > 0 ? [...reasons.slice(0, most), `There are ${more} more faults.`] : reasons }
}

const style: Shape = { fields: { file: 'text', chunk: 'text' } }
const page: Shape = {
  fields: {
    path: 'text',
    title: 'text',
    description: 'text',
    expose: 'text',
    scripts: { each: 'text' },
    styles: { each: style },
  },
}
const shape: Shape = {
  fields: {
    bundle: 'text',
    version: 'text',
    mode: 'text',
    pages: { each: page },
    entry: 'text',
    scripts: { each: 'text' },
    styles: { each: style },
    fonts: { each: 'text' },
    icon: 'text',
    shared: { values: 'text' },
    files: { each: { fields: { path: 'text', sha256: 'text', size: 'count' } } },
  },
  optional: ['icon'],
}

function faultsOf(release: Release): string[] {
  const { bundle, version, mode, pages, files } = release
  const faults: string[] = []
  if (!isBundleName(bundle)) faults.push(`${quote(bundle)} is no name of a bundle: lower-case words with '-' between them.`)
  if (mode !== 'production' && mode !== 'development') faults.push(`${quote(mode)} is no mode: production or development.`)
  if (pages.length > mostPages) return [...faults, `A bundle has at most ${mostPages} pages; this one has ${pages.length}.`]
  faults.push(...faultsOfFiles(files), ...faultsOfParts(release), ...faultsOfNamedFiles(release))
  faults.push(...faultsOfPages(pages), ...faultsOfShared(release))
  if (!isVersion(version)) faults.push(`${quote(version)} is no version: 12 hexadecimal digits.`)
  else if (version !== releaseVersion(release))
    faults.push(`The version ${version} does not follow from the content, which would be ${releaseVersion(release)}.`)
  return faults
}

/** Whether files have names, sizes and hashes that may stand in a data folder. */
function faultsOfFiles(files: ReleasedFile[]): string[] {
  if (files.length > mostFiles) return [`A release has at most ${mostFiles} files; this one has ${files.length}.`]
  const seen = new Set<string>()
  const faults = files.flatMap(({ path, sha256, size }) => {
    const own: string[] = []
    if (!isReleasePath(path)) own.push(`${quote(path)} is no place for a file: ${places}.`)
    if (seen.has(path.toLowerCase())) own.push(`${quote(path)} is listed twice; capitals make no difference.`)
    seen.add(path.toLowerCase())
    if (!/^[a-f0-9]{64}$/.test(sha256)) own.push(`${quote(path)} has no SHA-256 of 64 hexadecimal digits.`)
    if (size > largestFile) own.push(`${quote(path)} has ${size} bytes; a file has at most ${largestFile}.`)
    return own
  })
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (total > largestRelease) faults.push(`The files have ${total} bytes; a release has at most ${largestRelease}.`)
  return faults
}

const places = Object.entries(kinds)
  .map(([folder, ends]) => `${folder}/<name> of ${ends.join(', ')}`)
  .join('; ')

/** Flat, and of letters, digits, '.', '_' and '-': the name is an address as it is. */
function isReleasePath(path: string): boolean {
  const [, folder = '', end = ''] = /^(browser|prerender)\/[A-Za-z0-9_][\w.-]{0,149}\.([a-z0-9]+)$/.exec(path) ?? []
  return kinds[folder]?.includes(end) ?? false
}

/** What the shell has and remotes have not, and the other way round. */
function faultsOfParts({ bundle, pages, icon, files }: Release): string[] {
  const hasModule = (name: string) => files.some(({ path }) => path === `prerender/${name}.mjs`)
  if (bundle !== 'shell') {
    const faults = icon === undefined ? [] : [`${quote(bundle)} has an icon, which only the shell has.`]
    const unready = pages.filter(({ expose }) => !hasModule(expose))
    return [...faults, ...unready.map(({ path, expose }) => `${quote(path)} has no module ${quote(`prerender/${expose}.mjs`)}.`)]
  }
  return [
    ...(pages.length > 0 ? ['The shell has pages, which only remotes have.'] : []),
    ...(icon === undefined ? ['The shell has no icon.'] : []),
    ...(hasModule('shell') ? [] : ["The shell has no module 'prerender/shell.mjs'."]),
  ]
}

/** Every file that something names is there, and of the right kind. */
function faultsOfNamedFiles({ entry, scripts, styles, fonts, icon, pages, files }: Release): string[] {
  const there = new Set(files.map(({ path }) => path))
  const allStyles = [...styles, ...pages.flatMap((page) => page.styles)]
  const named = [
    ...[entry, ...scripts, ...pages.flatMap((page) => page.scripts)].map((file) => ({ file, end: '.js' })),
    ...allStyles.map(({ file }) => ({ file, end: '.css' })),
    ...fonts.map((file) => ({ file, end: '.woff2' })),
    ...(icon === undefined ? [] : [{ file: icon, end: '.svg' }]),
  ]
  const chunks = allStyles.filter(({ chunk }) => !/^[\w.-]{1,100}$/.test(chunk))
  return [
    ...named
      .filter(({ file }) => !there.has(`browser/${file}`))
      .map(({ file }) => `${quote(file)} is named but not in browser/.`),
    ...named.filter(({ file, end }) => !file.endsWith(end)).map(({ file, end }) => `${quote(file)} should end in ${end}.`),
    ...chunks.map(({ file, chunk }) => `${quote(file)} belongs to ${quote(chunk)}, which is no name of a chunk.`),
  ]
}

function faultsOfShared({ bundle, shared }: Release): string[] {
  const pattern = bundle === 'shell' ? /^\d+\.\d+\.\d+$/ : /^\^\d+\.\d+\.\d+$/
  const form = bundle === 'shell' ? 'x.y.z' : '^x.y.z'
  return Object.entries(shared).flatMap(([name, version]) => {
    const isPackage = /^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9./-]*$/.test(name) && !(name in {})
    if (!isPackage) return [`${quote(name)} in shared is no name of a package.`]
    return pattern.test(version) ? [] : [`${name} in shared should be ${form}, not ${quote(version)}.`]
  })
}
