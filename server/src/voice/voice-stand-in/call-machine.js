// The call machine that daily-js loads in place of Daily's: it takes the microphone, and the other end of the call is
// made up on the spot. The protocol has no documents: it was read off @daily-co/daily-js 0.87.0.

import { holdInterview, say } from './interview.js'
import { interruptions, microphoneCauseOf, microphoneErrors, refusals } from './machine-faults.js'
import { Microphone, Voice } from './sound.js'

// The script runs once for each call of a page, and the first one makes this.
window.voiceStandIn ??= {
  unknown: [],
  tracks: [],
  liveTracks() {
    return this.tracks.filter((track) => track.readyState === 'live').length
  },
}
const standIn = window.voiceStandIn

const channel = 'iframe-call-message'

/** One call of this page, from the script's arrival to the end. */
export class Call {
  /** @param {string} id of the call object in daily-js */
  constructor(id) {
    this.id = id
    this.fault = ''
    this.pace = 1
    this.isBegun = false
    this.local = participant('Visitor', true)
    this.assistant = participant('Vapi Speaker', false)
    /** What daily-js reads when it looks for tracks. */
    this.state = {
      local: { streams: {}, public: { subscribedTracks: {}, customTracks: {} } },
      participants: { [this.assistant.session_id]: { public: { rtcType: { impl: 'sfu' } } } },
      streams: {},
    }
    this.context = new AudioContext()
    /** @type {Microphone | undefined} */
    this.microphone = undefined
    /** @type {Voice | undefined} */
    this.voice = undefined
    /** @type {Set<ReturnType<typeof setTimeout>>} */
    this.timers = new Set()
    /** @type {Map<string, ReturnType<typeof setInterval>>} By the name of what is measured. */
    this.observers = new Map()
    this.ended = new AbortController()
    window.addEventListener('message', (event) => this.receive(event), { signal: this.ended.signal })
  }

  /** @param {MessageEvent} event */
  async receive({ data, source }) {
    if (source !== window || data?.what !== channel || data.from !== 'module' || data.callClientId !== this.id) return
    const action = Object.hasOwn(actions, data.action) ? actions[data.action] : undefined
    const answer = await (action ? action(this, data) : noteUnknown(data.action))
    if (answer && data.callbackStamp) this.post({ ...answer, callbackStamp: data.callbackStamp })
  }

  /** @param {object} message for daily-js */
  post(message) {
    window.postMessage({ ...message, what: channel, callClientId: this.id, from: 'embedded' }, location.origin)
  }

  /** @param {object | string} message of the assistant, for the page */
  tell(message) {
    const data = typeof message === 'string' ? message : JSON.stringify(message)
    this.post({ action: 'app-message', data, fromId: this.assistant.session_id })
  }

