/** Wrong tokens of one visitor in a minute, before nothing of theirs is looked at for the rest of it. */
const mostFailures = 30

export interface FailedTokens {
  isTooMany: (visitor: string) => boolean
  note: (visitor: string) => void
}

/**
 * Counts in memory, at most a minute's worth.
 * @param now milliseconds since 1970.
 */
export function countFailedTokens(now: () => number): FailedTokens {
  let minute = 0
  let failures = new Map<string, number>()
  const count = (visitor: string) => {
    const current = Math.floor(now() / 60_000)
    if (current !== minute) [minute, failures] = [current, new Map()]
    return failures.get(visitor) ?? 0
  }
  return {
    isTooMany: (visitor) => count(visitor) >= mostFailures,
    note: (visitor) => failures.set(visitor, count(visitor) + 1),
  }
}
