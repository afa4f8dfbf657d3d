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
