// What a call tells the card, in our words. Produced in the call's frame, from what the SDK says.

export type CallEvent =
  | { type: 'stage'; stage: string; status: string }
  | { type: 'live' }
  | { type: 'speech'; isSpeaking: boolean }
  /** Loudness from 0 to 1. */
  | { type: 'level'; of: 'ai' | 'you'; level: number }
  /** The call goes on, with less than it could have. */
  | { type: 'warning'; detail: unknown }
  | { type: 'problem'; problem: Problem }
  | { type: 'ended' }

export type ProblemKind =
  | 'microphone-blocked'
  | 'microphone-missing'
  | 'microphone-busy'
  | 'busy'
  | 'network'
  | 'provider'
  | 'slow'

/** Why a call did not come about, or broke off. */
export interface Problem {
  kind: ProblemKind
  /** A sentence for the visitor that comes from our own server. */
  sentence?: string
  /** For the log. */
  detail: unknown
}
