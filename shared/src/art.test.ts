import { expect, test } from 'vitest'
import { coil, continued, type Point, round, seededRandom, smoothPath, wave } from './art.ts'

test('numbers are rounded to one decimal', () => {
  expect([1.25, 1.24, -0.26, 7].map(round)).toEqual([1.3, 1.2, -0.3, 7])
})

test('random numbers are those of mulberry32, the same for the same seed', () => {
  const random = seededRandom(1)
  expect([random(), random()]).toEqual([0.6270739405881613, 0.002735721180215478])
  expect(seededRandom(2)()).not.toBe(seededRandom(1)())
})

test('a smooth path goes through every point', () => {
  const points: Point[] = [
    [0, 0],
    [30, 60],
    [60, 0],
  ]
  expect(smoothPath(points)).toBe('M0 0C5 10 20 60 30 60C40 60 55 10 60 0')
})

test('without tension, a smooth path is straight', () => {
  const line: Point[] = [
    [0, 0],
    [30, 60],
  ]
  expect(smoothPath(line, 0)).toBe('M0 0C0 0 30 60 30 60')
})

test('a path is continued without its first M, decimals and signs included', () => {
  expect(continued('M-1.5 20C1 2 3 4 5 6')).toBe('C1 2 3 4 5 6')
})

test('a coil starts on its baseline and is one pitch further after each turn', () => {
  const path = coil({ x: 10, y: 50, turns: 2, radius: 8, pitch: 20 })
  expect(path).toMatch(/^M10 50C/)
  expect(ends(path)[14]).toEqual([30, 50])
  expect(ends(path)[28]).toEqual([50, 50])
  expect(ends(path)[7]?.[1]).toBe(34)
})

test('a wave starts and ends on its line and stays within its height', () => {
  const path = wave({ x: 100, y: 40, width: 120, height: 12, cycles: 9, seed: 3, step: 4 })
  expect(ends(path)[0]).toEqual([100, 40])
  expect(ends(path).at(-1)).toEqual([220, 40])
  const heights = ends(path).map(([, y]) => Math.abs(y - 40))
  expect(Math.max(...heights)).toBeLessThanOrEqual(12)
  expect(Math.max(...heights)).toBeGreaterThan(4)
})

/** The points that a path of cubic curves goes through. */
function ends(path: string): [number, number][] {
  return path
    .split(/[MC]/)
    .slice(1)
    .map((part) => part.split(' ').map(Number).slice(-2) as [number, number])
}
