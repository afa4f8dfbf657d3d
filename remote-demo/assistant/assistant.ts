// The demo's assistant at the voice provider, as code: `npm run assistant -- push` brings it there.
import type {
  AzureVoice,
  CreateAssistantDTO,
  DeepgramTranscriber,
  OpenAIModel,
  TokenRestrictions,
} from '@vapi-ai/web/dist/api.js'
import { endCallMessage, endCallPhrase, firstMessage, systemPrompt } from './prompt.ts'

/** The types of the SDK are behind the documentation: they lack two fields, and know one message where there are several. */
export interface AssistantDefinition extends Omit<CreateAssistantDTO, 'clientMessages' | 'serverMessages'> {
  /** https://docs.vapi.ai/assistants/conversation-behavior/call-timeout-settings */
  silenceTimeoutSeconds: number
  /** https://docs.vapi.ai/calls/customer-join-timeout, from 1 to 60 */
  customerJoinTimeoutSeconds: number
  clientMessages: CreateAssistantDTO['clientMessages'][]
  serverMessages: CreateAssistantDTO['serverMessages'][]
}

const model: OpenAIModel = {
  provider: 'openai',
  model: 'gpt-4.1',
  temperature: 0.4,
  maxTokens: 150,
  messages: [{ role: 'system', content: systemPrompt }],
  tools: [{ type: 'endCall' }],
}

const voice: AzureVoice = { provider: 'azure', voiceId: 'en-GB-SoniaNeural' }

const transcriber: DeepgramTranscriber = {
  provider: 'deepgram',
  model: 'nova-3',
  language: 'en-GB',
  keyterm: ['Airflow', 'dbt', 'Spark', 'Kafka', 'Snowflake', 'Databricks', 'AWS'],
}

export const assistant: AssistantDefinition = {
  name: 'AI Recruiter (website demo)',
  firstMessage,
  firstMessageMode: 'assistant-speaks-first',
  firstMessageInterruptionsEnabled: true,
  model,
  voice,
  transcriber,
  backgroundSound: 'off',
  stopSpeakingPlan: { numWords: 0, voiceSeconds: 0.2, backoffSeconds: 1 },

  maxDurationSeconds: 180,
  silenceTimeoutSeconds: 20,
  customerJoinTimeoutSeconds: 20,
  endCallMessage,
  endCallPhrases: [endCallPhrase],

  // Nothing of what a visitor says is kept. Others, such as conversation-update, would bring the prompt to the browser.
  artifactPlan: {
    recordingEnabled: false,
    videoRecordingEnabled: false,
    pcapEnabled: false,
    loggingEnabled: false,
    transcriptPlan: { enabled: false },
  },
  clientMessages: ['status-update', 'speech-update', 'transcript'],
  serverMessages: [],
}

/**
 * What to set on the public key in the provider's dashboard, for each key: a key without it starts any assistant from any
 * site. It does not cover `assistantOverrides`, so a holder of the key may still change the prompt; only VOICE_PROXY=1 with a
 * key that no browser sees prevents that.
 */
export function keyRestrictions(siteUrl: string | undefined, assistantId: string): TokenRestrictions {
  const origin = siteUrl ? new URL(siteUrl).origin : 'the address of the site (SITE_URL)'
  return { allowedOrigins: [origin], allowedAssistantIds: [assistantId], allowTransientAssistant: false }
}
