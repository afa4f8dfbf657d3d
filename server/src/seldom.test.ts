import { expect, test } from 'vitest'
import { seldom } from './seldom.ts'

test('the first call gets through at once, the next after a while, with the number of those in between', () => {
  let now = 0
  const told: [number, string][] = []
  const tell = seldom(
    (leftOut, text: string) => told.push([leftOut, text]),
    1000,
    () => now,
  )
  for (const text of ['first', 'second', 'third']) tell(text)
  now = 1000
  tell('fourth')
  expect(told).toEqual([
    [0, 'first'],
    [2, 'fourth'],
  ])
})
