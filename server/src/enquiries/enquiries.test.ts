import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { createApi } from '../app.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { readSettings } from '../settings.ts'
import { KeyReusedError, openEnquiries, StoreUnavailableError } from './enquiries.ts'

const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true as const }
const folder = await temporaryFolder()
const store = await openEnquiries({ dataFolder: folder.path })
const api = createApi(readSettings({ NODE_ENV: 'production' }), store, { write: () => {} })
const database = new DatabaseSync(path.join(folder.path, 'site.sqlite'), { readOnly: true })

afterAll(async () => {
  await api.close()
  await store.close()
  database.close()
  await folder.remove()
})

const post = (payload: object) => api.inject({ method: 'POST', url: '/api/contact', payload })
const stored = (id: string) => database.prepare('SELECT * FROM enquiries WHERE id = ?').get(id)
const count = () => database.prepare('SELECT count(*) AS count FROM enquiries').get()?.count

test.each([
  ['with all fields', { ...enquiry, phone: '+44 20 7946 0321', hiringNeeds: 'sales', message: 'Two lines:\r\n\tlike so.' }],
  ['with letters of any script', { ...enquiry, name: '李小龍', company: 'Ærø & Søn' }],
  ['with an undecided choice', { ...enquiry, hiringNeeds: '' }],
  ['with the longest name', { ...enquiry, name: '😀'.repeat(200) }],
])('an enquiry %s is accepted', async (_, payload) => {
  const response = await post(payload)
  expect(response.statusCode).toBe(201)
  expect(stored(response.json().id)).toMatchObject({ name: payload.name, company: payload.company })
})

test('the same key and content again is the first answer again, and nothing is stored', async () => {
  const first = await store.add(enquiry, 'attempt-1')
  const before = count()
  expect(await store.add(enquiry, 'attempt-1')).toEqual({ id: first.id, repeated: true })
  expect(count()).toBe(before)
})

test('a key that belongs to another enquiry is refused', async () => {
  await store.add(enquiry, 'attempt-2')
  const before = count()
  await expect(store.add({ ...enquiry, message: 'More' }, 'attempt-2')).rejects.toBeInstanceOf(KeyReusedError)
  expect(count()).toBe(before)
})

test('a database that is away says so, and takes nothing', async () => {
  await using elsewhere = await temporaryFolder()
  const away = await openEnquiries({ dataFolder: elsewhere.path })
  await away.close()
  await expect(away.add(enquiry)).rejects.toBeInstanceOf(StoreUnavailableError)
})

const { email, ...withoutEmail } = enquiry
const { consent, ...withoutConsent } = enquiry

test.each([
  ['without an e-mail address', withoutEmail, 'Your email address is missing.'],
  ['without consent', withoutConsent, 'Please agree to the processing of your data, so that we may reply.'],
  ['with consent refused', { ...enquiry, consent: false }, 'Please agree to the processing of your data, so that we may reply.'],
  ['without a name', { ...enquiry, name: '' }, 'Your name is missing.'],
  ['with a name of spaces', { ...enquiry, name: '  ' }, 'Your name is not valid. Please check it.'],
  ['with a name of two lines', { ...enquiry, name: 'Helen\nMarsh' }, 'Your name is not valid. Please check it.'],
  ['with a name that is a number', { ...enquiry, name: 7 }, 'Your name is not valid. Please check it.'],
  ['with a name too long', { ...enquiry, name: 'x'.repeat(201) }, 'Your name is too long: at most 200 characters.'],
  [
    'with an address without a domain',
    { ...enquiry, email: 'helen@northgate' },
    'Your email address is not valid. Please check it.',
  ],
  [
    'with a control character in the address',
    { ...enquiry, email: 'a\u001b@b.example' },
    'Your email address is not valid. Please check it.',
  ],
  ['with a control character in the message', { ...enquiry, message: 'a\u0000b' }, 'Your message is not valid. Please check it.'],
  ['with an unknown need', { ...enquiry, hiringNeeds: 'space' }, 'Your choice of hiring needs is not valid. Please check it.'],
  ['with a field of its own', { ...enquiry, admin: true }, "The field 'admin' is not part of an enquiry."],
  ['that is a list', [enquiry], 'An enquiry is a JSON object with name, company, email and consent.'],
])('an enquiry %s is refused', async (_, payload, sentence) => {
  const before = count()
  const response = await post(payload)
  expect(response.statusCode).toBe(400)
  expect(response.body).toBe(sentence)
  expect(count()).toBe(before)
})
