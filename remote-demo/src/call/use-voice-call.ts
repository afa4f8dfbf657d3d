import { siteConfig } from '@site/shared/site-config'
import { useEffect, useSyncExternalStore } from 'react'
import { openCallFrame } from './call-frame.ts'
import { type CallState, createVoiceCall, type VoiceCall } from './voice-call.ts'

const idle: CallState = { phase: 'idle' }

/** One for all cards that come and go: a new card must not start a call while the last one's is still leaving. */
const call = createVoiceCall(openFrame, log)

/** The call, which ends when the card or the page goes away. */
export function useVoiceCall(): [CallState, VoiceCall] {
  useEffect(() => {
    addEventListener('pagehide', call.abandon)
    return () => {
      removeEventListener('pagehide', call.abandon)
      call.stop()
    }
  }, [])
  return [useSyncExternalStore(call.subscribe, call.state, () => idle), call]
}

function openFrame() {
  const { voice } = siteConfig()
  if (!voice) throw new Error('The voice demo was started without a provider: the card should not have offered it.')
  return openCallFrame(voice)
}

function log(message: string, detail?: unknown): void {
  if (detail === undefined) console.debug(`voice call: ${message}`)
  else console.error(`voice call: ${message}`, detail)
}
