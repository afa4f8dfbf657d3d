import { expect, test } from 'vitest'
import { describeDifference, findDifferences } from './differences.ts'

test('what the provider adds is no difference, at any depth', () => {
  const wanted = { name: 'a', model: { messages: [{ content: 'Hello' }] }, hooks: undefined }
  const found = { id: '1', name: 'a', model: { url: 'x', messages: [{ content: 'Hello', role: 'system' }] }, hooks: [] }
  expect(findDifferences(wanted, found)).toEqual([])
})

test.each([
  [{ a: 1 }, { a: 2 }, 'a'],
  [{ a: 1 }, {}, 'a'],
  [{ a: 1 }, { a: '1' }, 'a'],
  [{ a: false }, { a: null }, 'a'],
  [{ a: { b: 1 } }, { a: null }, 'a'],
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 'a.b[1]'],
  [{ a: [1] }, { a: [1, 2] }, 'a'],
  [{ a: [] }, { a: {} }, 'a'],
  [{ a: {} }, { a: [] }, 'a'],
  [{ a: [{ b: 'x' }] }, { a: [{ b: 'y' }] }, 'a[0].b'],
])('%j differs from %j at %s', (wanted, found, path) => {
  expect(findDifferences(wanted, found).map((difference) => difference.path)).toEqual([path])
})

test('a difference is printed with what is there and what should be', () => {
  expect(describeDifference({ path: 'voice.voiceId', wanted: 'b', found: 'a' })).toBe('voice.voiceId\n  - "a"\n  + "b"')
  expect(describeDifference({ path: 'name', wanted: 'b', found: undefined })).toBe('name\n  - (not set)\n  + "b"')
})

test('of a long text only the lines that differ are printed', () => {
  const difference = { path: 'prompt', wanted: 'one\ntwo\nfour', found: 'one\nthree\nfour' }
  expect(describeDifference(difference)).toBe('prompt\n  - three\n  + two')
})

test('lines that only changed places are said to have done so', () => {
  expect(describeDifference({ path: 'prompt', wanted: 'a\nb', found: 'b\na' })).toBe(
    'prompt\n  (the same lines in another order)',
  )
})
