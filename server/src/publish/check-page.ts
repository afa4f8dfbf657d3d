// What a rendered page must be before visitors see it.
import { canonicalPath } from '@site/shared/contract'
import { html, parse } from 'parse5'
import { attribute, type Element, elementsOf, textOf } from './html-tree.ts'

/** What a page's HTML says of itself. Small: a site may have thousands of pages, and their trees are a hundred times larger. */
export interface PageFacts {
  /** The text of its h1. */
  heading: string
  /** Where it links to on this site, each place once. */
  links: PageLink[]
  ids: Set<string>
  /** Sentences without a subject, as in 'has no h1.' */
  faults: string[]
}

export interface PageLink {
  href: string
  /** Canonical; none for an anchor on the same page. */
  path?: string
  /** With '#', or empty. */
  hash: string
}

/** @param body the content of the page's body. */
export function readPage(body: string): PageFacts {
  const elements = elementsOf(parse(body))
  const heading = elements.find(({ tagName }) => tagName === 'h1')
  const hrefs = elements.filter(({ tagName }) => tagName === 'a').map((element) => attribute(element, 'href') ?? '')
  return {
    heading: textOf(heading).replace(/\s+/g, ' ').trim(),
    links: [...new Set(hrefs)].filter((href) => /^(?:#|\/(?!\/))/.test(href)).map(readLink),
    ids: new Set(elements.flatMap((element) => attribute(element, 'id') ?? [])),
    faults: faultsOf(elements),
  }
}

function readLink(href: string): PageLink {
  const { pathname, hash } = new URL(href, 'http://site')
  return { href, hash, ...(!href.startsWith('#') && { path: canonicalPath(pathname) }) }
}

function faultsOf(elements: Element[]): string[] {
  const faults: string[] = []
  const named = (name: string) => elements.filter((element) => element.tagName === name)
  const headings = named('h1').length
  if (headings !== 1) faults.push(`has ${headings} h1; a page has one.`)
  // A drawing may have titles of its own.
  if (named('title').some((title) => title.namespaceURI === html.NS.HTML))
    faults.push('has a title element in its body; the title of a page stands in the contract.')
  if (textOf(named('main')[0]).trim().length < 20) faults.push('is empty.')
  const inline = named('script').filter((script) => !attribute(script, 'src') && !attribute(script, 'type')?.endsWith('json'))
  if (inline.length > 0) faults.push('has an inline script; the Content-Security-Policy refuses those.')
  const styled = elements.find((element) => attribute(element, 'style') !== undefined)
  if (styled) faults.push(`has a style attribute on <${styled.tagName}>; the Content-Security-Policy refuses those.`)
  return faults
}

/**
 * Checks all pages of a composition together.
 * @param pages facts by path, or by another name for what has none.
 * @returns one sentence for each fault; none means that the site may go live.
 */
export function checkPages(pages: Map<string, PageFacts>): string[] {
  return [...pages].flatMap(([name, { faults, links }]) => {
    const dead = links.flatMap((link) => deadLink(link, name, pages))
    return [...faults, ...dead].map((fault) => `${name} ${fault}`)
  })
}

function deadLink({ href, path, hash }: PageLink, from: string, pages: Map<string, PageFacts>): string[] {
  const target = pages.get(path ?? from)
  if (!target) return [`links to ${href}, which is no page.`]
  return hash && !target.ids.has(hash.slice(1)) ? [`links to ${href}, but that page has no such anchor.`] : []
}
