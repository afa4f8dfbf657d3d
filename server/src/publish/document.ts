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
 * @param stored the releases of the composition, by bundle.
 * @param isAnswer it answers a form that was posted without scripts, at another address than the page's: it has none.
 */
export async function writeDocument(
  composition: Composition,
  page: CompositionPage | undefined,
  body: string,
  stored: Map<string, StoredRelease>,
  pictures: Pictures,
  { isAnswer = false } = {},
): Promise<PageDocument> {
  const { title, description } = page ?? notFound
  const shell = need(stored, 'shell')
  const remote = page ? need(stored, page.remote) : undefined
  const released = remote?.release.pages.find((candidate) => candidate.path === page?.path)
  const css = [
    await inlineStyles(shell, shell.release.styles),
    remote && released ? await inlineStyles(remote, released.styles) : '',
    page ? '' : await notFoundStyles(shell),
  ].join('')
  const address = (bundle: StoredRelease, file: string) => `${composition.bundles[bundle.release.bundle]?.base}${file}`
  const vouched = (bundle: StoredRelease, file: string) => {
    const integrity = integrityOf(bundle.release, file)
    return `"${address(bundle, file)}"${integrity ? ` integrity="${integrity}"` : ''}`
  }
  const scripts = remote && released ? [remote.release.entry, ...released.scripts].map((file) => vouched(remote, file)) : []
  const startTags = () => [
    ...(remote && released ? released.styles.map((style) => loadedMarker(remote, style)) : []),
    `<script type="application/json" id="composition">${escapeData(composition)}</script>`,
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

/**
 * Without its last bracket. What is read comes first: fonts and text are not to share the line with scripts.
 * With integrity and crossorigin as the script element will have them, or the file is fetched twice.
 */
function preloadScript(script: string): string {
  return `<link rel="preload" as="script" href=${script} crossorigin fetchpriority="low"`
}

async function inlineStyles({ release, folder }: StoredRelease, styles: Style[]): Promise<string> {
  const sheets = await Promise.all(styles.map((style) => fs.readFile(path.join(folder, 'browser', style.file), 'utf8')))
  const base = `/releases/${release.bundle}/${release.version}/`
  // Addresses in a stylesheet are relative to its file; inline they would be relative to the page.
  return sheets.join('').replace(/url\((["']?)(?!data:|https?:|\/|#|["'])/g, `url($1${base}`)
}

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
