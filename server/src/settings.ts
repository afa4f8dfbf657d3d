// What the operator sets by environment variables. The table of all of them stands in the README.
import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import type { SiteConfig, VoiceConfig } from '@site/shared/site-config'

export interface Settings {
  port: number
  host: string
  /** Folder for releases, compositions and enquiries. */
  dataFolder: string
  /** PostgreSQL for enquiries, instead of SQLite in the data folder. */
  databaseUrl?: string
  /** S3 that holds releases and compositions for many servers; the data folder is a copy of it then. */
  s3Url?: string
  /** Where enquiries are delivered; without it they wait. */
  mail?: MailSettings
  webhook?: WebhookSettings
  /** Older enquiries are deleted. */
  retentionDays?: number
  site: SiteConfig
  /** What only the server may know, when calls go through it. */
  voiceProxy?: VoiceProxy
  enquiryLimits: EnquiryLimits
  /** Bytes that all stored releases and uploads may take together. */
  deployQuota: number
  rollback: RollbackSettings
  /** For how long releases that are not in use any more stay served, for tabs that are still open. */
  releaseDays: number
  /** Chromium in which a composition is tried out before it goes live. */
  browser?: string
  /** Where remotes of developers may come from, for their own eyes. */
  overrideOrigins?: string[]
  /** Origins of static exports, whose pages may use the API. */
  siteOrigins?: string[]
  /** Proxies whose X-Forwarded headers are believed: addresses and networks. None: nobody's. */
  trustProxy?: string[]
}

/** When a release that went live a short while ago is taken back by itself. */
export interface RollbackSettings {
  /** More than this share of the pages sent, 0 to 1. */
  share: number
  /** At least so many visitors. */
  failures: number
  /** For how long after its deploy. */
  minutes: number
}

/** Enquiries that are stored in an hour. */
export interface EnquiryLimits {
  perVisitor: number
  /** Of all visitors together. */
  perHour: number
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password when the server wants them. */
  smtpUrl: string
  from: string
  to: string[]
}

/** Enquiries are also posted there, as JSON. */
export interface WebhookSettings {
  url: string
  /** Key of the signature (HMAC-SHA256) in X-Signature-256. */
  secret?: string
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

export const projectRoot = path.resolve(import.meta.dirname, '../..')

/**
 * Reads the settings. A variable that is empty counts as not set.
 * @throws Error that says which variable is wrong and what it should be.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = env.PORT ? Number(env.PORT) : 3000
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is '${env.PORT}': it should be a number from 0 to 65535.`)
  const host = env.HOST || 'localhost'
  const url = env.SITE_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!URL.parse(url)?.protocol.startsWith('http'))
    throw new Error(`SITE_URL is '${url}': it should be a full address such as https://www.example.com.`)
  const { voice, voiceProxy } = readVoice(env)
  const trustProxy = readTrustProxy(env.TRUST_PROXY)
  const dataFolder = path.resolve(projectRoot, env.SITE_DATA || 'data')
  return {
    port,
    host,
    dataFolder,
    site: {
      ...readSite(env.SITE_CONFIG || path.join(projectRoot, 'shared/site.json')),
      url: url.replace(/\/+$/, ''),
      ...(voice && { voice }),
    },
    ...(voiceProxy && { voiceProxy }),
    enquiryLimits: {
      perVisitor: readCount('ENQUIRIES_PER_VISITOR', env.ENQUIRIES_PER_VISITOR, 20),
      perHour: readCount('ENQUIRIES_PER_HOUR', env.ENQUIRIES_PER_HOUR, 1000),
    },
    deployQuota: readCount('DEPLOY_QUOTA_MB', env.DEPLOY_QUOTA_MB, 2048) * 1024 * 1024,
    ...(trustProxy && { trustProxy }),
    ...readStore(env.S3_URL),
    ...readDeploySettings(env),
    ...readEnquirySettings(env),
  }
}

function readDeploySettings(
  env: NodeJS.ProcessEnv,
): Pick<Settings, 'rollback' | 'releaseDays' | 'browser' | 'overrideOrigins' | 'siteOrigins'> {
  const percent = readCount('ROLLBACK_PERCENT', env.ROLLBACK_PERCENT, 20)
  const overrideOrigins = readOrigins('OVERRIDE_ORIGINS', env.OVERRIDE_ORIGINS)
  const siteOrigins = readOrigins('SITE_ORIGINS', env.SITE_ORIGINS)
  return {
    rollback: {
      share: percent / 100,
      failures: readCount('ROLLBACK_FAILURES', env.ROLLBACK_FAILURES, 5),
      minutes: readCount('ROLLBACK_MINUTES', env.ROLLBACK_MINUTES, 60),
    },
    releaseDays: readCount('RELEASE_DAYS', env.RELEASE_DAYS, 90),
    ...(env.SITE_BROWSER && { browser: env.SITE_BROWSER }),
    ...(overrideOrigins && { overrideOrigins }),
    ...(siteOrigins && { siteOrigins }),
  }
}

/** 'https://www.example.com, http://localhost:3003'. */
function readOrigins(name: string, given: string | undefined): string[] | undefined {
  if (!given) return undefined
  const origins = given.split(',').map((origin) => origin.trim())
  const wrong = origins.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  throw new Error(`${name} has '${wrong}': it should be origins such as http://localhost:3003, with commas between.`)
}

/** The address may hold a password, so the sentence does not repeat it. */
function readStore(s3Url: string | undefined): Pick<Settings, 's3Url'> {
  if (!s3Url) return {}
  const { protocol, host, pathname } = URL.parse(s3Url) ?? {}
  if (protocol !== 's3:' || !host || !/^\/[\w.-]+(\/|$)/.test(pathname ?? ''))
    throw new Error(
      'S3_URL should be an address such as s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1.',
    )
  return { s3Url }
}

/** '10.0.0.1, 10.1.0.0/16, loopback'. */
function readTrustProxy(given: string | undefined): string[] | undefined {
  if (!given) return undefined
  const proxies = given.split(',').map((part) => part.trim())
  if (!proxies.every(isNetwork))
    throw new Error(`TRUST_PROXY is '${given}': it should be addresses or networks such as 10.0.0.1, 10.1.0.0/16 or loopback.`)
  return proxies
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return false
  // A network of length 0 is everybody, and everybody could then claim any address.
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}

/**
 * What the storage and delivery of enquiries need, also for the command line.
 * @throws Error that says which variable is wrong and what it should be.
 */
export function readEnquirySettings(
  env: NodeJS.ProcessEnv = process.env,
): Pick<Settings, 'databaseUrl' | 'mail' | 'webhook' | 'retentionDays'> {
  const { DATABASE_URL: databaseUrl, ENQUIRY_RETENTION_DAYS: days } = env
  // The address may hold a password, so the sentence does not repeat it.
  if (databaseUrl && !/^postgres(ql)?:$/.test(URL.parse(databaseUrl)?.protocol ?? ''))
    throw new Error('DATABASE_URL should be an address such as postgres://user:password@host:5432/database.')
  const mail = readMail(env)
  const webhook = readWebhook(env)
  return {
    ...(databaseUrl && { databaseUrl }),
    ...(mail && { mail }),
    ...(webhook && { webhook }),
    ...(days && { retentionDays: readCount('ENQUIRY_RETENTION_DAYS', days, 0) }),
  }
}

function readMail({ SMTP_URL: smtpUrl, ENQUIRY_FROM: from, ENQUIRY_TO: to }: NodeJS.ProcessEnv): MailSettings | undefined {
  if (!smtpUrl) return undefined
  if (!/^smtps?:$/.test(URL.parse(smtpUrl)?.protocol ?? ''))
    throw new Error('SMTP_URL should be an address such as smtps://user:password@mail.example.com:465.')
  if (!from) throw new Error('ENQUIRY_FROM is missing: mail by SMTP_URL needs the address that it comes from.')
  if (!to) throw new Error('ENQUIRY_TO is missing: mail by SMTP_URL needs the address of the team that answers.')
  const isAddress = (text: string) => /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+$/.test(text)
  if (!isAddress(from)) throw new Error(`ENQUIRY_FROM is '${from}': it should be an address such as site@example.com.`)
  const addresses = to.split(',').map((address) => address.trim())
  if (!addresses.every(isAddress))
    throw new Error(`ENQUIRY_TO is '${to}': it should be an address such as team@example.com, or several with commas between.`)
  return { smtpUrl, from, to: addresses }
}

function readWebhook({ ENQUIRY_WEBHOOK: url, ENQUIRY_WEBHOOK_SECRET: secret }: NodeJS.ProcessEnv): WebhookSettings | undefined {
  if (!url && secret) throw new Error('ENQUIRY_WEBHOOK is missing: ENQUIRY_WEBHOOK_SECRET signs what is posted there.')
  if (!url) return undefined
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`ENQUIRY_WEBHOOK is '${url}': it should be a full address such as https://hooks.example.com/enquiries.`)
  return { url, ...(secret && { secret }) }
}

