// For tests: releases of a few lines, and folders that go when the test does.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { releaseVersion } from '@site/shared/build/release-version'
import type { Release, ReleasedPage } from '@site/shared/release'

export function temporaryFolder() {
  return fs.mkdtempDisposable(path.join(os.tmpdir(), 'site-test-'))
}

export const site = {
  url: 'https://www.fairlead.example',
  brand: 'Fairlead',
  tagline: 'Hiring',
  email: 'hello@fairlead.example',
  phone: '020 7946 0321',
  phoneHref: '+442079460321',
  city: 'London',
  bookingUrl: 'https://booking.example/',
  social: { x: 'https://x.com/', linkedin: 'https://www.linkedin.com/', instagram: 'https://www.instagram.com/' },
  copyrightYear: 2024,
}

/** A release without any file. */
export function tinyRelease(bundle: string, given: Partial<Release> = {}): Release {
  return {
    bundle,
    version: '0123456789ab',
    mode: 'production',
    pages: [],
    entry: `${bundle}.js`,
    scripts: [],
    styles: [],
    fonts: [],
    shared: {},
    files: [],
    ...given,
  }
}

/** The page at /<expose>, from prerender/<expose>.mjs. */
export function tinyPage(expose: string, given: Partial<ReleasedPage> = {}): ReleasedPage {
  return { path: `/${expose}`, title: expose, description: `All about ${expose}.`, expose, scripts: [], styles: [], ...given }
}

/** Writes a release as a build would, with its files and a version that follows from them. Returns its folder. */
export async function writeBuild(folder: string, release: Release, contents: Record<string, string>): Promise<string> {
  const files = Object.entries(contents).map(([file, text]) => ({
    path: file,
    sha256: hash(text),
    size: Buffer.byteLength(text),
  }))
  const version = releaseVersion({ ...release, files })
  const build = path.join(folder, 'builds', `${release.bundle}-${version}`)
  for (const [file, text] of Object.entries(contents)) {
    await fs.mkdir(path.dirname(path.join(build, file)), { recursive: true })
    await fs.writeFile(path.join(build, file), text)
  }
  await fs.writeFile(path.join(build, 'release.json'), JSON.stringify({ ...release, version, files }))
  return build
}

/** A shell that renders the heading of the page, or of the 404 page. */
export const tinyShell = `
  import { createElement } from 'react'
  import { renderToString } from 'react-dom/server'
  const NotFound = () => [createElement('h1', { key: 1 }, 'Page Not Found'), 'There is nothing at this address.']
  export function renderPage(composition, path, component) {
    return renderToString(createElement('main', { id: 'main' }, createElement(component ?? NotFound)))
  }`

/** A page module that shows a heading, a text and whatever else is given. */
export const tinyModule = (extra = 'null') => `
  import { createElement } from 'react'
  export default function Page() {
    return [createElement('h1', { key: 1 }, 'About'), 'We bring people and work together.', ${extra}]
  }`

/** A remote of pages that are one module each; the page without a name is the home page. Returns its folder. */
export function buildTinyRemote(
  folder: string,
  bundle: string,
  modules: Record<string, string>,
  given: Partial<Release> = {},
): Promise<string> {
  const pages = Object.keys(modules).map((expose) => tinyPage(expose, { title: `Page ${expose}` }))
  const files = Object.entries(modules).map(([expose, text]) => [`prerender/${expose}.mjs`, text])
  files.push([`browser/${bundle}.js`, 'start()'])
  return writeBuild(folder, tinyRelease(bundle, { pages, ...given }), Object.fromEntries(files))
}

/** Writes a shell that draws pages with tinyShell. Returns its folder. */
export function buildTinyShell(folder: string): Promise<string> {
  const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" rx="2"/></svg>'
  const files = { 'browser/shell.js': 'start()', 'browser/favicon.svg': icon, 'prerender/shell.mjs': tinyShell }
  return writeBuild(folder, tinyRelease('shell', { shared: { react: '19.3.1' }, icon: 'favicon.svg' }), files)
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
