/** Does the work again, for up to five seconds, while another process holds SQLite's write lock. */
export async function untilUnlocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + 5000
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

function isLocked(error: unknown): boolean {
  const sqliteBusy = 5
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && (errcode & 0xff) === sqliteBusy
}
