// What the stand-in says and when: a greeting, three questions, goodbye.

/** @import { Call } from './call-machine.js' */

const greeting = 'Hello, and thank you for your time. I am a stand-in: I ask, but I do not understand the answers.'

const questions = [
  'What kind of work are you looking for?',
  'Which piece of your work are you proud of, and why?',
  'When could you start?',
]

const goodbye = 'Thank you, that was all I wanted to ask. Goodbye.'

/** Microphones of quiet rooms stay below. */
const audibleLevel = 0.02

/** How long the stand-in waits in silence, and how much of it means that the visitor has finished, in ms. */
const patience = 4000
const pause = 700
const longestAnswer = 8000

/** @param {Call} call */
export async function holdInterview(call) {
  await say(call, greeting)
  await listen(call)
  for (const question of questions) {
    await say(call, question)
    await listen(call)
  }
  await say(call, goodbye)
  await call.wait(500)
  call.hangUp()
}

/**
 * @param {Call} call
 * @param {string} line
 */
export async function say(call, line) {
  const words = line.split(' ')
  const duration = 400 + line.length * 65
  call.tell({ type: 'speech-update', status: 'started', role: 'assistant' })
  call.speak(duration)
  for (let count = 4; count < words.length; count += 4) {
    await call.wait((duration * 4) / words.length)
    tellTranscript(call, 'assistant', 'partial', words.slice(0, count).join(' '))
  }
  await call.wait(duration - Math.floor((words.length - 1) / 4) * ((duration * 4) / words.length))
  tellTranscript(call, 'assistant', 'final', line)
  call.tell({ type: 'speech-update', status: 'stopped', role: 'assistant' })
}

/**
 * Until the visitor has spoken and paused, or stayed silent.
 * @param {Call} call
 */
async function listen(call) {
  let heardAt = 0
  let waited = 0
  while (waited < (heardAt ? Math.min(heardAt + pause, longestAnswer) : patience)) {
    await call.wait(100)
    waited += 100
    if (call.microphoneLevel() < audibleLevel) continue
    if (!heardAt) call.tell({ type: 'speech-update', status: 'started', role: 'user' })
    heardAt = waited
  }
  if (!heardAt) return
  call.tell({ type: 'speech-update', status: 'stopped', role: 'user' })
  tellTranscript(call, 'user', 'final', '…')
}

/**
 * @param {Call} call
 * @param {'assistant' | 'user'} role
 * @param {'partial' | 'final'} transcriptType
 * @param {string} transcript
 */
function tellTranscript(call, role, transcriptType, transcript) {
  call.tell({ type: 'transcript', role, transcriptType, transcript })
}
