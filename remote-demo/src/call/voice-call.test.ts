import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallEvent } from './call-event.ts'
import { type CallFrame, connectLimit, createVoiceCall, leaveLimit } from './voice-call.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A frame that does what the test says, and remembers what it was asked to do. */
function fakeFrame({ microphone = Promise.resolve(), load = Promise.resolve() } = {}) {
  let tell: (event: CallEvent) => void = () => {}
  const done: string[] = []
  const frame: CallFrame = {
    askMicrophone: () => {
      done.push('microphone')
      return microphone
    },
    load: () => {
      done.push('load')
      return load
    },
    start: (listener) => {
      done.push('start')
      tell = listener
    },
    stop: () => void done.push('stop'),
    remove: () => void done.push('remove'),
  }
  return { frame, done, tell: (event: CallEvent) => tell(event) }
}

function callWith(...frames: ReturnType<typeof fakeFrame>[]) {
  const log: string[] = []
  const opened = [...frames]
  const call = createVoiceCall(
    () => {
      const next = opened.shift()
      if (!next) throw new Error('The test has no frame for one more call.')
      return next.frame
    },
    (message) => log.push(message),
  )
  return { call, log, unopened: opened }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

async function liveCall() {
  const frame = fakeFrame()
  const next = fakeFrame()
  const { call, log, unopened } = callWith(frame, next)
  call.start()
  await settled()
  frame.tell({ type: 'live' })
  return { call, frame, next, log, unopened }
}

test('a tap asks for the microphone, loads the SDK and starts; listening makes it live', async () => {
  const frame = fakeFrame()
  const { call } = callWith(frame)
  call.start()
  expect(call.state()).toEqual({ phase: 'connecting' })
  await settled()
  expect(frame.done).toEqual(['microphone', 'load', 'start'])
  expect(call.state().phase).toBe('connecting')
  frame.tell({ type: 'live' })
  expect(call.state()).toEqual({ phase: 'live', turn: 'listening' })
})

test('a second tap is ignored, while connecting and while live', async () => {
  const { call, unopened } = await liveCall()
  call.start()
  expect(unopened).toHaveLength(1)
  expect(call.state().phase).toBe('live')
})

test('the turn follows who speaks', async () => {
  const { call, frame } = await liveCall()
  frame.tell({ type: 'speech', isSpeaking: true })
  expect(call.state().turn).toBe('speaking')
  frame.tell({ type: 'speech', isSpeaking: false })
  expect(call.state().turn).toBe('listening')
})

test('speech before the call is live does not make it live', async () => {
  const frame = fakeFrame()
  const { call } = callWith(frame)
  call.start()
  await settled()
  frame.tell({ type: 'speech', isSpeaking: true })
  expect(call.state()).toEqual({ phase: 'connecting' })
})

test('levels reach those who listen, without a change of state', async () => {
  const { call, frame } = await liveCall()
  const levels: unknown[] = []
  const changed = vi.fn()
  call.subscribe(changed)
  const stopListening = call.onLevel((of, level) => levels.push([of, level]))
  frame.tell({ type: 'level', of: 'ai', level: 0.4 })
  stopListening()
  frame.tell({ type: 'level', of: 'you', level: 0.2 })
  expect(levels).toEqual([['ai', 0.4]])
  expect(changed).not.toHaveBeenCalled()
})

test.each([
  ['NotAllowedError', 'microphone-blocked'],
  ['NotFoundError', 'microphone-missing'],
  ['NotReadableError', 'microphone-busy'],
])('without a microphone (%s) the call ends before the provider hears of it', async (name, kind) => {
  const error = Object.assign(new Error(name), { name })
  const frame = fakeFrame({ microphone: Promise.reject(error) })
  const { call } = callWith(frame)
  call.start()
  await settled()
  expect(call.state()).toMatchObject({ phase: 'idle', problem: { kind, detail: error } })
  expect(frame.done).toEqual(['microphone', 'remove'])
})

test('an SDK that can not be loaded is a network problem', async () => {
  const frame = fakeFrame({ load: Promise.reject(new Error('404')) })
  const { call } = callWith(frame)
  call.start()
  await settled()
  expect(call.state()).toMatchObject({ phase: 'idle', problem: { kind: 'network' } })
  expect(frame.done.at(-1)).toBe('remove')
})

test('an SDK that breaks as it starts is told at once', async () => {
  const frame = fakeFrame()
  frame.frame.start = () => {
    throw new Error('no constructor')
  }
  const { call } = callWith(frame)
  call.start()
  await settled()
  expect(call.state()).toMatchObject({ phase: 'idle', problem: { kind: 'provider' } })
})

test('a call that is not live in time is given up', async () => {
  const frame = fakeFrame()
  const { call } = callWith(frame)
  call.start()
  await vi.advanceTimersByTimeAsync(connectLimit - 1)
  expect(call.state().phase).toBe('connecting')
  await vi.advanceTimersByTimeAsync(1)
  expect(call.state()).toMatchObject({ phase: 'idle', problem: { kind: 'slow' } })
})

test('a live call has no such limit', async () => {
  const { call } = await liveCall()
  await vi.advanceTimersByTimeAsync(connectLimit * 3)
  expect(call.state().phase).toBe('live')
})

test('a microphone prompt that is never answered is given up, too', async () => {
  const frame = fakeFrame({ microphone: new Promise(() => {}) })
  const { call } = callWith(frame)
  call.start()
  await vi.advanceTimersByTimeAsync(connectLimit)
  expect(call.state()).toMatchObject({ phase: 'idle', problem: { kind: 'slow' } })
  expect(frame.done).toEqual(['microphone', 'remove'])
})

test('cancelled while the microphone is asked for, nothing else happens', async () => {
  let allow = () => {}
  const frame = fakeFrame({ microphone: new Promise<void>((resolve) => (allow = resolve)) })
  const { call } = callWith(frame)
  call.start()
  call.stop()
  allow()
  await settled()
  expect(call.state()).toEqual({ phase: 'idle' })
  expect(frame.done).toEqual(['microphone', 'remove'])
})

test('an ended call leaves politely: its frame goes when the provider has answered', async () => {
  const { call, frame } = await liveCall()
  call.stop()
  expect(call.state()).toEqual({ phase: 'idle' })
  expect(frame.done.slice(3)).toEqual(['stop'])
  frame.tell({ type: 'ended' })
  expect(frame.done.slice(3)).toEqual(['stop', 'remove'])
  await vi.advanceTimersByTimeAsync(leaveLimit)
  expect(frame.done.slice(3)).toEqual(['stop', 'remove'])
})

test('a provider that never answers a good-bye loses its frame all the same', async () => {
  const { call, frame } = await liveCall()
  call.stop()
  await vi.advanceTimersByTimeAsync(leaveLimit)
  expect(frame.done.slice(3)).toEqual(['stop', 'remove'])
})

test('the next tap does not wait for the last good-bye: there is one frame at a time', async () => {
  const { call, frame, next } = await liveCall()
  call.stop()
  call.start()
  expect(frame.done.at(-1)).toBe('remove')
  await settled()
  expect(next.done).toEqual(['microphone', 'load', 'start'])
  next.tell({ type: 'live' })
  await vi.advanceTimersByTimeAsync(leaveLimit)
  expect(next.done).not.toContain('remove')
})

test('what a call says when it is over changes nothing', async () => {
  const { call, frame, next } = await liveCall()
  call.stop()
  call.start()
  await settled()
  for (const type of ['live', 'ended'] as const) frame.tell({ type })
  frame.tell({ type: 'speech', isSpeaking: false })
  frame.tell({ type: 'problem', problem: { kind: 'network', detail: 0 } })
  expect(call.state()).toEqual({ phase: 'connecting' })
  expect(next.done).toEqual(['microphone', 'load', 'start'])
})

test('the other side may hang up', async () => {
  const { call, frame } = await liveCall()
  frame.tell({ type: 'ended' })
  expect(call.state()).toEqual({ phase: 'idle' })
})

test('a problem ends the call, is kept to be said, and is logged; the next call forgets it', async () => {
  const { call, frame, log } = await liveCall()
  frame.tell({ type: 'problem', problem: { kind: 'network', detail: 'lost' } })
  expect(call.state()).toEqual({ phase: 'idle', problem: { kind: 'network', detail: 'lost' } })
  expect(log).toContain('network')
  call.start()
  expect(call.state()).toEqual({ phase: 'connecting' })
})

test('a warning is logged and the call goes on', async () => {
  const { call, frame, log } = await liveCall()
  frame.tell({ type: 'warning', detail: 'no noise cancellation' })
  expect(call.state().phase).toBe('live')
  expect(log).toContain('goes on without')
})

test('stages are logged in the order in which they come', async () => {
  const frame = fakeFrame()
  const { call, log } = callWith(frame)
  call.start()
  await settled()
  frame.tell({ type: 'stage', stage: 'initialization', status: 'started' })
  frame.tell({ type: 'stage', stage: 'web-call-creation', status: 'started' })
  expect(log).toEqual(['initialization started', 'web-call-creation started'])
})

test('a page that goes away takes its call with it at once', async () => {
  const { call, frame } = await liveCall()
  call.abandon()
  expect(frame.done.slice(3)).toEqual(['stop', 'remove'])
  expect(call.state()).toEqual({ phase: 'idle' })
  call.abandon()
  expect(frame.done.slice(3)).toEqual(['stop', 'remove'])
})

test('to stop what is not under way changes nothing but that the last problem is forgotten', async () => {
  const { call, frame } = await liveCall()
  frame.tell({ type: 'problem', problem: { kind: 'network', detail: 0 } })
  call.stop()
  expect(call.state()).toEqual({ phase: 'idle' })
  const changed = vi.fn()
  call.subscribe(changed)
  call.stop()
  expect(changed).not.toHaveBeenCalled()
})
