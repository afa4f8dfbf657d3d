// What a finished page must be before visitors see it.
import { canonicalPath } from '@site/shared/contract'
import { html, parse } from 'parse5'
import { attribute, type Element, elementsOf, textOf } from './html-tree.ts'

/**
 * Checks all documents of a composition together.
 * @param documents HTML by path.
 * @returns one sentence for each fault; none means that the site may go live.
 */
export function checkPages(documents: Map<string, string>): string[] {
  const parsed = new Map([...documents].map(([path, text]) => [path, elementsOf(parse(text))]))
  const ids = new Map([...parsed].map(([path, elements]) => [path, new Set(elements.map((element) => attribute(element, 'id')))]))
  return [...parsed].flatMap(([path, elements]) =>
    [...faultsOf(elements), ...deadLinks(path, elements, ids)].map((fault) => `${path} ${fault}`),
  )
}

function faultsOf(elements: Element[]): string[] {
  const faults: string[] = []
  const named = (name: string) => elements.filter((element) => element.tagName === name)
  const headings = named('h1').length
  if (headings !== 1) faults.push(`has ${headings} h1; a page has one.`)
  // A drawing may have titles of its own.
  if (named('title').filter((title) => title.namespaceURI === html.NS.HTML).length !== 1)
    faults.push('has no title, or more than one.')
  if (
    !elements.some(
      (element) => element.tagName === 'meta' && attribute(element, 'name') === 'description' && attribute(element, 'content'),
    )
  ) {
    faults.push('has no description.')
  }
  if (textOf(named('main')[0]).trim().length < 20) faults.push('is empty.')
  const inline = named('script').filter((script) => !attribute(script, 'src') && !attribute(script, 'type')?.endsWith('json'))
  if (inline.length > 0) faults.push('has an inline script; the Content-Security-Policy refuses those.')
  const styled = elements.find((element) => attribute(element, 'style') !== undefined)
  if (styled) faults.push(`has a style attribute on <${styled.tagName}>; the Content-Security-Policy refuses those.`)
  return faults
}

function deadLinks(path: string, elements: Element[], ids: Map<string, Set<string | undefined>>): string[] {
  const links = elements.filter((element) => element.tagName === 'a').map((element) => attribute(element, 'href'))
  return [...new Set(links)].flatMap((href) => {
    if (!href || !/^(?:#|\/(?!\/))/.test(href)) return []
    const { pathname, hash } = new URL(href, 'http://site')
    const target = ids.get(href.startsWith('#') ? path : canonicalPath(pathname))
    if (!target) return [`links to ${href}, which is no page.`]
    return hash && !target.has(hash.slice(1)) ? [`links to ${href}, but that page has no such anchor.`] : []
  })
}
