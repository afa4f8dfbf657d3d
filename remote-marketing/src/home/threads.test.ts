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
      const startRow = Number(path.split(/[ C]/)[1])
      return Math.floor(((startRow + 60) / (plan.span + 120)) * plan.count)
    })
    expect(second - first).toBeGreaterThan(3)
  }
})

test('the same plan gives the same drawing, to the last decimal', () => {
  const { shortlisted, others } = drawThreads(plan)
  expect(shortlisted[0]?.path).toBe(
    'M-380.3 268.2C-368.1 251.1 -333.3 166.9 -307.2 165.6C-281.2 164.4 -251.2 253.2 -224.1 260.7' +
      'C-196.9 268.2 -167.9 219.9 -144.6 210.8C-121.2 201.7 -94.2 206.8 -84.1 206' +
      'C-58.9 204.6 -37.9 210.9 0 210.9C80 210.9 92 100 200 100H300',
  )
  expect(shortlisted.map(({ colour }) => colour)).toEqual([0, 1])
  expect(others.map(({ colour }) => colour)).toEqual([3, 4, 4, 2, 2, 5, 1, 0, 2, 1])
})

test('a thread that curls on its way is the same each time, too', () => {
  expect(drawThreads(plan).others[0]?.path).toBe(
    'M-369.4 31.5C-358.9 34.7 -329.4 45.9 -306.8 50.3C-284.1 54.8 -258.1 46 -233.4 58.2' +
      'C-208.7 70.4 -183.5 101.5 -158.5 123.3C-133.4 145.2 -103.5 175.6 -83.1 189.1' +
      'C-62.6 202.6 -45.1 197.9 -35.9 204.3C-26.7 210.6 -24.8 222.2 -27.8 227.2' +
      'C-30.7 232.3 -45.1 236 -53.7 234.4C-62.4 232.8 -76.7 223.7 -79.7 217.6C-82.7 211.6 -72.9 201.5 -71.6 198.3' +
      'C-50.1 192.5 -32.2 224.7 0 224.7C80 224.7 92 350 200 350H900',
  )
})

test('with sides, threads come in by turns from either side', () => {
  const { shortlisted, others } = drawThreads({ ...plan, approach: { ...plan.approach, reach: undefined, sides: 235 } })
  expect(shortlisted[0]?.path).toMatch(/^M-280.3 905C-279.3 873.7 -279.1 775.8 -274.5 717C.*H300$/)
  const startsBelow = others.map(({ path }) => Number(path.split(/[ C]/)[1]) > plan.span / 2)
  expect(new Set(startsBelow)).toEqual(new Set([true, false]))
})
