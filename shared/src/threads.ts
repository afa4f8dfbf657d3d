// Many applicants in, one ring, an ordered shortlist out: the site's key drawing, as paths.
import { loosePath, type Point, round, seededRandom } from './art.ts'

/** Lengths are in units of the drawing: x runs along the threads and is 0 at the ring, y runs across them. */
export interface ThreadsPlan {
  seed: number
  count: number
  /** How far across the threads start. The ring stands at the middle of it. */
  span: number
  /** Half the ring's height. */
  ringRadius: number
  approach: Approach
  /** Behind the ring a thread takes this length to settle on its row. */
  settle: number
  /** The rows of the shortlisted threads, and where they end. */
  shortlist: { rows: readonly number[]; end: number }
  /** The rows of all others, and where they end; each pair `stagger` before the last. */
  others: { row: (index: number) => number; end: number; stagger: number }
}

interface Approach {
  /** Where a thread starts to aim for the ring, and how much longer it wanders before that. */
  length: number
  leadIn: number
  /** Points on the way to the ring, and how far each may be out of step. */
  steps: number
  jitter: number
  /** How far a thread swings, and the distance from the middle that none leaves; none given, no limit. */
  swing: number
  reach?: number
  /** The share of threads that curl once on their way, and how wide. */
  curls: number
  curlRadius: number
  /** When given, threads come in by turns from either side, this far from the middle. */
  sides?: number
}

export interface Thread {
  path: string
  /** 0 to 5 */
  colour: number
  end: Point
}

/** The site's key drawing, left to right: a tangle, a ring, straight rows. Where the rows lie is left to the picture. */
export const heroPlan = {
  count: 36,
  span: 430,
  ringRadius: 104,
  settle: 250,
  approach: { length: 640, steps: 9, jitter: 26, swing: 138, reach: 208, curls: 0.22, curlRadius: 34 },
}

const shortlistColours = [0, 1, 3]

export function drawThreads(plan: ThreadsPlan): { shortlisted: Thread[]; others: Thread[] } {
  const random = seededRandom(plan.seed)
  const picked = pickShortlist(plan, random)
  const shortlisted: Thread[] = []
  const others: Thread[] = []
  for (let index = 0; index < plan.count; index++) {
    const { path, ringY } = drawApproach(plan, index, random)
    const finish = (row: number, x: number, colour: number): Thread => ({
      path: `${path}${curve(plan.settle * 0.4, ringY, plan.settle * 0.46, row, plan.settle, row)}H${round(x)}`,
      colour,
      end: [round(x), round(row)],
    })
    const rank = picked.indexOf(index)
    const shortlistRow = plan.shortlist.rows[rank]
    if (shortlistRow !== undefined) {
      shortlisted.push(finish(shortlistRow, plan.shortlist.end, shortlistColours[rank] ?? 0))
    } else {
      const { row, end, stagger } = plan.others
      const pairs = (others.length + 1) >> 1
      others.push(finish(row(others.length), end - pairs * stagger, Math.floor(random() * 6)))
    }
  }
  return { shortlisted, others }
}

/** Which threads make it: never close neighbours, so that their ways cross those of others. */
function pickShortlist(plan: ThreadsPlan, random: () => number): number[] {
  const picked: number[] = []
  while (picked.length < plan.shortlist.rows.length) {
    const candidate = Math.floor(random() * plan.count)
    if (picked.every((other) => Math.abs(other - candidate) > 3)) picked.push(candidate)
  }
  return picked.sort((a, b) => a - b)
}

/** The tangled way to the ring. The order of the random numbers is the drawing: another order, another drawing. */
function drawApproach({ count, span, ringRadius, approach }: ThreadsPlan, index: number, random: () => number) {
  const { length, leadIn, steps, jitter, swing, reach, curls, curlRadius, sides } = approach
  const middle = span / 2
  let startY = -60 + (span + 120) * ((index + random() * 0.9) / count)
  const [slowPhase, fastPhase] = [random() * Math.PI * 2, random() * Math.PI * 2]
  const [slow, fast] = [1.1 + random() * 1.3, 2.4 + random() * 1.8]
  const swingHere = swing * (0.5 + random() * 0.75)
  const ringOffset = (random() * 2 - 1) * ringRadius * 0.5
  const hasCurl = random() < curls
  const curlStep = 1 + Math.floor(random() * 4)
  let startX = -length
  const points: Point[] = []
  if (sides) {
    const side = index % 2 ? -sides : sides
    startX = -length * (0.52 + random() * 0.55)
    startY = middle + side * (0.9 + random() * 0.2)
    for (const far of [3, 2.2, 1.5]) points.push([startX - ((random() - 0.3) * 70 * far) / 2, middle + side * far])
  }
  for (let step = -Math.ceil(leadIn / (length / steps)); step < steps; step++) {
    const t = step / steps
    const aim = Math.max(0, t)
    const x = startX + (-startX - 8) * t
    const course = startY * (1 - ease(aim)) + (middle + ringOffset) * ease(aim)
    const calm = (1 - aim) ** 0.62 * Math.min(1, (1 - aim) * 2.4)
    const sway = Math.sin(slow * t * 6.28 + slowPhase) * 0.72 + Math.sin(fast * t * 6.28 + fastPhase) * 0.34
    const strayed = course + calm * swingHere * sway
    const y = reach ? middle + reach * Math.tanh((strayed - middle) / reach) : strayed
    const strayedX = x + (random() - 0.5) * jitter
    // Ahead of the approach, off most screens, every second point will do.
    if (step >= 0 || step % 2) points.push([strayedX, y])
    if (hasCurl && step === curlStep) points.push(...curl(x, y, curlRadius * (0.7 + random() * 0.6), y < middle ? 1 : -1))
  }
  const [lastX, lastY] = (points.at(-1) as Point).map(Math.round) as [number, number]
  const ringY = Math.round(middle + ringOffset * 0.72)
  return { path: loosePath(points) + curve(lastX, lastY, Math.round(lastX * 0.45), ringY, 0, ringY), ringY }
}

function curl(x: number, y: number, radius: number, direction: 1 | -1): Point[] {
  return [55, 115, 180, 245, 305].map((degrees) => {
    const angle = (degrees * Math.PI) / 180
    const [right, down] = [radius * 1.25 * Math.sin(angle), radius * 0.86 * (1 - Math.cos(angle))]
    return [x + 12 + right + (radius * 1.1 * degrees) / 360, y + direction * down + radius * 0.2 * Math.sin(degrees / 50)]
  })
}

const ease = (t: number) => t * t * (3 - 2 * t)

const curve = (...numbers: number[]) => `C${numbers.map(round).join(' ')}`.replaceAll(' -', '-')
