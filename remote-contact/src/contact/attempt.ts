// When an answer is lost on its way, the visitor sends again: the same attempt has the same key, so it is stored once.
import { readStored, store } from './session.ts'

const name = 'enquiry-attempt'

interface Attempt {
  content: string
  key: string
}

/** The key of what is about to be sent: a new one whenever the content is another. */
export function nameAttempt(content: string): string {
  const last = readStored<Attempt>(name)
  if (last?.content === content) return last.key
  // Not randomUUID: that is only there on HTTPS and localhost.
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  store(name, { content, key })
  return key
}

/** It has arrived: the next enquiry is another one, even with the same words. */
export function forgetAttempt(): void {
  store(name, undefined)
}
