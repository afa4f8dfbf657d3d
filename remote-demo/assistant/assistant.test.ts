import { expect, test } from 'vitest'
import { assistant, keyRestrictions } from './assistant.ts'

const prompt = assistant.model?.messages?.[0]?.content ?? ''

test('a call is short, and ends when nobody speaks or comes', () => {
  expect(assistant).toMatchObject({ maxDurationSeconds: 180, silenceTimeoutSeconds: 20, customerJoinTimeoutSeconds: 20 })
})

test('nothing of a call is kept', () => {
  expect(assistant.artifactPlan).toEqual({
    recordingEnabled: false,
    videoRecordingEnabled: false,
    pcapEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  })
  expect(assistant.serverMessages).toEqual([])
})

test('the prompt does not reach the browser: of the messages to it, none has the conversation of the model', () => {
  expect(assistant.clientMessages).toEqual(['status-update', 'speech-update', 'transcript'])
})

test('the assistant says at once that it is an AI and a demo, and does not end the call by that', () => {
  expect(assistant.firstMessage).toMatch(/I'm an AI\b.*\bdemo\b/)
  for (const phrase of assistant.endCallPhrases ?? []) expect(assistant.firstMessage?.toLowerCase()).not.toContain(phrase)
})

test('the assistant can end the call, by its tool or by a phrase that its prompt names', () => {
  expect(assistant.model?.tools).toEqual([{ type: 'endCall' }])
  expect(assistant.endCallPhrases).toEqual(['goodbye for now'])
  expect(assistant.endCallMessage).toContain('goodbye for now')
  expect(prompt).toContain('"goodbye for now"')
})

test('the definition keeps the provider’s limits for names and messages', () => {
  expect(assistant.name?.length).toBeLessThanOrEqual(40)
  expect(assistant.endCallMessage?.length).toBeLessThanOrEqual(1000)
})

test('the prompt has no gap that the provider would fill in: it takes {{…}} for a variable', () => {
  expect(prompt + assistant.firstMessage).not.toMatch(/\{\{|undefined|\$\{/)
})

test('a key is restricted to the origin of the site and to the one assistant', () => {
  expect(keyRestrictions('https://www.fairlead.example/demo/', 'assistant-1')).toEqual({
    allowedOrigins: ['https://www.fairlead.example'],
    allowedAssistantIds: ['assistant-1'],
    allowTransientAssistant: false,
  })
})
