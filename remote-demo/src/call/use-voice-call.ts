import { siteConfig } from '@site/shared/site-config'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { openCallFrame } from './call-frame.ts'
import { type CallState, createVoiceCall, type VoiceCall } from './voice-call.ts'

const idle: CallState = { phase: 'idle' }

/** The call of this card. It ends when the card or the page goes away. */
export function useVoiceCall(): [CallState, VoiceCall] {
  const [call] = useState(() => createVoiceCall(openFrame, log))
  useEffect(() => {
    addEventListener('pagehide', call.abandon)
    return () => {
      removeEventListener('pagehide', call.abandon)
      call.stop()
    }
  }, [call])
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
