// Text that goes into a document.

/** For text and attributes in double quotes, in HTML and XML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}

/** JSON for a script element: no text in it can end the element. */
export function escapeData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
