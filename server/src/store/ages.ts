// How long an object in the store is safe from the sweep, and how much of that is used up by whom. Why this is sound:
// docs/decisions/012-sweeping-the-store.md.

const hour = 3_600_000

/** In milliseconds. */
export const ages = {
  /** What nothing names may be deleted when it was stored or renewed this long ago. */
  sweep: 96 * hour,
  /** Whoever relies on an object that is there renews it when it is older. */
  renew: 24 * hour,
  /** A renewal that somebody else made is only trusted after this time: a sweep that had looked before has ended by then. */
  settle: hour,
  /** So what was renewed, or found to be young, is there for that long. */
  sure: 72 * hour,
  /** For how long a server relies on what it remembers to be in the store; what is kept it looks at again every day. */
  remember: 48 * hour,
  /** A push that takes longer is given up. */
  push: 6 * hour,
  /** A sweep that takes longer is given up; what it began with is old news then. */
  wholeSweep: 6 * hour,
  /** From the announcement of a few deletions to the last of them. */
  deletions: hour / 30,
  /** An announcement that was not taken back, since whoever made it was killed, counts for so long. */
  announced: hour / 3,
}
