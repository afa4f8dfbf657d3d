// Text typed into the form, kept until it was sent. Never the consent: that is given each time.
import { labels } from './contact.copy.ts'
import { readStored, store } from './session.ts'

const name = 'enquiry-draft'

export type Draft = Partial<Record<keyof typeof labels, string>>

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What has been typed and not sent. */
export function readDraft(): Draft {
  const draft = readStored<Record<string, unknown>>(name) ?? {}
  return Object.fromEntries(Object.entries(draft).filter(([field, value]) => field in labels && typeof value === 'string'))
}

/** Remembers what stands in a field now. */
export function keepField({ name: field, value }: Field): void {
  if (field in labels) store(name, { ...readDraft(), [field]: value })
}

/** Puts the draft into the fields that are empty, and takes from the others what was typed before this code came. */
export function meetForm(form: HTMLFormElement): void {
  const draft = readDraft()
  for (const key of Object.keys(labels) as (keyof Draft)[]) {
    const field = form.elements.namedItem(key) as Field | null
    if (field?.value) keepField(field)
    else if (field && draft[key]) field.value = draft[key]
  }
}

export function forgetDraft(): void {
  store(name, undefined)
}
