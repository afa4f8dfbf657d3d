import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot, readSettings } from './settings.ts'

const defaults = { port: 3000, host: 'localhost', dataFolder: path.join(projectRoot, 'data') }

test('without any variable the site runs on this machine', () => {
  expect(readSettings({})).toMatchObject({ ...defaults, site: { brand: 'Fairlead', url: 'http://localhost:3000' } })
})

test('an empty variable counts as not set', () => {
  expect(readSettings({ PORT: '', HOST: '', SITE_URL: '', SITE_DATA: '', SITE_CONFIG: '' })).toEqual(readSettings({}))
})

test('the address of the site follows host and port unless it is set', () => {
  expect(readSettings({ PORT: '8080', HOST: '0.0.0.0' })).toMatchObject({ port: 8080, site: { url: 'http://0.0.0.0:8080' } })
  expect(readSettings({ HOST: '::1' }).site.url).toBe('http://[::1]:3000')
  expect(readSettings({ SITE_URL: 'https://fairlead.example/' }).site.url).toBe('https://fairlead.example')
})

test('the data folder is seen from the project, or absolute', () => {
  expect(readSettings({ SITE_DATA: 'other' }).dataFolder).toBe(path.join(projectRoot, 'other'))
  expect(readSettings({ SITE_DATA: '/srv/site' }).dataFolder).toBe('/srv/site')
})

test.each(['http', '80.5', '-1', '65536'])("PORT '%s' is refused", (PORT) => {
  expect(() => readSettings({ PORT })).toThrow(`PORT is '${PORT}': it should be a number from 0 to 65535.`)
})

test.each(['www.fairlead.example', 'localhost:3000', '/site'])("SITE_URL '%s' is refused", (SITE_URL) => {
  expect(() => readSettings({ SITE_URL })).toThrow(
    `SITE_URL is '${SITE_URL}': it should be a full address such as https://www.example.com.`,
  )
})

test('a site configuration that is missing or no JSON is refused, and named', () => {
  expect(() => readSettings({ SITE_CONFIG: '/nowhere/site.json' })).toThrow(
    "The site configuration /nowhere/site.json can't be read: ENOENT",
  )
  const noJson = import.meta.filename
  expect(() => readSettings({ SITE_CONFIG: noJson })).toThrow(`The site configuration ${noJson} can't be read: Unexpected token`)
})

test('nobody is trusted as a proxy unless the operator says so', () => {
  expect(readSettings({})).not.toHaveProperty('trustProxy')
  expect(readSettings({ TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1, loopback' }).trustProxy).toEqual([
    '10.0.0.1',
    '10.1.0.0/16',
    '::1',
    'loopback',
  ])
})

test.each(['true', '0', '1', '*', '10.0.0.1/33', '0.0.0.0/0', '10.0.0.1/8/8', 'proxy.example', '10.0.0.1,'])(
  "TRUST_PROXY '%s' is refused",
  (TRUST_PROXY) => {
    expect(() => readSettings({ TRUST_PROXY })).toThrow(`TRUST_PROXY is '${TRUST_PROXY}': it should be`)
  },
)

test('the limits of enquiries are generous, and the operator may set them', () => {
  expect(readSettings({}).enquiryLimits).toEqual({ perVisitor: 20, perHour: 1000 })
  expect(readSettings({ ENQUIRIES_PER_VISITOR: '2', ENQUIRIES_PER_HOUR: '9' }).enquiryLimits).toEqual({
    perVisitor: 2,
    perHour: 9,
  })
  expect(() => readSettings({ ENQUIRIES_PER_HOUR: '0' })).toThrow(
    "ENQUIRIES_PER_HOUR is '0': it should be a whole number above 0.",
  )
})

test('mail is set by three variables, the rest of delivery by one or two', () => {
  const mail = { SMTP_URL: 'smtp://mail.example', ENQUIRY_FROM: 'site@a.example', ENQUIRY_TO: 'x@a.example, y@a.example' }
  expect(readSettings(mail).mail).toEqual({
    smtpUrl: 'smtp://mail.example',
    from: 'site@a.example',
    to: ['x@a.example', 'y@a.example'],
  })
  expect(readSettings({ DATABASE_URL: 'postgres://h/d' }).databaseUrl).toBe('postgres://h/d')
  expect(readSettings({ ENQUIRY_RETENTION_DAYS: '90' }).retentionDays).toBe(90)
  expect(readSettings({ ENQUIRY_WEBHOOK: 'https://h.example/x' }).webhook).toEqual({ url: 'https://h.example/x' })
})

const mail = { SMTP_URL: 'smtp://mail.example', ENQUIRY_FROM: 'site@a.example', ENQUIRY_TO: 'team@a.example' }

test.each([
  [{ DATABASE_URL: 'mysql://user:secret@host/d' }, 'DATABASE_URL should be an address such as postgres://'],
  [{ S3_URL: 'https://KEY:secret@s3.example/bucket' }, 'S3_URL should be an address such as s3://'],
  [{ S3_URL: 's3://KEY:secret@s3.example' }, 'S3_URL should be an address such as s3://'],
  [{ ...mail, SMTP_URL: 'mail.example:25' }, 'SMTP_URL should be an address such as smtps://'],
  [{ ...mail, ENQUIRY_FROM: '' }, 'ENQUIRY_FROM is missing: mail by SMTP_URL needs'],
  [{ ...mail, ENQUIRY_TO: '' }, 'ENQUIRY_TO is missing: mail by SMTP_URL needs'],
  [{ ...mail, ENQUIRY_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'ENQUIRY_FROM is '],
  [{ ...mail, ENQUIRY_TO: 'team' }, "ENQUIRY_TO is 'team': it should be an address such as team@example.com"],
  [{ ENQUIRY_WEBHOOK: 'ftp://h.example' }, "ENQUIRY_WEBHOOK is 'ftp://h.example': it should be a full address"],
  [{ ENQUIRY_WEBHOOK_SECRET: 's' }, 'ENQUIRY_WEBHOOK is missing'],
  [{ ENQUIRY_RETENTION_DAYS: '0' }, "ENQUIRY_RETENTION_DAYS is '0': it should be a whole number above 0."],
])('the settings %j are refused, and passwords not repeated', (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence)
  expect(() => readSettings(env)).not.toThrow('secret')
})

test('releases and uploads may take 2 GB, or what the operator says', () => {
  expect(readSettings({}).deployQuota).toBe(2 * 1024 ** 3)
  expect(readSettings({ DEPLOY_QUOTA_MB: '10' }).deployQuota).toBe(10 * 1024 ** 2)
  expect(() => readSettings({ DEPLOY_QUOTA_MB: '1.5' })).toThrow("DEPLOY_QUOTA_MB is '1.5': it should be a whole number above 0.")
})
