// Facts of a page as data, and looking for them.
import { expect, type Locator } from '@playwright/test'
import { readSettings } from 'server/settings'

const { bookingUrl } = readSettings({}).site

/** Words of the specification, found whatever their case and typography; a pattern where it leaves the wording open. */
export type Words = string | RegExp

export interface Facts {
  /** Words that have to be on screen. */
  texts?: Words[]
  /** What has to be on screen, in words, and where it is. */
  shows?: Record<string, string>
  /** Percentages drawn as a picture, on screen and in the picture's name. */
  scores?: string[]
  /** Addresses by the name of their link. */
  links?: Record<string, string>
  /** How the link to the scheduling page is worded here. */
  consultation?: 'Book a Consultation' | 'Speak to a Specialist'
  /** Lists with exactly these items in this order. */
  lists?: Item[][]
}

export interface Item extends Facts {
  name: Words
}

/** Each fact is a soft assertion: one run names all that is missing. */
export async function expectFacts(scope: Locator, facts: Facts): Promise<void> {
  for (const words of facts.texts ?? []) await expect.soft(readable(scope, words).first(), `${words}`).toBeVisible()
  for (const [what, selector] of Object.entries(facts.shows ?? {})) {
    await expect.soft(scope.locator(selector).filter({ hasText: /\S/ }).first(), what).toBeVisible()
  }
  for (const score of facts.scores ?? []) {
    await expect.soft(scope.getByRole('img', { name: score }), `${score}, in a picture's name`).toHaveText(score)
    await expect.soft(scope.getByText(score).first(), score).toBeVisible()
  }
  for (const [name, href] of Object.entries(facts.links ?? {})) {
    await expect.soft(scope.getByRole('link', { name, exact: true }), name).toHaveAttribute('href', href)
  }
  if (facts.consultation) {
    const link = scope.getByRole('link', { name: facts.consultation }).first()
    await expect.soft(link, facts.consultation).toHaveAttribute('href', bookingUrl)
  }
  for (const items of facts.lists ?? []) await expectList(scope, items)
}

async function expectList(scope: Locator, items: Item[]): Promise<void> {
  // A list is known by its first item, in front of which its number may stand.
  const first = scope.page().getByText(new RegExp(`^\\d?${pattern(items[0]?.name ?? '').source}$`, 'i'))
  const entries = scope.locator('ol, ul').filter({ has: first }).last().locator('> li')
  await expect.soft(entries, `the list that starts with ${items[0]?.name}`).toHaveCount(items.length)
  for (const [index, item] of items.entries()) {
    await expect.soft(readable(entries.nth(index), item.name).first(), `${item.name}, at ${index + 1}`).toBeVisible()
    await expectFacts(entries.nth(index), item)
  }
}

export async function expectConsultation(link: Locator): Promise<void> {
  await expect.soft(link).toHaveAttribute('href', bookingUrl)
  await expect.soft(link).toHaveAttribute('target', '_blank')
  await expect.soft(link).toHaveAttribute('rel', /noopener|noreferrer/)
  await expect.soft(link).toHaveAccessibleName(/^(Book a Consultation|Speak to a Specialist).*new tab/)
}

/** Elements with these words, on screen and for screen readers. */
export function readable(scope: Locator, words: Words): Locator {
  const forAll = scope.page().locator(':not([aria-hidden="true"], [aria-hidden="true"] *)')
  return scope.getByText(pattern(words)).and(forAll).filter({ visible: true })
}

function pattern(words: Words): RegExp {
  if (words instanceof RegExp) return words
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(escaped.replaceAll('-', '[-–]').replaceAll("'", "['’]"), 'i')
}
