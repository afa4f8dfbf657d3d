// Where enquiries are stored and delivered, and how many are taken.
import { isUrl, onlySet, readCount, readList, readText } from './variables.ts'

export interface EnquirySettings {
  /** PostgreSQL for enquiries, instead of SQLite in the data folder. */
  databaseUrl?: string
  /** Where enquiries are delivered; without it they wait. */
  mail?: MailSettings
  webhook?: WebhookSettings
  /** Older enquiries are deleted. */
  retentionDays?: number
  enquiryLimits: EnquiryLimits
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

export function readEnquirySettings(env: NodeJS.ProcessEnv): EnquirySettings {
  return {
    databaseUrl: readText(env, 'DATABASE_URL', {
      isRight: isUrl('postgres:', 'postgresql:'),
      shouldBe: 'an address such as postgres://user:password@host:5432/database',
      isSecret: true,
    }),
    mail: readMail(env),
    webhook: readWebhook(env),
    retentionDays: readCount(env, 'ENQUIRY_RETENTION_DAYS'),
    enquiryLimits: {
      perVisitor: readCount(env, 'ENQUIRIES_PER_VISITOR') ?? 20,
      perHour: readCount(env, 'ENQUIRIES_PER_HOUR') ?? 1000,
    },
  }
}

function readMail(env: NodeJS.ProcessEnv): MailSettings | undefined {
  const smtpUrl = readText(env, 'SMTP_URL', {
    isRight: isUrl('smtp:', 'smtps:'),
    shouldBe: 'an address such as smtps://user:password@mail.example.com:465',
    isSecret: true,
  })
  if (!smtpUrl) return undefined
  const isRight = (text: string) => /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(\.[\w-]+)+$/.test(text)
  const from = readText(env, 'ENQUIRY_FROM', { isRight, shouldBe: 'an address such as site@example.com' })
  if (!from) throw new Error('ENQUIRY_FROM is missing: mail by SMTP_URL needs the address that it comes from.')
  const shouldBe = 'an address such as team@example.com, or several with commas between'
  const to = readList(env, 'ENQUIRY_TO', { isRight, shouldBe })
  if (!to) throw new Error('ENQUIRY_TO is missing: mail by SMTP_URL needs the address of the team that answers.')
  return { smtpUrl, from, to }
}

function readWebhook(env: NodeJS.ProcessEnv): WebhookSettings | undefined {
  const url = readText(env, 'ENQUIRY_WEBHOOK', {
    isRight: isUrl('http:', 'https:'),
    shouldBe: 'a full address such as https://hooks.example.com/enquiries',
  })
  const secret = env.ENQUIRY_WEBHOOK_SECRET || undefined
  if (!url && secret) throw new Error('ENQUIRY_WEBHOOK is missing: ENQUIRY_WEBHOOK_SECRET signs what is posted there.')
  return url === undefined ? undefined : onlySet({ url, secret })
}
