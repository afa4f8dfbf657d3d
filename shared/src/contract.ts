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

/**
 * Declares the pages of a remote.
 * @throws Error with one line for each page that breaks the contract.
 */
export function definePages(pages: Page[]): Page[] {
  const faults = pages.flatMap((page, index) => faultsOf(page, pages.slice(0, index)))
  if (faults.length > 0) throw new Error(`The pages of this remote can't be used:\n${faults.join('\n')}`)
  return pages
}

/** The name under which federation exposes a page: its file's name, 'pricing' for './pricing/pricing.tsx'. */
export function exposeName(page: Pick<Page, 'component'>): string {
  return page.component.slice(page.component.lastIndexOf('/') + 1, -'.tsx'.length)
}

/** The form in which two addresses are compared: lower case, no trailing slash. */
export function canonicalPath(pathname: string): string {
  return pathname.toLowerCase().replace(/\/+$/, '') || '/'
}

function faultsOf(page: Page, earlier: Page[]): string[] {
  const faults: string[] = []
  if (!wellFormedPath.test(page.path)) faults.push(`'${page.path}': a path is '/' or '/lower-case-words'.`)
  if (!page.title.trim()) faults.push(`'${page.path}' has no title.`)
  if (!page.description.trim()) faults.push(`'${page.path}' has no description.`)
  if (earlier.some((other) => other.path === page.path)) faults.push(`'${page.path}' is declared twice.`)
  const twin = earlier.find((other) => exposeName(other) === exposeName(page))
  if (twin) faults.push(`'${page.path}' and '${twin.path}' both have a file named '${exposeName(page)}.tsx'.`)
  return faults
}
