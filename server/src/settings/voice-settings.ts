// Who speaks in the demo: the provider with the operator's key, a stand-in where nobody is served in earnest, or nobody.
import type { VoiceConfig } from '@site/shared/site-config'
import { isUrl, readCount, readText } from './variables.ts'

export interface VoiceSettings {
  /** What browsers get to know. */
  voice?: VoiceConfig
  /** What only the server may know, when calls go through it. */
  voiceProxy?: VoiceProxy
}

/** Calls that go through POST /api/voice/call/web, so that the key stays here. */
export interface VoiceProxy {
  /** The provider's, as in https://api.vapi.ai */
  apiUrl: string
  key: string
  assistantId: string
  callsPerVisitor: number
  /** Of all visitors together. */
  callsPerDay: number
}

export function readVoiceSettings(env: NodeJS.ProcessEnv): VoiceSettings {
  const [publicKey, assistantId] = [env.VAPI_PUBLIC_KEY, env.VAPI_ASSISTANT_ID]
  if (!publicKey && !assistantId) return env.NODE_ENV === 'production' ? {} : { voice: standIn }
  if (!publicKey || !assistantId)
    throw new Error(`${publicKey ? 'VAPI_ASSISTANT_ID' : 'VAPI_PUBLIC_KEY'} is missing: the voice demo needs both, or neither.`)
  const base = readText(env, 'VAPI_BASE_URL', {
    isRight: isUrl('http:', 'https:'),
    shouldBe: 'a full address such as https://api.vapi.ai',
  })
  const apiUrl = (base ?? 'https://api.vapi.ai').replace(/\/+$/, '')
  if (env.VOICE_PROXY !== '1') return { voice: { apiUrl, publicKey, assistantId } }
  const callsPerVisitor = readCount(env, 'VOICE_CALLS_PER_VISITOR') ?? 5
  const callsPerDay = readCount(env, 'VOICE_CALLS_PER_DAY') ?? 200
  return {
    // The SDK insists on a key and an assistant; the server puts its own in their place.
    voice: { apiUrl: '/api/voice', publicKey: 'proxy', assistantId: 'proxy' },
    voiceProxy: { apiUrl, key: publicKey, assistantId, callsPerVisitor, callsPerDay },
  }
}

const standInPath = '/voice-stand-in'
const standIn: VoiceConfig = {
  apiUrl: standInPath,
  publicKey: 'stand-in',
  assistantId: 'stand-in',
  callMachineProxy: standInPath,
  isStandIn: true,
}
