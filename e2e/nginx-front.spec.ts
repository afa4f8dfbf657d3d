// docs/nginx.conf as an operator pastes it, on ports of its own, in front of a server.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import http2 from 'node:http2'
import https from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from './free-port.ts'
import { startNginx, withoutNginx } from './nginx.ts'
import { startSite } from './site.ts'

test.skip(withoutNginx !== undefined, withoutNginx)

const documented = fs.readFileSync(path.join(import.meta.dirname, '../docs/nginx.conf'), 'utf8')
const enquiry = JSON.stringify({ name: 'Helen', company: 'Northgate', email: 'helen@northgate.example', consent: true })

test('port 80 leads to https, at the same address', async () => {
  await using front = await startFront()
  const { status, headers } = await fetch(`${front.plain}/pricing?a=b`, { redirect: 'manual' })
  expect(status).toBe(301)
  expect(headers.get('location')).toBe('https://www.example.com/pricing?a=b')
})

test('pages come by HTTP/2, and browsers are told to come no other way', async () => {
  await using front = await startFront()
  const client = http2.connect(front.url, { rejectUnauthorized: false })
  const [headers] = await once(client.request({ ':path': '/healthz' }), 'response')
  client.destroy()
  expect(headers).toMatchObject({ ':status': 200, 'strict-transport-security': 'max-age=63072000' })
})

test('a visitor who says that he is somebody else meets his limit', async () => {
  await using front = await startFront({ ENQUIRIES_PER_VISITOR: '2' })
  const send = (from: string, localAddress = '127.0.0.1') =>
    ask(`${front.url}/api/contact`, { method: 'POST', localAddress, headers: { 'X-Forwarded-For': from } }, enquiry)
  const answers = [await send('203.0.113.1'), await send('203.0.113.2'), await send('203.0.113.3')]
  expect(answers).toEqual([201, 201, 429])
  expect(await send('203.0.113.3', '127.0.0.2')).toBe(201)
})

test('a file of 8 MB reaches the server, which asks who sends it', async () => {
  await using front = await startFront()
  const send = (bytes: number) => ask(`${front.url}/api/files/${'0'.repeat(64)}`, { method: 'PUT' }, Buffer.alloc(bytes))
  expect(await send(8 * 1024 * 1024)).toBe(401)
  expect(await send(10_000_000)).toBe(413)
})

/** Nothing is live on it: what nginx does is seen without. */
async function startFront(env: Record<string, string> = {}) {
  const site = await startSite([], { env: { TRUST_PROXY: 'loopback', ...env } })
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-front-'))
  const [plainPort, port] = [await freePort(), await freePort()]
  const [certificate, key] = ['cert.pem', 'key.pem'].map((name) => path.join(folder, name)) as [string, string]
  const order = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=www.example.com', '-days', '1']
  execFileSync('openssl', [...order, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const plain = `http://127.0.0.1:${plainPort}`
  const configuration = documented
    .replace(/listen \[::\].*/g, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace(/^ {2}listen 443 /m, `  listen 127.0.0.1:${port} `)
    .replace(/(ssl_certificate) .*/, `$1 ${certificate};`)
    .replace(/(ssl_certificate_key) .*/, `$1 ${key};`)
    .replace('server 127.0.0.1:3000;', `server ${new URL(site.server).host};`)
  const nginx = await startNginx(folder, configuration, plain)
  return {
    plain,
    url: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      nginx.kill()
      if (nginx.exitCode === null) await once(nginx, 'exit')
      await site.close()
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function ask(url: string, options: https.RequestOptions, body: string | Buffer): Promise<number | undefined> {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const headers = { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...options.headers }
  return new Promise((resolve, reject) => {
    const request = https.request(url, { ...options, headers, rejectUnauthorized: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject).end(body)
  })
}
