// release.json: what a built bundle says of itself. Written by the build, read by the server at publish.
import type { Page } from './contract.ts'

export type BundleName = string

/** One immutable built version of one bundle. File names are relative to the release's folder. */
export interface Release {
  bundle: BundleName
  /** 12 hexadecimal digits, derived from everything else here: shared/build/release-version.ts. */
  version: string
  mode: 'production' | 'development'
  pages: ReleasedPage[]
  /** The script that starts the bundle: the shell's start, a remote's federation entry. In browser/. */
  entry: string
  /** Scripts that the entry runs once the page was painted (the shell's). In browser/. */
  scripts: string[]
  /** Styles of the bundle itself (the shell's); a page's own are listed with the page. */
  styles: Style[]
  /** Fonts that the first paint needs, to be preloaded. In browser/. */
  fonts: string[]
  /** The site's icon, an SVG in browser/. Only the shell has one. */
  icon?: string
  /** Version of every package that the bundle provides (shell) or asks for as a range (remotes). */
  shared: Record<string, string>
  files: ReleasedFile[]
}

export interface ReleasedPage extends Pick<Page, 'path' | 'title' | 'description'> {
  /** Federation expose, and the name of the prerender module: prerender/<expose>.mjs. */
  expose: string
  /** Scripts beside the entry that the page needs at once. In browser/. */
  scripts: string[]
  styles: Style[]
}

/** A stylesheet in browser/, and the chunk that would load it: a link marked with it is not loaded again. */
export interface Style {
  file: string
  chunk: string
}

export interface ReleasedFile {
  /** 'browser/…' is served to visitors, 'prerender/…' only runs at publish. */
  path: string
  /** Hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
}
