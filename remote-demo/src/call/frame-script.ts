// Runs in a call's frame: one call with the provider's SDK, told to the page in our words.

import type { VoiceConfig } from '@site/shared/site-config'
import vapi from '@vapi-ai/web'
import type { CallEvent } from './call-event.ts'
import { isHangUp, isHarmless, problemOfCamera, problemOfSdk, type SdkError } from './problem.ts'

export type StartVoiceCall = (voice: VoiceConfig, tell: (event: CallEvent) => void) => { stop: () => void }

// The package is CommonJS: Node's rules and TypeScript's say that its default import is all of its exports, bundlers differ.
const Vapi = vapi.default ?? (vapi as unknown as typeof vapi.default)

/** What the provider says of loudness, as a part of 1 (the SDK does the same for the other side). */
const loudest = 0.15

const startVoiceCall: StartVoiceCall = (voice, tell) => {
  const absolute = (address: string) => new URL(address, location.href).href
  // Its type leaves out proxyUrl, which Daily takes.
  const daily: { avoidEval: boolean; proxyUrl?: string } = { avoidEval: true }
  if (voice.callMachineProxy) daily.proxyUrl = absolute(voice.callMachineProxy)
  const call = new Vapi(voice.publicKey, absolute(voice.apiUrl), daily)
  call.on('call-start-progress', ({ stage, status }) => tell({ type: 'stage', stage, status }))
  call.on('call-start', () => tell({ type: 'live' }))
  call.on('speech-start', () => tell({ type: 'speech', isSpeaking: true }))
  call.on('speech-end', () => tell({ type: 'speech', isSpeaking: false }))
  call.on('volume-level', (level) => tell({ type: 'level', of: 'ai', level }))
  call.on('local-volume-level', (level) => tell({ type: 'level', of: 'you', level: Math.min(1, level / loudest) }))
  call.on('camera-error', (event) => tell({ type: 'problem', problem: problemOfCamera(event) }))
  call.on('call-end', () => tell({ type: 'ended' }))
  call.on('error', (error: SdkError) => {
    if (isHarmless(error)) tell({ type: 'warning', detail: error })
    else if (isHangUp(error)) tell({ type: 'ended' })
    else tell({ type: 'problem', problem: problemOfSdk(error, voice.apiUrl.endsWith('/api/voice')) })
  })
  // Neither promise says more than the events do, and some never settle.
  void call.start(voice.assistantId)
  // Within one of its own events the SDK loses the answer to a good-bye.
  return { stop: () => void setTimeout(() => void call.stop(), 0) }
}

Object.assign(window, { startVoiceCall })