  /**
   * At the pace of the call. A wait that outlives its call never ends, and what would have followed does not happen.
   * @param {number} milliseconds
   * @returns {Promise<void>}
   */
  wait(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.timers.delete(timer)
        resolve()
      }, milliseconds / this.pace)
      this.timers.add(timer)
    })
  }

  /** @param {{ properties: { url: string }, preloadCache?: { allowLocalAudio?: boolean } }} message */
  async join({ properties, preloadCache }) {
    const settings = new URL(properties.url).searchParams
    this.fault = settings.get('fault') ?? ''
    this.pace = Number(settings.get('pace')) || 1
    this.post({ action: 'call-machine-initialized' })
    void this.context.resume()
    await this.takeMicrophone(preloadCache?.allowLocalAudio !== false)
    if (this.ended.signal.aborted || this.fault === 'join-hangs') return undefined
    await this.wait(300)
    const refusal = refusals.get(this.fault)
    if (refusal) return this.fail(refusal)
    if (this.fault === 'join-refused-in-reply') {
      this.release()
      return { error: 'You are not allowed to join this meeting' }
    }
    this.post({ action: 'joined-meeting', participants: { local: this.local }, internal: { _maxAppMessageSize: 4096 } })
    await this.wait(150)
    this.post({ action: 'participant-joined', participant: this.assistant })
    return undefined
  }

  /** @param {boolean} isOn */
  async takeMicrophone(isOn) {
    const { signal } = this.ended
    try {
      const asked = microphoneErrors.get(this.fault)
      if (asked) throw asked
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true })
      standIn.tracks = [...standIn.tracks.filter((track) => track.readyState === 'live'), ...stream.getTracks()]
      if (signal.aborted) return stopTracks(stream)
      this.microphone = new Microphone(this.context, stream)
      this.state.local.streams = { cam: { stream } }
      this.switchMicrophone(isOn)
      this.post({ action: 'started-camera' })
    } catch (error) {
      if (signal.aborted) return
      const cause = microphoneCauseOf(error)
      const isMissing = cause.type === 'not-found'
      this.local.tracks.audio = { state: 'blocked', blocked: isMissing ? { byDeviceMissing: true } : { byPermissions: true } }
      const msg = error instanceof Error ? error.message : String(error)
      this.post({
        action: 'camera-error',
        errorMsg: { errorMsg: msg, audioOk: false, videoOk: true },
        error: { ...cause, msg },
      })
    }
  }

  /** @param {boolean} isOn */
  switchMicrophone(isOn) {
    if (!this.microphone) return
    for (const track of this.microphone.stream.getTracks()) track.enabled = isOn
    this.local.audio = isOn
    this.local.tracks.audio = isOn ? { state: 'playable', subscribed: true } : { state: 'off', off: { byUser: true } }
  }

  /** From now on daily-js can play the assistant's voice. */
  subscribe() {
    const id = this.assistant.session_id
    this.voice ??= new Voice(this.context)
    this.state.local.public.subscribedTracks = { [id]: { 'cam-audio': true } }
    this.state.streams = {
      voice: { participantId: id, type: 'cam', pendingTrack: this.voice.track, starttime: new Date().toISOString() },
    }
    this.assistant.audio = true
    this.assistant.tracks.audio = { subscribed: true, state: 'playable' }
    this.post({ action: 'participant-updated', participant: this.assistant })
  }

  /** The page plays the voice: the assistant listens and starts to talk. */
  async begin() {
    if (this.isBegun || this.fault === 'never-listening') return
    this.isBegun = true
    await this.wait(200)
    this.tell({ type: 'status-update', status: 'in-progress' })
    this.tell('listening')
    void holdInterview(this)
    const interrupt = interruptions.get(this.fault)
    if (!interrupt) return
    await this.wait(1500)
    interrupt(this)
  }

  /** @param {number} milliseconds at the pace of the call */
  speak(milliseconds) {
    this.voice?.speak(milliseconds / 1000 / this.pace)
  }

  /** @returns {number} RMS, 0 to 1; 0 without a microphone and while it is switched off. */
  microphoneLevel() {
    return this.microphone?.level() ?? 0
  }

  /** @returns {number} RMS, 0 to 1. */
  voiceLevel() {
    return this.voice?.level() ?? 0
  }

  /**
   * Measures again and again, until it is stopped or the call ends.
   * @param {string} name
   * @param {number} interval in ms
   * @param {() => object} measure
   */
  observe(name, interval, measure) {
    this.stopObserving(name)
    this.observers.set(
      name,
      setInterval(() => this.post(measure()), Math.max(100, interval || 0)),
    )
    return {}
  }

  /** @param {string} name */
  stopObserving(name) {
    clearInterval(this.observers.get(name))
    this.observers.delete(name)
  }

  /** The assistant ends the call. */
  hangUp() {
    this.tell({ type: 'status-update', status: 'ended', endedReason: 'assistant-ended-call' })
    this.fail({ type: 'ejected', msg: 'Meeting has ended' })
  }

  /** @param {import('./machine-faults.js').FatalError} error */
  fail(error) {
    this.postError(error)
    this.leave()
  }

  /** @param {import('./machine-faults.js').FatalError} error */
  postError(error) {
    this.post({ action: 'error', errorMsg: error.msg, error: { ...error, details: JSON.stringify({ by: 'stand-in' }) } })
  }

  leave() {
    if (this.fault === 'never-leaves') return
    this.post({ action: 'left-meeting' })
    this.release()
  }

  /** Gives back everything: the microphone, sound, timers, the listener. */
  release() {
    this.ended.abort()
    for (const timer of this.timers) clearTimeout(timer)
    for (const observer of this.observers.values()) clearInterval(observer)
    if (this.microphone) stopTracks(this.microphone.stream)
    this.voice?.track?.stop()
    if (this.context.state !== 'closed') void this.context.close()
    this.microphone = undefined
    this.voice = undefined
  }
}

