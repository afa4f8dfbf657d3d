import { parse } from 'parse5'
import { expect, test } from 'vitest'
import { attribute, elementsOf, textOf } from '../publish/html-tree.ts'
import { writeRefused } from './form-pages.ts'

const page = `<!doctype html><body><header><input name="email"></header><main><h1>Write to us</h1><form>
<input name="email"><input name="consent" type="checkbox"><textarea name="message"></textarea>
<select name="hiringNeeds"><option value="" selected>Choose</option><option value="tech">Tech</option></select>
<div role="alert"><p>…</p></div></form></main></body>`

function refuse(sentence: string, typed: Record<string, string>) {
  const all = elementsOf(parse(writeRefused(page, sentence, typed)))
  const main = all.find(({ tagName }) => tagName === 'main')
  const elements = main ? elementsOf(main) : []
  const named = (name: string) => elements.find((element) => attribute(element, 'name') === name)
  return { all, elements, named }
}

test('the form comes back with the sentence, in focus, and with what was typed', () => {
  const { elements, named } = refuse('Your name is missing.', {
    email: 'a@b.example',
    consent: 'on',
    message: '\nSix roles',
    hiringNeeds: 'tech',
  })
  const box = elements.find((element) => attribute(element, 'role') === 'alert')
  expect(textOf(box)).toBe('Your name is missing.')
  expect(box && attribute(box, 'autofocus')).toBe('')
  expect(attribute(named('email') as never, 'value')).toBe('a@b.example')
  expect(attribute(named('consent') as never, 'checked')).toBe('')
  expect(textOf(named('message'))).toBe('\nSix roles')
  const chosen = elements.filter((element) => attribute(element, 'selected') !== undefined)
  expect(chosen.map((option) => attribute(option, 'value'))).toEqual(['tech'])
})

test('whatever is typed stays text', () => {
  const attack = `</textarea></p>"'><script>alert(1)</script><img src=x onerror=alert(1)>&lt;b&gt;`
  const typed = { email: attack, message: attack, hiringNeeds: attack, __proto__: attack }
  const { all, elements, named } = refuse(attack, typed)
  expect(all.map(({ tagName }) => tagName)).not.toContain('script')
  expect(all.map(({ tagName }) => tagName)).not.toContain('img')
  expect(attribute(named('email') as never, 'value')).toBe(attack)
  expect(textOf(named('message'))).toBe(attack)
  expect(textOf(elements.find((element) => attribute(element, 'role') === 'alert'))).toBe(attack)
})

test('fields outside of the page’s content are left alone', () => {
  const { all } = refuse('No.', { email: 'a@b.example' })
  const fields = all.filter((element) => attribute(element, 'name') === 'email')
  expect(fields.map((element) => attribute(element, 'value'))).toEqual([undefined, 'a@b.example'])
})
