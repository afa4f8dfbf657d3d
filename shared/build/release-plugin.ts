// Writes release.json beside the two builds of a bundle, when both are done.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Compiler, StatsCompilation } from '@rspack/core'
import { exposeName, type Page } from '../src/contract.ts'
import type { Release, ReleasedFile, ReleasedPage, Style } from '../src/release.ts'
import { releaseVersion } from './release-version.ts'

interface Bundle {
  name: string
  dir: string
  build: { mode: Release['mode'] }
  pages: Page[]
  /** What the bundle provides to others. Left out by remotes, which ask instead. */
  shared?: Release['shared']
}

/** One instance belongs to both builds, browser and prerender. */
export class ReleasePlugin {
  #bundle: Bundle
  #unfinished = 0
  #stats: StatsCompilation | undefined

  constructor(bundle: Bundle) {
    this.#bundle = bundle
  }

  apply(compiler: Compiler): void {
    this.#unfinished++
    compiler.hooks.done.tap('ReleasePlugin', (stats) => {
      if (stats.hasErrors()) return
      if (compiler.options.name?.endsWith(':browser')) {
        this.#stats = stats.toJson({ all: false, chunkGroups: true, chunks: true, entrypoints: true, ids: true })
      }
      this.#unfinished--
      if (this.#unfinished === 0) this.#write()
    })
  }

  #write(): void {
    const { name, dir, build, pages, shared } = this.#bundle
    const folder = path.join(dir, 'dist', build.mode)
    const stats = this.#stats
    if (!stats) throw new Error(`The browser build of '${name}' left no statistics.`)
    const files = hashFiles(folder)
    const described = { ...describeRelease(folder, stats, pages), shared: shared ?? readShared(folder) }
    const version = releaseVersion({ bundle: name, mode: build.mode, ...described, files })
    const release: Release = { bundle: name, version, mode: build.mode, ...described, files }
    fs.writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  }
}

function describeRelease(folder: string, stats: StatsCompilation, pages: Page[]) {
  const entryFiles = Object.values(stats.entrypoints ?? {}).flatMap((entry) => (entry.assets ?? []).map((asset) => asset.name))
  const [entry, ...scripts] = entryFiles.filter((file) => file.endsWith('.js'))
  if (!entry) throw new Error('The build has no entry script.')
  const files = fs.readdirSync(path.join(folder, 'browser'))
  return {
    entry,
    scripts,
    styles: stylesOf(stats, entryFiles),
    fonts: files.filter((file) => file.endsWith('.woff2')),
    icon: files.find((file) => file.startsWith('favicon.')),
    pages: pages.map((page) => describePage(stats, page)),
  }
}

function describePage(stats: StatsCompilation, page: Page): ReleasedPage {
  const expose = exposeName(page)
  // Federation's own spelling of the chunk's name.
  const group = stats.namedChunkGroups?.[`__federation_expose_${expose.replace(/\W/g, '_')}`]
  const files = (group?.assets ?? []).map((asset) => asset.name)
  if (!files.some((file) => file.endsWith('.js'))) throw new Error(`The build has no script for the page '${page.path}'.`)
  const { path: address, title, description } = page
  return {
    path: address,
    title,
    description,
    expose,
    scripts: files.filter((file) => file.endsWith('.js')),
    styles: stylesOf(stats, files),
  }
}

function stylesOf(stats: StatsCompilation, files: string[]): Style[] {
  return files
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, chunk: String(stats.chunks?.find((chunk) => chunk.files?.includes(file))?.id) }))
}

/** The ranges that a remote asks for, from federation's own manifest, which lists only what the bundle really uses. */
function readShared(folder: string): Release['shared'] {
  const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'browser/mf-manifest.json'), 'utf8'))
  const asked: { name: string; requiredVersion: string }[] = manifest.shared
  return Object.fromEntries(
    asked.map((item) => [item.name, item.requiredVersion] as const).sort(([a], [b]) => a.localeCompare(b)),
  )
}

function hashFiles(folder: string): ReleasedFile[] {
  return ['browser', 'prerender']
    .flatMap((part) => fs.readdirSync(path.join(folder, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/^mf-(manifest|stats)\.json$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const bytes = fs.readFileSync(file)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path: path.relative(folder, file).replaceAll(path.sep, '/'), sha256, size: bytes.length }
    })
}
