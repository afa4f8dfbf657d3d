// How long work took, in milliseconds, and how far a bench that takes minutes has come.
export async function time(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** Median, 95th percentile and maximum, in words. */
export function spread(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)} ms`
  return `median ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`
}

/**
 * On standard error: a line that changes on a screen, elsewhere a line for every tenth.
 * @returns is told how much is done.
 */
export function showProgress(part: string, all: number): (done: number) => void {
  let tenths = 0
  return (done) => {
    if (process.stderr.isTTY) return void process.stderr.write(done < all ? `\r${part}: ${done} of ${all} ` : '\r\u001b[K')
    const now = Math.floor((10 * done) / all)
    if (now > tenths) process.stderr.write(`${part}: ${done} of ${all}\n`)
    tenths = now
  }
}
