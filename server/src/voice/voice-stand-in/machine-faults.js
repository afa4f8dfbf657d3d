// How a call goes wrong inside the call machine, by the names in faults.ts.

/** @import { Call } from './call-machine.js' */

/** @typedef {{ type: string, msg: string }} FatalError Types and words are Daily's. */

/** @type {Map<string, FatalError>} Instead of joining. */
export const refusals = new Map([
  ['join-refused', { type: 'not-allowed', msg: 'You are not allowed to join this meeting' }],
  ['no-room', { type: 'no-room', msg: 'The meeting you are trying to join does not exist.' }],
  ['meeting-full', { type: 'meeting-full', msg: 'Meeting is full' }],
  ['exp-token', { type: 'exp-token', msg: 'The meeting token has expired' }],
  ['connection-error', { type: 'connection-error', msg: 'Failed to join the meeting.' }],
])

/** @type {Map<string, DOMException>} As a browser would throw them; joining goes on. */
export const microphoneErrors = new Map([
  ['microphone-not-found', new DOMException('Requested device not found', 'NotFoundError')],
  ['microphone-in-use', new DOMException('Could not start audio source', 'NotReadableError')],
  ['microphone-permissions', new DOMException('Permission denied', 'NotAllowedError')],
])

/** @type {Map<string, { type: string }>} By the name of what getUserMedia throws. */
const microphoneCauses = new Map([
  ['NotFoundError', { type: 'not-found', missingMedia: ['mic'] }],
  ['NotReadableError', { type: 'mic-in-use' }],
  ['NotAllowedError', { type: 'permissions', blockedBy: 'user', blockedMedia: ['mic'] }],
  ['OverconstrainedError', { type: 'constraints' }],
])

/**
 * What daily-js is told instead of getting a microphone.
 * @param {unknown} error of getUserMedia
 */
export function microphoneCauseOf(error) {
  if (!navigator.mediaDevices) return { type: 'undefined-mediadevices' }
  return microphoneCauses.get(error instanceof DOMException ? error.name : '') ?? { type: 'unknown' }
}

/** @type {Map<string, (call: Call) => unknown>} A second and a half after the assistant began to listen. */
export const interruptions = new Map([
  ['assistant-ends', (call) => call.hangUp()],
  ['ejected', (call) => call.fail({ type: 'ejected', msg: 'Meeting has ended' })],
  ['exp-room', (call) => call.fail({ type: 'exp-room', msg: 'Meeting room has expired' })],
  ['error-without-leaving', breakOff],
  ['network-hiccup', (call) => interrupt(call, () => tellConnection(call, 'connected'))],
  ['network-drop', (call) => interrupt(call, () => call.fail(lostConnection))],
  ['audio-processor-error', breakAudioProcessor],
])

const lostConnection = { type: 'connection-error', msg: 'The connection to the meeting was lost.' }

/** @param {Call} call */
function breakOff(call) {
  call.postError(lostConnection)
  call.release()
}

/**
 * @param {Call} call
 * @param {() => void} end
 */
async function interrupt(call, end) {
  tellConnection(call, 'interrupted')
  await call.wait(1000)
  end()
}

/**
 * @param {Call} call
 * @param {'interrupted' | 'connected'} event
 */
function tellConnection(call, event) {
  call.post({ action: 'network-connection', type: 'signaling', event })
}

/** @param {Call} call */
function breakAudioProcessor(call) {
  call.post({ action: 'nonfatal-error', type: 'audio-processor-error', errorMsg: 'The noise cancellation broke down.' })
}
