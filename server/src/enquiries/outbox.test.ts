import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { describeEveryDatabase } from '../every-database.ts'
import { readSettings } from '../settings.ts'
import type { OpenEnquiries } from './enquiries.ts'
import { delayAfter, type OutboxTiming, startOutbox } from './outbox.ts'

const enquiry = { name: 'Helen Marsh', company: 'Northgate Talent', email: 'helen@northgate.example', consent: true as const }
const fast = { poll: 10, lease: 1000, firstDelay: 10, longestDelay: 20, patience: 500, attempts: 3 }

const atEnd: (() => unknown)[] = []
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end()
})

/** A mail server; answer may throw what it refuses with, or take its time. */
async function startSink(answer: (count: number) => unknown = () => {}) {
  const mails: string[] = []
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      try {
        await answer(++count)
        mails.push(String(Buffer.concat(chunks)))
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd.push(() => new Promise<void>((resolve) => server.close(resolve)))
  return { mails, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

function start(store: OpenEnquiries, env: NodeJS.ProcessEnv, timing: Partial<OutboxTiming> = {}) {
  const log: string[] = []
  const write = (about: unknown, text?: string) => void log.push(JSON.stringify([about, text]))
  const settings = readSettings({ ENQUIRY_FROM: 'site@fairlead.example', ENQUIRY_TO: 'team@fairlead.example', ...env })
  const outbox = startOutbox(store, settings, { info: write, warn: write, error: write }, { ...fast, ...timing })
  atEnd.push(outbox.stop)
  return { outbox, log }
}

const jobs = (store: OpenEnquiries) => store.database.query.selectFrom('mail_jobs').selectAll().execute()
const untilAll = (store: OpenEnquiries, state: string) =>
  expect.poll(async () => (await jobs(store)).every((job) => job.state === state), { timeout: 5000 }).toBe(true)

describeEveryDatabase((database) => {
  test('each enquiry is mailed once, though two servers deliver', async () => {
    // A slow machine must not outlast the lease: that would be a rightful second mail.
    const patient = { lease: 60_000, patience: 20_000 }
    const [store, sink] = [await database.open(), await startSink()]
    const added = await Promise.all(Array.from({ length: 30 }, () => store.add(enquiry)))
    start(store, { SMTP_URL: sink.url }, patient)
    start(store, { SMTP_URL: sink.url }, patient)
    await untilAll(store, 'sent')
    const ids = sink.mails.map((mail) => /^Message-ID: <(.+)@fairlead\.example>/im.exec(mail)?.[1])
    expect(ids.sort()).toEqual(added.map(({ id }) => id).sort())
  })

  test('a mail that is refused is sent again later, and the log knows no address', async () => {
    const [store, sink] = [
      await database.open(),
      await startSink((count) => {
        if (count < 3) throw Object.assign(new Error('Greylisted helen@northgate.example'), { responseCode: 451 })
      }),
    ]
    await store.add(enquiry)
    const { log } = start(store, { SMTP_URL: sink.url })
    await untilAll(store, 'sent')
    expect(await jobs(store)).toMatchObject([{ attempts: 3, last_error: null, lease: null }])
    expect(log.join()).toContain('Greylisted')
    expect(log.join()).not.toContain('helen@')
  })

  test('what can not be delivered is dead after its attempts, and its enquiry is still there', async () => {
    const [store, sink] = [
      await database.open(),
      await startSink(() => {
        throw Object.assign(new Error('No'), { responseCode: 550 })
      }),
    ]
    await store.add(enquiry)
    const { log } = start(store, { SMTP_URL: sink.url })
    await untilAll(store, 'dead')
    expect(await jobs(store)).toMatchObject([{ attempts: 3, last_error: expect.stringContaining('550') }])
    expect(log.at(-1)).toContain('will not be tried again')
    expect(await store.database.query.selectFrom('enquiries').select('id').execute()).toHaveLength(1)
  })

  test('a job whose server crashed is taken over when its lease ends, not before', async () => {
    const [store, sink] = [await database.open(), await startSink()]
    await store.add(enquiry)
    const leased = { lease: 'crashed', leased_until: Date.now() + 600 }
    await store.database.query.updateTable('mail_jobs').set(leased).execute()
    start(store, { SMTP_URL: sink.url })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(sink.mails).toEqual([])
    await untilAll(store, 'sent')
    expect(sink.mails).toHaveLength(1)
  })

  test('stopping waits for the mail that is being sent', async () => {
    let arrived = () => {}
    const arriving = new Promise<void>((resolve) => (arrived = resolve))
    const sink = await startSink(async () => {
      arrived()
      await new Promise((resolve) => setTimeout(resolve, 200))
    })
    const store = await database.open()
    await store.add(enquiry)
    const { outbox } = start(store, { SMTP_URL: sink.url })
    await arriving
    await outbox.stop()
    expect(await jobs(store)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  test('without a mail server jobs wait, and the log says so once', async () => {
    const store = await database.open()
    await store.add(enquiry)
    const { log } = start(store, {})
    expect(log).toHaveLength(1)
    expect(log[0]).toContain('they wait until SMTP_URL')
    expect(await jobs(store)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  test('the webhook gets the enquiry as signed JSON; when it fails the mail is not sent twice', async () => {
    const posts: { body: string; signature: unknown; key: unknown }[] = []
    const server = http.createServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString()
      posts.push({ body, signature: request.headers['x-signature-256'], key: request.headers['idempotency-key'] })
      response.writeHead(posts.length === 1 ? 500 : 204).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    atEnd.push(() => server.close())
    const [store, sink] = [await database.open(), await startSink()]
    const { id } = await store.add({ ...enquiry, message: 'Hello' })
    const ENQUIRY_WEBHOOK = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    start(store, { SMTP_URL: sink.url, ENQUIRY_WEBHOOK, ENQUIRY_WEBHOOK_SECRET: 'secret' })
    await untilAll(store, 'sent')
    expect(posts).toHaveLength(2)
    expect(sink.mails).toHaveLength(1)
    const [{ body, signature, key } = { body: '' }] = posts
    expect(JSON.parse(body)).toMatchObject({ id, email: 'helen@northgate.example', message: 'Hello', phone: null })
    expect(key).toBe(id)
    expect(signature).toBe(`sha256=${createHmac('sha256', 'secret').update(body).digest('hex')}`)
  })

  test.each([
    ['plain', enquiry, 'helen@northgate.example'],
    ['with a name of two lines', { ...enquiry, name: 'Helen\r\nBcc: all@evil.example' }, 'helen@northgate.example'],
    ['with a line separator', { ...enquiry, company: 'Co\u2028Bcc: all@evil.example\u0085x' }, 'helen@northgate.example'],
    ['with quotes and brackets', { ...enquiry, name: '"a" <all@evil.example>, b' }, 'helen@northgate.example'],
    ['with an address that reads as two', { ...enquiry, email: 'a,<all@evil.example' }, undefined],
    [
      'of letters of any script',
      { ...enquiry, name: '李小龍 😀', message: '你好\r\n<script>alert(1)</script>' },
      'helen@northgate.example',
    ],
  ])('a mail %s has our headers and no others', async (_, given, replyTo) => {
    const [store, sink] = [await database.open(), await startSink()]
    await store.add(given)
    start(store, { SMTP_URL: sink.url })
    await untilAll(store, 'sent')
    const mail = await PostalMime.parse(sink.mails[0] ?? '')
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.from?.address).toBe('site@fairlead.example')
    expect(mail.to?.map(({ address }) => address)).toEqual(['team@fairlead.example'])
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(replyTo && [replyTo])
    expect(mail.subject).toMatch(/^Enquiry from .+, .+$/)
    expect(mail.text).toContain(given.email)
    expect(mail.html).not.toContain('<script')
  })
})

test('the wait doubles up to its longest, and half of it is chance', () => {
  const timing = { poll: 0, lease: 0, firstDelay: 5000, longestDelay: 60_000, patience: 0, attempts: 9 }
  expect([1, 2, 3, 9].map((attempts) => delayAfter(attempts, timing, 0))).toEqual([5000, 10_000, 20_000, 60_000])
  expect(delayAfter(1, timing, 1)).toBe(7500)
})
