// Drawings are computed, not stored: a few numbers travel in the script instead of kilobytes of path data, and the
// same numbers give the same path in the prerender and in the browser.

export type Point = readonly [x: number, y: number]

/** One decimal is enough for art, and keeps the HTML small. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A smooth path through the points, as cubic Béziers (Catmull-Rom). Starts with `M`; see `continued`. */
export function smoothPath(points: readonly Point[], tension = 0.5): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] as Point
  const pull = tension / 3
  const [startX, startY] = at(0)
  let path = `M${round(startX)} ${round(startY)}`
  for (let index = 0; index < points.length - 1; index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const [x1, y1] = [from[0] + (to[0] - before[0]) * pull, from[1] + (to[1] - before[1]) * pull]
    const [x2, y2] = [to[0] - (after[0] - from[0]) * pull, to[1] - (after[1] - from[1]) * pull]
    path += `C${[x1, y1, x2, y2, to[0], to[1]].map(round).join(' ')}`
  }
  return path
}

/**
 * A path for tangles, of which nobody knows the exact way: a quadratic B-spline in two whole numbers a point, a third of
 * a smooth path's bytes. It starts at the first point, passes close to the others, and ends on its way to the last.
 */
export function loosePath(points: readonly Point[]): string {
  const [start, first, ...rest] = points.map((_, index) => sharpened(points, index)) as [Point, Point, ...Point[]]
  let [at, pull] = [start, first]
  const [firstStep, ...steps] = rest.map((next) => {
    const half: Point = [Math.round((pull[0] + next[0]) / 2), Math.round((pull[1] + next[1]) / 2)]
    const step = between(at, half)
    at = half
    // Where `t` will see the next control point: taken from what stands in the path, so that rounding never adds up.
    pull = [2 * half[0] - pull[0], 2 * half[1] - pull[1]]
    return step
  })
  return `M${start.join(' ')}q${between(start, first)} ${firstStep}t${steps.join(' ')}`.replaceAll(' -', '-')
}

/** A B-spline cuts corners by a quarter of their height, so the points are pushed out by as much. Whole numbers. */
function sharpened(points: readonly Point[], index: number): Point {
  const point = points[index] as Point
  const [before, after] = [points[index - 1] ?? point, points[index + 1] ?? point]
  const isInside = index > 0 && index < points.length - 1
  const push = (axis: 0 | 1) => Math.round(point[axis] + (isInside ? (2 * point[axis] - before[axis] - after[axis]) / 8 : 0))
  return [push(0), push(1)]
}

const between = (from: Point, to: Point) => `${to[0] - from[0]} ${to[1] - from[1]}`

/** The same path without its first `M`, to be put behind another one. */
export function continued(path: string): string {
  return path.replace(/^M[\d. -]+/, '')
}

/** A line that coils `turns` times over its baseline `y`: something is being processed. */
export function coil({
  x,
  y,
  turns,
  radius,
  pitch,
}: {
  x: number
  y: number
  turns: number
  radius: number
  pitch: number
}): string {
  const steps = turns * 14
  const points = Array.from({ length: steps + 1 }, (_, step): Point => {
    const angle = (step / 14) * 2 * Math.PI
    return [x + (pitch * angle) / (2 * Math.PI) + radius * 0.92 * Math.sin(angle), y - radius * (1 - Math.cos(angle))]
  })
  return smoothPath(points)
}

/** A speech wave along `y`, `width` long, loudest in its middle. */
export function wave(options: {
  x: number
  y: number
  width: number
  height: number
  cycles: number
  seed: number
  step: number
}): string {
  const { x, y, width, height, cycles, seed, step } = options
  const random = seededRandom(seed)
  const [slow, fast] = [0, 1].map(() => ({ phase: random() * 6.28, speed: 1.2 + random() * 4 })) as [Modulation, Modulation]
  const points: Point[] = []
  for (let along = 0; along <= width; along += step) {
    const t = along / width
    const envelope = Math.sin(Math.PI * t) ** 0.8
    const loudness =
      0.42 + 0.58 * Math.abs(Math.sin(slow.speed * t * 3.1 + slow.phase) * Math.sin(fast.speed * t * 2.2 + fast.phase))
    points.push([x + along, y + Math.sin(t * cycles * 6.28) * height * envelope * loudness])
  }
  return smoothPath(points, 0.62)
}

interface Modulation {
  phase: number
  speed: number
}