/** A provider's key, or a stand-in where nobody is served in earnest, or no demo. */
function readVoice(env: NodeJS.ProcessEnv): { voice?: VoiceConfig; voiceProxy?: VoiceProxy } {
  const [publicKey, assistantId] = [env.VAPI_PUBLIC_KEY, env.VAPI_ASSISTANT_ID]
  if (!publicKey && !assistantId) {
    const isServed = env.NODE_ENV === 'production'
    const path = '/voice-stand-in'
    return isServed
      ? {}
      : { voice: { apiUrl: path, publicKey: 'stand-in', assistantId: 'stand-in', callMachineProxy: path, isStandIn: true } }
  }
  if (!publicKey || !assistantId)
    throw new Error(`${publicKey ? 'VAPI_ASSISTANT_ID' : 'VAPI_PUBLIC_KEY'} is missing: the voice demo needs both, or neither.`)
  const apiUrl = (env.VAPI_BASE_URL || 'https://api.vapi.ai').replace(/\/+$/, '')
  if (!URL.parse(apiUrl)?.protocol.startsWith('http'))
    throw new Error(`VAPI_BASE_URL is '${env.VAPI_BASE_URL}': it should be a full address such as https://api.vapi.ai.`)
  if (env.VOICE_PROXY !== '1') return { voice: { apiUrl, publicKey, assistantId } }
  const callsPerVisitor = readCount('VOICE_CALLS_PER_VISITOR', env.VOICE_CALLS_PER_VISITOR, 5)
  const callsPerDay = readCount('VOICE_CALLS_PER_DAY', env.VOICE_CALLS_PER_DAY, 200)
  return {
    // The SDK insists on a key and an assistant; the server puts its own in their place.
    voice: { apiUrl: '/api/voice', publicKey: 'proxy', assistantId: 'proxy' },
    voiceProxy: { apiUrl, key: publicKey, assistantId, callsPerVisitor, callsPerDay },
  }
}

function readCount(name: string, given: string | undefined, fallback: number): number {
  const count = given ? Number(given) : fallback
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} is '${given}': it should be a whole number above 0.`)
  return count
}

function readSite(file: string): Omit<SiteConfig, 'url'> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The site configuration ${file} can't be read: ${(error as Error).message}`)
  }
}
