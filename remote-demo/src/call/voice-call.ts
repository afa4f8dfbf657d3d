// The call as a state machine: idle → connecting → live → idle. It decides; the frame does (call-frame.ts).
import type { CallEvent, Problem, ProblemKind } from './call-event.ts'
import { problemOfMicrophone } from './problem.ts'

export interface CallState {
  phase: 'idle' | 'connecting' | 'live'
  /** Whose turn it is while the call is live. */
  turn?: 'speaking' | 'listening'
  /** Why the last call ended, when it should not have. */
  problem?: Problem
}

/** A realm of its own for one call. Once it is removed, nothing of the call is left: no microphone, sound or request. */
export interface CallFrame {
  /** Asks for the microphone and gives it back. Rejects with the browser's DOMException. */
  askMicrophone: () => Promise<void>
  /** Loads the SDK. Rejects when it can't be had. */
  load: () => Promise<void>
  start: (tell: (event: CallEvent) => void) => void
  /** Says good-bye to the provider; 'ended' is told when it has answered, if it does. */
  stop: () => void
  remove: () => void
}

export interface VoiceCall {
  state: () => CallState
  /** @returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void
  /** Loudness of both sides, some ten times a second while the call is live. */
  onLevel: (listener: (of: 'ai' | 'you', level: number) => void) => () => void
  /** Ignored while a call is under way. */
  start: () => void
  /** Cancels a call that is being made, ends one that is live, forgets why the last one broke off. */
  stop: () => void
  /** The page goes away: at once, without a good-bye. */
  abandon: () => void
}

/** Milliseconds until a call has to be live. */
export const connectLimit = 20_000
/** Milliseconds that the provider has to answer a good-bye. */
export const leaveLimit = 1500

/** One try. What its frame says after it is over changes nothing. */
interface Run {
  frame: CallFrame
  timer?: ReturnType<typeof setTimeout>
  isStarted: boolean
  isOver: boolean
}

/** @param log gets what developers want to know: stages, warnings, problems. */
export function createVoiceCall(openFrame: () => CallFrame, log: (message: string, detail?: unknown) => void): VoiceCall {
  let state: CallState = { phase: 'idle' }
  let run: Run | undefined
  let leaving: (() => void) | undefined
  const listeners = new Set<() => void>()
  const levelListeners = new Set<(of: 'ai' | 'you', level: number) => void>()

  function change(next: CallState): void {
    state = next
    for (const listener of listeners) listener()
  }

  function start(): void {
    if (run) return
    leaving?.()
    const mine: Run = { frame: openFrame(), isStarted: false, isOver: false }
    run = mine
    change({ phase: 'connecting' })
    mine.timer = setTimeout(() => fail(mine, 'slow', `no answer after ${connectLimit / 1000} s`), connectLimit)
    void connect(mine)
  }

  async function connect(mine: Run): Promise<void> {
    try {
      await mine.frame.askMicrophone()
    } catch (error) {
      return finish(mine, problemOfMicrophone(error))
    }
    if (mine.isOver) return
    try {
      await mine.frame.load()
    } catch (error) {
      return fail(mine, 'network', error)
    }
    if (mine.isOver) return
    mine.isStarted = true
    try {
      mine.frame.start((event) => hear(mine, event))
    } catch (error) {
      fail(mine, 'provider', error)
    }
  }

  function hear(mine: Run, event: CallEvent): void {
    if (mine.isOver) {
      if (event.type === 'ended') leaving?.()
      return
    }
    if (event.type === 'stage') log(`${event.stage} ${event.status}`)
    else if (event.type === 'warning') log('goes on without', event.detail)
    else if (event.type === 'live') {
      clearTimeout(mine.timer)
      change({ phase: 'live', turn: 'listening' })
    } else if (event.type === 'speech') {
      if (state.phase === 'live') change({ phase: 'live', turn: event.isSpeaking ? 'speaking' : 'listening' })
    } else if (event.type === 'level') for (const listener of levelListeners) listener(event.of, event.level)
    else if (event.type === 'problem') finish(mine, event.problem)
    else finish(mine)
  }

  function fail(mine: Run, kind: ProblemKind, detail: unknown): void {
    finish(mine, { kind, detail })
  }

  function finish(mine: Run, problem?: Problem): void {
    if (mine.isOver) return
    mine.isOver = true
    run = undefined
    clearTimeout(mine.timer)
    if (problem) log(problem.kind, problem.detail)
    leave(mine)
    change({ phase: 'idle', ...(problem && { problem }) })
  }

  /** The visitor is free at once; the frame stays a moment, so that the provider hears the good-bye. */
  function leave({ frame, isStarted }: Run): void {
    if (!isStarted) {
      frame.remove()
      return
    }
    const timer = setTimeout(() => leaving?.(), leaveLimit)
    leaving = () => {
      leaving = undefined
      clearTimeout(timer)
      frame.remove()
    }
    frame.stop()
  }

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onLevel: (listener) => {
      levelListeners.add(listener)
      return () => levelListeners.delete(listener)
    },
    start,
    stop: () => {
      if (run) finish(run)
      else if (state.problem) change({ phase: 'idle' })
    },
    abandon: () => {
      if (run) finish(run)
      leaving?.()
    },
  }
}
