import { expect, test } from 'vitest'
import { createTypeahead } from './typeahead.ts'

const names = ['AI Recruiter', 'WhatsApp Assistant', 'AI Outreach', 'Career FAQ Chatbot', 'CRM Refinement']

test('letters typed in a row name an entry', () => {
  const type = createTypeahead(names, () => 0)
  expect(type('c', -1)).toBe(3)
  expect(type('r', 3)).toBe(4)
})

test('the same letter again goes to the next entry that starts with it, and around', () => {
  const type = createTypeahead(names, () => 0)
  expect(type('a', -1)).toBe(0)
  expect(type('a', 0)).toBe(2)
  expect(type('a', 2)).toBe(0)
})

test('what was typed is forgotten after one second', () => {
  let time = 0
  const type = createTypeahead(names, () => time)
  expect(type('c', -1)).toBe(3)
  time = 999
  expect(type('r', 3)).toBe(4)
  time = 1999
  expect(type('w', 4)).toBe(1)
})

test('keys that are no letters, and names that nobody has, lead nowhere', () => {
  const type = createTypeahead(names, () => 0)
  expect(type('Tab', 0)).toBeUndefined()
  expect(type(' ', 0)).toBeUndefined()
  expect(type('z', 0)).toBeUndefined()
})

test('a space counts inside a name, not before it', () => {
  let time = 0
  const type = createTypeahead(names, () => time)
  for (const key of 'ai ') expect(type(key, -1)).toBe(0)
  expect(type('o', 0)).toBe(2)
  time = 1000
  expect(type(' ', 2)).toBeUndefined()
  expect(type('w', 2)).toBe(1)
})
