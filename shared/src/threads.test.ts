import { expect, test } from 'vitest'
import { drawThreads, type ThreadsPlan } from './threads.ts'

const plan: ThreadsPlan = {
  seed: 11,
  count: 12,
  span: 400,
  ringRadius: 100,
  approach: { length: 300, leadIn: 60, steps: 4, jitter: 20, swing: 100, reach: 180, curls: 0.5, curlRadius: 30 },
  settle: 200,
  shortlist: { rows: [100, 200], end: 300 },
  others: { row: (index) => 350 + index * 5, end: 900, stagger: 10 },
}

test('every thread arrives: the shortlist on its rows, the others in staggered pairs', () => {
  const { shortlisted, others } = drawThreads(plan)
  expect(shortlisted.map(({ end }) => end)).toEqual([
    [300, 100],
    [300, 200],
  ])
  expect(others.map(({ end }) => end).slice(0, 4)).toEqual([
    [900, 350],
    [890, 355],
    [890, 360],
    [880, 365],
  ])
  expect(others).toHaveLength(10)
})

test('close neighbours are never shortlisted together', () => {
  const straight = { ...plan.approach, leadIn: 0, jitter: 0, swing: 0, curls: 0, reach: undefined }
  for (let seed = 1; seed <= 20; seed++) {
    const { shortlisted } = drawThreads({ ...plan, seed, approach: straight })
    const [first = 0, second = 0] = shortlisted.map(({ path }) => {
      const startRow = startRowOf(path)
      // Half a unit for its rounding.
      return Math.floor(((startRow + 60.5) / (plan.span + 120)) * plan.count)
    })
    expect(second - first).toBeGreaterThan(3)
  }
})

test('the same plan gives the same drawing, to the last unit', () => {
  const { shortlisted, others } = drawThreads(plan)
  expect(shortlisted[0]?.path).toBe('M-380 268q71-127 114-58t84 32 70-36C-84 206-38 211 0 211C80 211 92 100 200 100H300')
  expect(shortlisted.map(({ colour }) => colour)).toEqual([0, 1])
  expect(others.map(({ colour }) => colour)).toEqual([3, 4, 4, 2, 2, 5, 1, 0, 2, 1])
})

test('a thread that curls on its way is the same each time, too', () => {
  expect(drawThreads(plan).others[0]?.path).toBe(
    'M-369 32q61 20 98 20t75 36 77 72 64 40 29 17-12 17-31-6-9-20C-72 198-32 225 0 225C80 225 92 350 200 350H900',
  )
})

test('with sides, threads come in by turns from either side', () => {
  const { shortlisted, others } = drawThreads({ ...plan, approach: { ...plan.approach, reach: undefined, sides: 235 } })
  expect(shortlisted[0]?.path).toMatch(/^M-280 905q.*H300$/)
  const startsBelow = others.map(({ path }) => startRowOf(path) > plan.span / 2)
  expect(new Set(startsBelow)).toEqual(new Set([true, false]))
})

function startRowOf(path: string): number {
  return Number(/^M-?\d+ ?(-?\d+)q/.exec(path)?.[1])
}
