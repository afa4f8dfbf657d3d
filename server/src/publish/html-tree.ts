// Finding one's way in parsed HTML (parse5).
import type { DefaultTreeAdapterMap } from 'parse5'

export type Node = DefaultTreeAdapterMap['node']
export type Element = DefaultTreeAdapterMap['element']

/** All elements in the order of the document, the node itself included. */
export function elementsOf(node: Node): Element[] {
  const children = 'childNodes' in node ? node.childNodes.flatMap(elementsOf) : []
  return 'tagName' in node ? [node, ...children] : children
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}

/** All text in the node, one space between its pieces. */
export function textOf(node: Node | undefined): string {
  if (!node) return ''
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join(' ') : ''
}
