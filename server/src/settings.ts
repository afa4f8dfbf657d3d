// What the operator sets by environment variables. The table of all of them stands in the README.
import fs from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import type { SiteConfig } from '@site/shared/site-config'
import { type EnquirySettings, readEnquirySettings } from './settings/enquiry-settings.ts'
import { isUrl, onlySet, readCount, readList, readText } from './settings/variables.ts'
import { readVoiceSettings, type VoiceSettings } from './settings/voice-settings.ts'

export interface Settings extends EnquirySettings, Pick<VoiceSettings, 'voiceProxy'> {
  port: number
  host: string
  /** Folder for releases, compositions and enquiries. */
  dataFolder: string
  /** S3 that holds releases and compositions for many servers; the data folder is a copy of it then. */
  s3Url?: string
  site: SiteConfig
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

export const projectRoot = path.resolve(import.meta.dirname, '../..')

/**
 * Reads the settings. A variable that is empty counts as not set.
 * @throws Error that says which variable is wrong and what it should be.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = Number(readText(env, 'PORT', { isRight: isPort, shouldBe: 'a number from 0 to 65535' }) ?? 3000)
  const host = env.HOST || 'localhost'
  const url =
    readText(env, 'SITE_URL', {
      isRight: isUrl('http:', 'https:'),
      shouldBe: 'a full address such as https://www.example.com',
    }) ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const { voice, voiceProxy } = readVoiceSettings(env)
  const config = readSite(env.SITE_CONFIG || path.join(projectRoot, 'shared/site.json'))
  return onlySet({
    port,
    host,
    dataFolder: path.resolve(projectRoot, env.SITE_DATA || 'data'),
    s3Url: readText(env, 'S3_URL', {
      isRight: isBucket,
      shouldBe: 'an address such as s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1',
      isSecret: true,
    }),
    site: onlySet({ ...config, url: url.replace(/\/+$/, ''), voice }),
    voiceProxy,
    deployQuota: (readCount(env, 'DEPLOY_QUOTA_MB') ?? 2048) * 1024 * 1024,
    rollback: {
      share: (readCount(env, 'ROLLBACK_PERCENT') ?? 20) / 100,
      failures: readCount(env, 'ROLLBACK_FAILURES') ?? 5,
      minutes: readCount(env, 'ROLLBACK_MINUTES') ?? 60,
    },
    releaseDays: readCount(env, 'RELEASE_DAYS') ?? 90,
    browser: env.SITE_BROWSER || undefined,
    overrideOrigins: readOrigins(env, 'OVERRIDE_ORIGINS'),
    siteOrigins: readOrigins(env, 'SITE_ORIGINS'),
    trustProxy: readList(env, 'TRUST_PROXY', {
      isRight: isNetwork,
      shouldBe: 'addresses or networks such as 10.0.0.1, 10.1.0.0/16 or loopback',
    }),
    ...readEnquirySettings(env),
  })
}

function readSite(file: string): Omit<SiteConfig, 'url'> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The site configuration ${file} can't be read: ${(error as Error).message}`)
  }
}

/** 'https://www.example.com, http://localhost:3003'. */
function readOrigins(env: NodeJS.ProcessEnv, name: string): string[] | undefined {
  const origins = env[name] ? env[name].split(',').map((origin) => origin.trim()) : undefined
  const wrong = origins?.find((origin) => URL.parse(origin)?.origin !== origin)
  if (wrong === undefined) return origins
  throw new Error(`${name} has '${wrong}': it should be origins such as http://localhost:3003, with commas between.`)
}

function isPort(text: string): boolean {
  const port = Number(text)
  return Number.isInteger(port) && port >= 0 && port <= 65535
}

/** Whether a text is an address such as s3://KEY:SECRET@host:port/bucket/folder?region=eu-central-1. */
export function isBucket(text: string): boolean {
  const { protocol, host, pathname } = URL.parse(text) ?? {}
  return protocol === 's3:' && Boolean(host) && /^\/[\w.-]+(\/|$)/.test(pathname ?? '')
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', length, ...rest] = text.split('/')
  const version = isIP(address)
  if (!version || rest.length > 0) return false
  // A network of length 0 is everybody, and everybody could then claim any address.
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128))
}