/** @type {Record<string, (call: Call, message: any) => unknown>} What daily-js asks for; an object is the answer. */
const actions = {
  'transmit-log': () => undefined,
  'join-meeting': (call, message) => call.join(message),
  'leave-meeting': (call) => call.leave(),
  'local-audio': (call, { state }) => {
    call.switchMicrophone(state)
    call.post({ action: 'participant-updated', participant: call.local })
  },
  'update-participant': (call, { id, properties }) =>
    id === call.assistant.session_id && properties.setSubscribedTracks?.audio
      ? call.subscribe()
      : noteUnknown(`update-participant ${Object.keys(properties)}`),
  'update-input-settings': (call, { inputSettings }) =>
    call.fault === 'noise-cancellation-refused' && inputSettings.audio?.processor?.type === 'noise-cancellation'
      ? { error: 'KrispInitError: Canceled' }
      : { inputSettings: { audio: { processor: { type: 'none' } }, video: { processor: { type: 'none' } }, ...inputSettings } },
  'start-remote-participants-audio-level-observer': (call, { interval }) =>
    call.observe('voice', interval, () => ({
      action: 'remote-participants-audio-level',
      participantsAudioLevel: { [call.assistant.session_id]: call.voiceLevel() },
    })),
  'stop-remote-participants-audio-level-observer': (call) => call.stopObserving('voice'),
  'start-local-audio-level-observer': (call, { interval }) =>
    call.observe('microphone', interval, () => ({ action: 'local-audio-level', audioLevel: call.microphoneLevel() })),
  'stop-local-audio-level-observer': (call) => call.stopObserving('microphone'),
  'app-msg': (call, { data }) => {
    if (data === 'playable') return call.begin()
    const message = parse(data)
    if (message?.type === 'end-call') return call.hangUp()
    if (message?.type === 'say') return say(call, String(message.message))
    return noteUnknown(`app-msg ${message?.type ?? data}`)
  },
}

/**
 * Kept in the page and at the server, so that a test sees when the SDK has learnt something new.
 * @param {string} action
 * @returns {{ error: string }}
 */
function noteUnknown(action) {
  standIn.unknown.push(action)
  void fetch('/voice-stand-in/record', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ unknown: action }),
    keepalive: true,
  })
  return { error: `The stand-in's call machine does not know '${action}'.` }
}

/**
 * @param {string} name
 * @param {boolean} local whether this is the visitor
 */
function participant(name, local) {
  const id = crypto.randomUUID()
  const off = () => ({ state: 'off', subscribed: false, off: { byUser: true } })
  return {
    session_id: id,
    user_id: id,
    user_name: name,
    local,
    owner: false,
    record: false,
    audio: !local,
    video: false,
    screen: false,
    joined_at: new Date().toISOString(),
    tracks: {
      /** @type {object} */
      audio: local ? off() : { subscribed: false, state: 'sendable' },
      video: off(),
      screenAudio: off(),
      screenVideo: off(),
    },
  }
}

/** @param {MediaStream} stream */
function stopTracks(stream) {
  for (const track of stream.getTracks()) track.stop()
}

/** @param {unknown} text */
function parse(text) {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** @param {string} id of the call object in daily-js */
function answerTo(id) {
  let call = new Call(id)
  return {
    store: { getState: () => call.state },
    /** The same call object joins again. */
    reset: () => {
      call.release()
      call = new Call(id)
    },
  }
}

// daily-js waits for every id in 'pendings' to be taken while the script runs.
for (const id of window._daily.pendings.splice(0)) {
  const instance = window._daily.instances[id]
  if (instance) instance.callMachine = answerTo(id)
}
