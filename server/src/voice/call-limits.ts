// How many demo calls a visitor, and all visitors together, may make. Each call costs money.

const dayLength = 86_400_000

export interface CallLimits {
  /** In any 24 hours. */
  callsPerVisitor: number
  /** Of all visitors together, from midnight to midnight UTC. */
  callsPerDay: number
}

interface Call {
  visitor: string
  /** Milliseconds since 1970. */
  at: number
}

export interface CallRefusal {
  limit: 'visitor' | 'day'
  /** Milliseconds until the next call may be made. */
  retryAfter: number
}

export interface GrantedCall {
  callsLeftToday: number
  /** Gives the call back when it failed. */
  release: () => void
}

/**
 * Counts calls in memory, at most those of the last 24 hours, so never more than two days' worth. A call counts from the
 * moment it is granted: many at once can't pass a limit.
 * @param now milliseconds since 1970.
 */
export function limitCalls(limits: CallLimits, now: () => number): (visitor: string) => GrantedCall | CallRefusal {
  let calls: Call[] = []
  return (visitor) => {
    const at = now()
    calls = calls.filter((call) => call.at > at - dayLength)
    const refusal = refuseCall(calls, visitor, limits, at)
    if (refusal) return refusal
    const granted = { visitor, at }
    calls.push(granted)
    return {
      callsLeftToday: limits.callsPerDay - callsOfDay(calls, at),
      release: () => {
        calls = calls.filter((call) => call !== granted)
      },
    }
  }
}

function refuseCall(calls: Call[], visitor: string, limits: CallLimits, at: number): CallRefusal | undefined {
  const own = calls.filter((call) => call.visitor === visitor)
  if (own.length >= limits.callsPerVisitor)
    return { limit: 'visitor', retryAfter: Math.min(...own.map((call) => call.at)) + dayLength - at }
  if (callsOfDay(calls, at) >= limits.callsPerDay) return { limit: 'day', retryAfter: dayLength - (at % dayLength) }
}

function callsOfDay(calls: Call[], at: number): number {
  const midnight = at - (at % dayLength)
  return calls.filter((call) => call.at >= midnight).length
}

/** What a visitor reads who may not call now. */
export function explainRefusal({ limit, retryAfter }: CallRefusal, limits: CallLimits): string {
  const reason =
    limit === 'visitor'
      ? `Your connection has used its demo calls for now (${limits.callsPerVisitor} in 24 hours).`
      : 'The demo has taken all its calls for today.'
  return `${reason} Please try again in ${inWords(retryAfter)}, or book a consultation.`
}

function inWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000)
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.ceil(minutes / 60), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
