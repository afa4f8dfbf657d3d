// Arguments that several commands take, and how help shows examples.
import { InvalidArgumentError } from 'commander'

export function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It should be a whole number above 0.')
}

export function list(text: string): string[] {
  const items = text.split(',').map((item) => item.trim())
  if (items.every(Boolean)) return items
  throw new InvalidArgumentError('It should be names with commas between.')
}

export function examples(...lines: string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`
}

export function channelName(text: string): string {
  if (/^(live|preview-[a-z0-9]+(-[a-z0-9]+)*)$/.test(text)) return text
  throw new InvalidArgumentError(`It should be live, or a preview such as preview-new-form.`)
}
