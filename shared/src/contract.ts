// What a remote owes the shell: its pages. Nothing else passes between them but the singletons of rspack.base.js.

/** One address of the site. */
export interface Page {
  /** Where it lives: '/' or '/lower-case-words'. Matched without regard to case or a trailing slash. */
  path: string
  /** For the tab and search results; the shell adds the brand behind it. */
  title: string
  /** For search results: one or two sentences. */
  description: string
  /** The file, seen from the remote's src folder, whose default export is the page's component. */
  component: `./${string}.tsx`
}

const wellFormedPath = /^\/(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\/[a-z0-9]+(?:-[a-z0-9]+)*)*)?$/

/** Where the server itself answers. */
const reservedPath = /^\/(?:api|healthz|images|readyz|releases|voice-stand-in)(?:\/|$)/

/**
 * Declares the pages of a remote.
 * @throws Error with one line for each page that breaks the contract.
 */
export function definePages(pages: Page[]): Page[] {
  const faults = faultsOfPages(pages.map((page) => ({ ...page, expose: exposeName(page) })))
  if (faults.length > 0) throw new Error(`The pages of this remote can't be used:\n${faults.join('\n')}`)
  return pages
}

/** The name under which federation exposes a page: its file's name, 'pricing' for './pricing/pricing.tsx'. */
export function exposeName(page: Pick<Page, 'component'>): string {
  return page.component.slice(page.component.lastIndexOf('/') + 1, -'.tsx'.length)
}

/** The global variable in which a remote's entry leaves its container: '-' may stand in the name of a bundle, not in that. */
export function containerName(bundle: string): string {
  return bundle.replaceAll('-', '_')
}

/** The form in which two addresses are compared: lower case, no trailing slash. */
export function canonicalPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/'
}

/** What the contract knows of a page that is built. */
export type BuiltPage = Pick<Page, 'path' | 'title' | 'description'> & { expose: string }

/** One sentence for each rule that a page breaks: for the build, and again for the server that is handed a release. */
export function faultsOfPages(pages: BuiltPage[]): string[] {
  return pages.flatMap((page, index) => faultsOfPage(page, pages.slice(0, index)))
}

function faultsOfPage(page: BuiltPage, earlier: BuiltPage[]): string[] {
  const faults: string[] = []
  if (!wellFormedPath.test(page.path)) faults.push(`'${page.path}': a path is '/' or '/lower-case-words'.`)
  if (reservedPath.test(page.path)) faults.push(`'${page.path}' is an address of the server itself.`)
  if (!page.title.trim()) faults.push(`'${page.path}' has no title.`)
  if (!page.description.trim()) faults.push(`'${page.path}' has no description.`)
  if (earlier.some((other) => other.path === page.path)) faults.push(`'${page.path}' is declared twice.`)
  const twin = earlier.find((other) => other.expose === page.expose)
  if (twin) faults.push(`'${page.path}' and '${twin.path}' both have a file named '${page.expose}.tsx'.`)
  return faults
}
