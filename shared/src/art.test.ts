import { expect, test } from 'vitest'
import { coil, continued, loosePath, type Point, round, seededRandom, smoothPath, wave } from './art.ts'

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

test('a loose path starts at its first point and passes close to every other', () => {
  const points = Array.from({ length: 12 }, (_, index): Point => [index * 40 + 0.4, 100 + 60 * Math.sin(index)])
  const path = loosePath(points)
  expect(path).toMatch(/^M0 100q[\d -]+t[\d -]+$/)
  const passed = splinePoints(path)
  for (const [x, y] of points.slice(1, -1)) {
    const distance = Math.min(...passed.map(([px, py]) => Math.hypot(px - x, py - y)))
    expect(distance).toBeLessThan(8)
  }
})

test('a loose path of many points does not drift from them', () => {
  const points = Array.from({ length: 400 }, (_, index): Point => [index * 7.3, (index % 2) * 1.3])
  const [lastX, lastY] = splinePoints(loosePath(points)).at(-1) as Point
  expect(Math.abs(lastX - 398.5 * 7.3)).toBeLessThan(2)
  expect(Math.abs(lastY)).toBeLessThan(3)
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

/** Points along `M…q…t…`, ten for each curve. */
function splinePoints(path: string): Point[] {
  const [start = '', first = '', others = ''] = path.slice(1).split(/[qt]/)
  const numbers = (text: string) => (text.match(/-?\d+/g) ?? []).map(Number)
  const [startX = 0, startY = 0] = numbers(start)
  const [controlX = 0, controlY = 0, ...steps] = [...numbers(first), ...numbers(others)]
  let [x, y, cx, cy] = [startX, startY, startX + controlX, startY + controlY]
  const passed: Point[] = []
  for (let index = 0; index < steps.length; index += 2) {
    const step: Point = [steps[index] ?? 0, steps[index + 1] ?? 0]
    const [endX, endY] = [x + step[0], y + step[1]]
    for (let t = 0; t <= 1; t += 0.1) {
      const along = (from: number, pull: number, to: number) => (1 - t) ** 2 * from + 2 * t * (1 - t) * pull + t * t * to
      passed.push([along(x, cx, endX), along(y, cy, endY)])
    }
    ;[x, y, cx, cy] = [endX, endY, 2 * endX - cx, 2 * endY - cy]
  }
  return passed
}

/** The points that a path of cubic curves goes through. */
function ends(path: string): [number, number][] {
  return path
    .split(/[MC]/)
    .slice(1)
    .map((part) => part.split(' ').map(Number).slice(-2) as [number, number])
}
