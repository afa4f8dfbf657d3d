// The HTML document around a prerendered page. Everything that the page needs is named here, so nothing waits for
// anything else: styles inline, scripts and fonts to be fetched at once, the composition as data.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Composition, type CompositionPage, documentTitle, notFound } from '@site/shared/composition'
import { notFoundSheet, type Style } from '@site/shared/release'
import { escapeData, escapeHtml } from './escape.ts'
import { integrityOf } from './integrity.ts'
import type { Pictures } from './pictures.ts'
import type { StoredRelease } from './releases.ts'
import { sharingTags } from './sharing-tags.ts'

export interface PageDocument {
  html: string
  /** For the Content-Security-Policy, as in 'sha256-…'. */
  styleHash: string
}

/**
 * @param page the page, or nothing for the 404 page.
 * @param body what the shell's prerender made of it.
 * @param links paths that it links to.
 * @param isAnswer it answers a form that was posted without scripts, at another address than the page's: it has none.
 */
export type WriteDocument = (
  page: CompositionPage | undefined,
  body: string,
  links: Iterable<string>,
  options?: { isAnswer?: boolean },
) => Promise<PageDocument>

/** @param stored the releases of the composition, by bundle. */
export function createDocuments(composition: Composition, stored: Map<string, StoredRelease>, pictures: Pictures): WriteDocument {
  const pages = new Map(composition.pages.map((page) => [page.path, page]))
  const styles = new Map<string, Promise<string>>()
  const inlineStyles = async (bundle: StoredRelease, sheets: Style[]) => {
    const texts = sheets.map(({ file }) => {
      const address = `${bundle.release.bundle}/${file}`
      const text = styles.get(address) ?? readStyle(bundle, file)
      styles.set(address, text)
      return text
    })
    return (await Promise.all(texts)).join('')
  }
  const address = ({ release }: StoredRelease, file: string) => `${composition.bundles[release.bundle]?.base}${file}`
  const vouched = (bundle: StoredRelease, file: string) => {
    const integrity = integrityOf(bundle.release, file)
    return `"${address(bundle, file)}"${integrity ? ` integrity="${integrity}"` : ''}`
  }

  return async (page, body, links, { isAnswer = false } = {}) => {
    const { title, description } = page ?? notFound
    const shell = need(stored, 'shell')
    const remote = page ? need(stored, page.remote) : undefined
    const css = [
      await inlineStyles(shell, shell.release.styles),
      remote && page ? await inlineStyles(remote, stylesOf(remote, page)) : '',
      page ? '' : await notFoundStyles(shell),
    ].join('')
    const scripts = remote && page ? [remote.release.entry, ...page.scripts].map((file) => vouched(remote, file)) : []
    const startTags = () => [
      ...(remote && page ? stylesOf(remote, page).map((style) => loadedMarker(remote, style)) : []),
      `<script type="application/json" id="composition">${escapeData(partFor(composition, pages, page, links))}</script>`,
      `<script type="module" src=${vouched(shell, shell.release.entry)} fetchpriority="low"></script>`,
    ]
    const html = [
      '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      `<title>${escapeHtml(documentTitle(title, composition.site))}</title>`,
      `<meta name="description" content="${escapeHtml(description)}">`,
      ...(page && !isAnswer ? sharingTags(composition, page, pictures) : ['<meta name="robots" content="noindex">']),
      '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdece4">',
      '<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121b48">',
      `<link rel="icon" type="image/svg+xml" href="${address(shell, shell.release.icon ?? '')}">`,
      `<link rel="apple-touch-icon" href="${pictures.icons.touch}">`,
      '<link rel="manifest" href="/site.webmanifest">',
      ...shell.release.fonts.map(
        (file) => `<link rel="preload" as="font" type="font/woff2" href="${address(shell, file)}" crossorigin>`,
      ),
      ...(isAnswer ? [] : shell.release.scripts.map((file) => `${preloadScript(vouched(shell, file))} data-start>`)),
      ...(isAnswer ? [] : scripts.map((script) => `${preloadScript(script)}>`)),
      `<style>${css}</style>`,
      ...(isAnswer ? [] : startTags()),
      `</head><body><div id="root">${body}</div></body></html>`,
    ].join('')
    return { html, styleHash: `sha256-${createHash('sha256').update(css).digest('base64')}` }
  }
}

/** A site of more pages than this does not tell every page of all of them: each costs every page about 60 bytes. */
const mostListed = 40

/**
 * What a page gets to know of the composition: itself, the pages that it links to and their bundles. To any other page a
 * browser goes as from one site to another.
 */
function partFor(
  composition: Composition,
  pages: Map<string, CompositionPage>,
  page: CompositionPage | undefined,
  links: Iterable<string>,
): Composition {
  if (pages.size <= mostListed) return composition
  const paths = new Set([...(page ? [page.path] : []), ...links])
  const listed = [...paths].flatMap((path) => pages.get(path) ?? [])
  const names = new Set(['shell', ...listed.map(({ remote }) => remote)])
  const bundles = Object.entries(composition.bundles).filter(([name]) => names.has(name))
  return { ...composition, bundles: Object.fromEntries(bundles), pages: listed }
}

/**
 * Without its last bracket. What is read comes first: fonts and text are not to share the line with scripts.
 * With integrity and crossorigin as the script element will have them, or the file is fetched twice.
 */
function preloadScript(script: string): string {
  return `<link rel="preload" as="script" href=${script} crossorigin fetchpriority="low"`
}

async function readStyle({ release, folder }: StoredRelease, file: string): Promise<string> {
  const sheet = await fs.readFile(path.join(folder, 'browser', file), 'utf8')
  // Addresses in a stylesheet are relative to its file; inline they would be relative to the page.
  return sheet.replace(/url\((["']?)(?!data:|https?:|\/|#|["'])/g, `url($1/releases/${release.bundle}/${release.version}/`)
}

const stylesOf = ({ release }: StoredRelease, page: CompositionPage): Style[] =>
  release.pages.find(({ path }) => path === page.path)?.styles ?? []

async function notFoundStyles({ release, folder }: StoredRelease): Promise<string> {
  const file = `prerender/${notFoundSheet}`
  return release.files.some(({ path }) => path === file) ? fs.readFile(path.join(folder, file), 'utf8') : ''
}

/** Tells the remote's chunk loader that this stylesheet is already here: it stands in the inline styles. */
function loadedMarker({ release }: StoredRelease, style: Style): string {
  return `<link rel="stylesheet" data-rspack="${release.bundle}:chunk-${style.chunk}">`
}

function need(stored: Map<string, StoredRelease>, bundle: string): StoredRelease {
  const release = stored.get(bundle)
  if (!release) throw new Error(`The composition has no release of '${bundle}'.`)
  return release
}
