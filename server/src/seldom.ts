/**
 * For logs: when everything fails, every request says so. Does the work at once, and then not again before so many
 * milliseconds have passed; it is told how often it was left out.
 */
export function seldom<Told extends unknown[]>(
  work: (leftOut: number, ...told: Told) => void,
  every = 10_000,
  now: () => number = Date.now,
): (...told: Told) => void {
  let last = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return (...told) => {
    if (now() - last < every) {
      leftOut++
      return
    }
    work(leftOut, ...told)
    last = now()
    leftOut = 0
  }
}
