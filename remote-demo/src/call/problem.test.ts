import { expect, test } from 'vitest'
import { isHangUp, isHarmless, problemOfCamera, problemOfMicrophone, problemOfSdk } from './problem.ts'

/** As the SDK wraps an HTTP answer: `error.message` is its body. */
const answered = (statusCode: number, body: unknown) => ({
  type: 'start-method-error',
  error: { message: body, error: { statusCode } },
})
/** As the SDK wraps what Daily says. */
const daily = (type: string, errorMsg = '') => ({ type: 'daily-error', error: { errorMsg, error: { type } } })

test.each([
  ['a refused key', answered(401, { message: 'Invalid Key.', statusCode: 401 }), 'provider'],
  ['a wrong request', answered(400, { message: ['assistantId must be a UUID'] }), 'provider'],
  ['a fault of the provider', answered(500, { message: 'Internal Server Error' }), 'provider'],
  ['too many calls', answered(429, { message: 'Over the limit.' }), 'busy'],
  ['a full room', daily('meeting-full'), 'busy'],
  ['a room that is gone', daily('no-room'), 'provider'],
  ['a lost connection', daily('connection-error'), 'network'],
  ['a request that never arrived', { type: 'start-method-error', error: { message: 'Failed to fetch' } }, 'network'],
  ['a call machine that never came', daily('', 'Failed to load call object bundle https://c.daily.co/x.js'), 'network'],
  ['an error without anything', {}, 'provider'],
])('%s is told as such', (_, error, kind) => {
  expect(problemOfSdk(error)).toMatchObject({ kind, detail: error })
})

test('the sentence of our own limit is passed on', () => {
  const limit = answered(429, { message: 'You have had five calls today.' })
  expect(problemOfSdk(limit, true).sentence).toBe('You have had five calls today.')
  expect(problemOfSdk(limit)).not.toHaveProperty('sentence')
  expect(problemOfSdk(answered(500, { message: 'Stack trace' }), true)).not.toHaveProperty('sentence')
})

test('the other side hanging up is no problem', () => {
  expect(isHangUp(daily('ejected', 'Meeting has ended'))).toBe(true)
  expect(isHangUp(daily('', 'Meeting has ended'))).toBe(true)
  expect(isHangUp(daily('connection-error'))).toBe(false)
})

test('a call goes on without noise cancellation, levels or recording', () => {
  for (const type of ['audio-processing-setup-error', 'audio-observer-setup-error', 'video-recording-setup-error']) {
    expect(isHarmless({ type })).toBe(true)
  }
  expect(isHarmless(daily('connection-error'))).toBe(false)
})

test.each([
  ['NotAllowedError', 'permissions', 'microphone-blocked'],
  ['NotFoundError', 'not-found', 'microphone-missing'],
  ['NotReadableError', 'mic-in-use', 'microphone-busy'],
  ['SecurityError', 'undefined-mediadevices', 'microphone-blocked'],
])('%s and the SDK’s %s are %s', (name, type, kind) => {
  expect(problemOfMicrophone({ name }).kind).toBe(kind)
  expect(problemOfCamera({ error: { error: { type } } }).kind).toBe(kind)
})
