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

const notFound = { type: 'not-found', missingMedia: ['mic'] }
const inUse = { type: 'mic-in-use' }
const permissions = { type: 'permissions', blockedBy: 'user', blockedMedia: ['mic'] }

/** @type {Map<string, { type: string }>} What daily-js is told instead of getting a microphone; joining goes on. */
export const microphoneErrors = new Map([
  ['microphone-not-found', notFound],
  ['microphone-in-use', inUse],
  ['microphone-permissions', permissions],
])

/** @type {Map<string, { type: string }>} The same for what a browser's getUserMedia throws. */
const browserErrors = new Map([
  ['NotFoundError', notFound],
  ['NotReadableError', inUse],
  ['NotAllowedError', permissions],
  ['OverconstrainedError', { type: 'constraints' }],
])

/**
 * @param {unknown} error of getUserMedia
 * @param {string} fault
 */
export function microphoneErrorOf(error, fault) {
  const asked = microphoneErrors.get(fault)
  if (asked) return asked
  if (!navigator.mediaDevices) return { type: 'undefined-mediadevices' }
  return browserErrors.get(error instanceof DOMException ? error.name : '') ?? { type: 'unknown' }
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
