import { expect, test } from 'vitest'
import { type CallRefusal, explainRefusal, type GrantedCall, limitCalls } from './call-limits.ts'

const [hour, day] = [3_600_000, 86_400_000]
const noon = Date.parse('2026-11-02T12:00:00Z')

/** Calls at a time that the test sets; noon until then. */
function callsAt(limits: { callsPerVisitor: number; callsPerDay: number }) {
  const clock = { now: noon }
  const call = limitCalls(limits, () => clock.now)
  return { clock, call }
}

const granted = (answer: GrantedCall | CallRefusal): answer is GrantedCall => 'release' in answer

test('a visitor is refused after the last call, another visitor is not', () => {
  const { call } = callsAt({ callsPerVisitor: 2, callsPerDay: 10 })
  expect([call('a'), call('a')].every(granted)).toBe(true)
  expect(call('a')).toEqual({ limit: 'visitor', retryAfter: day })
  expect(granted(call('b'))).toBe(true)
})

test('a visitor may call again 24 hours after the oldest call, midnight or not', () => {
  const { clock, call } = callsAt({ callsPerVisitor: 2, callsPerDay: 10 })
  call('a')
  clock.now += 10 * hour
  call('a')
  clock.now = noon + day - 1
  expect(call('a')).toEqual({ limit: 'visitor', retryAfter: 1 })
  clock.now = noon + day
  expect(granted(call('a'))).toBe(true)
  expect(call('a')).toEqual({ limit: 'visitor', retryAfter: 10 * hour })
})

test('all visitors together are refused until midnight UTC', () => {
  const { clock, call } = callsAt({ callsPerVisitor: 2, callsPerDay: 3 })
  const left = ['a', 'b', 'c'].map((visitor) => call(visitor)).map((answer) => granted(answer) && answer.callsLeftToday)
  expect(left).toEqual([2, 1, 0])
  expect(call('d')).toEqual({ limit: 'day', retryAfter: 12 * hour })
  clock.now += 12 * hour - 1
  expect(call('d')).toEqual({ limit: 'day', retryAfter: 1 })
  clock.now += 1
  expect(granted(call('d'))).toBe(true)
})

test('a refused call does not count', () => {
  const { call } = callsAt({ callsPerVisitor: 1, callsPerDay: 2 })
  call('a')
  for (let attempt = 0; attempt < 5; attempt++) expect(granted(call('a'))).toBe(false)
  expect(granted(call('b'))).toBe(true)
})

test('a call that is given back counts neither for the visitor nor for the day', () => {
  const { call } = callsAt({ callsPerVisitor: 1, callsPerDay: 1 })
  const first = call('a')
  if (granted(first)) {
    first.release()
    first.release()
  }
  expect(granted(call('a'))).toBe(true)
  expect(granted(call('b'))).toBe(false)
})

test.each([
  ['visitor', 1, 'Your connection has used its demo calls for now (5 in 24 hours). Please try again in 1 minute,'],
  ['visitor', 59 * 60_000, 'Please try again in 59 minutes, or book a consultation.'],
  ['visitor', hour, 'Please try again in 1 hour, or'],
  ['day', hour + 1, 'The demo has taken all its calls for today. Please try again in 2 hours, or book a consultation.'],
] as const)('a %s that has to wait %i ms reads a sentence', (limit, retryAfter, sentence) => {
  expect(explainRefusal({ limit, retryAfter }, { callsPerVisitor: 5, callsPerDay: 200 })).toContain(sentence)
})
