// What a browser without scripts gets when it has posted the contact form: the page's own answers, prerendered at publish.
import fs from 'node:fs/promises'
import type { OutgoingHttpHeaders } from 'node:http'
import path from 'node:path'
import type { SiteConfig } from '@site/shared/site-config'
import { parse, serialize, defaultTreeAdapter as tree } from 'parse5'
import { pageHeaders } from '../headers.ts'
import type { PublishedDocument } from '../publish/composition-folder.ts'
import { attribute, type Element, elementsOf } from '../publish/html-tree.ts'
import type { FormAnswer } from '../publish/prerender.ts'

export interface FormPages {
  headers: OutgoingHttpHeaders
  sent: string
  /** The form with what was typed and a sentence in its red box. Both are put in as text, never as markup. */
  refused: (sentence: string, typed: Record<string, string>) => string
}

/**
 * Reads the answers of a published composition.
 * @returns nothing when its page with a form has none.
 */
export async function readFormPages(
  folder: string,
  documents: PublishedDocument[],
  site: Pick<SiteConfig, 'voice' | 'api'>,
): Promise<FormPages | undefined> {
  const find = (name: FormAnswer) => documents.find(({ answer }) => answer === name)
  const [sent, refused] = [find('Sent'), find('Refused')]
  if (!sent || !refused) return undefined
  const read = (document: PublishedDocument) => fs.readFile(path.join(folder, document.file), 'utf8')
  const [sentHtml, refusedHtml] = [await read(sent), await read(refused)]
  return {
    headers: pageHeaders(sent.styleHash, site),
    sent: focusOn(sentHtml, (element) => attribute(element, 'role') === 'status'),
    refused: (sentence, typed) => writeRefused(refusedHtml, sentence, typed),
  }
}

/** Without scripts the browser itself brings what matters into view. */
function focusOn(html: string, isMeant: (element: Element) => boolean): string {
  const document = parse(html)
  const place = elementsOf(mainOf(elementsOf(document))).find(isMeant)
  const target = place && elementsOf(place).find((element) => attribute(element, 'tabindex') === '-1')
  if (target) set(target, 'autofocus', '')
  return serialize(document)
}

/** Exported for its test. */
export function writeRefused(html: string, sentence: string, typed: Record<string, string>): string {
  const document = parse(html)
  const elements = elementsOf(mainOf(elementsOf(document)))
  const box = elements.find((element) => attribute(element, 'role') === 'alert')
  const text = box && elementsOf(box).find((element) => element.tagName === 'p')
  if (text) write(text, sentence)
  if (box) set(box, 'autofocus', '')
  for (const element of elements) {
    const name = attribute(element, 'name') ?? ''
    if (Object.hasOwn(typed, name)) fillIn(element, typed[name] ?? '')
  }
  return serialize(document)
}

/** The same page with its links to pages of the site made absolute. */
export function linkTo(html: string, siteUrl: string): string {
  const document = parse(html)
  for (const element of elementsOf(document).filter(({ tagName }) => tagName === 'a')) {
    const href = attribute(element, 'href')
    if (href?.startsWith('/')) set(element, 'href', siteUrl + href)
  }
  return serialize(document)
}

function fillIn(element: Element, value: string): void {
  if (element.tagName === 'textarea') {
    // The parser takes away a line break at the start of a textarea.
    write(element, value.startsWith('\n') || value.startsWith('\r\n') ? `\n${value}` : value)
  } else if (element.tagName === 'select') {
    for (const option of elementsOf(element).filter(({ tagName }) => tagName === 'option')) {
      option.attrs = option.attrs.filter(({ name }) => name !== 'selected')
      if (attribute(option, 'value') === value) set(option, 'selected', '')
    }
  } else if (attribute(element, 'type') === 'checkbox') set(element, 'checked', '')
  else if (element.tagName === 'input') set(element, 'value', value)
}

function set(element: Element, name: string, value: string): void {
  element.attrs = [...element.attrs.filter((attr) => attr.name !== name), { name, value }]
}

function write(element: Element, text: string): void {
  element.childNodes = []
  tree.insertText(element, text)
}

function mainOf(elements: Element[]): Element {
  const main = elements.find(({ tagName }) => tagName === 'main')
  if (!main) throw new Error('The answer to the form has no main.')
  return main
}
