// How many enquiries a visitor, and all visitors together, may send in an hour. More is a program.
import type { EnquiryLimits } from '../settings/enquiry-settings.ts'

const hour = 3_600_000

/** Either the enquiry may be stored, or not before so many milliseconds. `release` takes it out of the count. */
export type EnquiryPermit = { release: () => void } | { retryAfter: number }

/**
 * Counts in memory, in hours that begin with the first enquiry after the last one's end: never more names than enquiries.
 * @param now milliseconds since 1970.
 */
export function limitEnquiries(limits: EnquiryLimits, now: () => number): (visitor: string) => EnquiryPermit {
  let end = 0
  let all = 0
  const counts = new Map<string, number>()
  return (visitor) => {
    const at = now()
    if (at >= end) {
      end = at + hour
      all = 0
      counts.clear()
    }
    const own = counts.get(visitor) ?? 0
    if (own >= limits.perVisitor || all >= limits.perHour) return { retryAfter: end - at }
    all++
    counts.set(visitor, own + 1)
    const counted = end
    return {
      release: () => {
        if (counted !== end) return
        all--
        counts.set(visitor, (counts.get(visitor) ?? 1) - 1)
      },
    }
  }
}
