import { execFile } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { assistant } from './assistant.ts'
import { runCommand } from './command.ts'

const key = 'private-key-of-the-account'
let assistants: Map<string, Record<string, unknown>>
let requests: string[]
/** Answers instead of the stand-in, when a test sets it. */
let misbehave: ((response: http.ServerResponse) => void) | undefined

/** Plays the provider: /assistant and /assistant/{id}, with the fields that the provider adds. */
const provider = http.createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  requests.push(`${request.method} ${request.url}`)
  const answer = (statusCode: number, content: object) =>
    response.writeHead(statusCode, { 'Content-Type': 'application/json' }).end(JSON.stringify(content))
  const fail = (statusCode: number, message: unknown) => answer(statusCode, { message, error: 'Error', statusCode })
  if (misbehave) return misbehave(response)
  if (request.headers.authorization !== `Bearer ${key}`) return fail(401, 'Invalid Key. Hot tip, …')
  if (request.method === 'POST' && request.url === '/assistant') return answer(201, store(`made-${assistants.size + 1}`, body))
  const id = decodeURIComponent(request.url?.match(/^\/assistant\/([^/]+)$/)?.[1] ?? '')
  if (!assistants.has(id)) return fail(404, 'Couldn’t get assistant. Does it exist?')
  if (request.method === 'PATCH') return answer(200, store(id, body))
  if (request.method === 'GET') return answer(200, assistants.get(id) ?? {})
  fail(404, 'Not Found')
})

function store(id: string, body: string) {
  const given = JSON.parse(body)
  const model = given.model && { ...given.model, emotionRecognitionEnabled: false }
  const stored = { orgId: 'org', createdAt: 'now', isServerUrlSecretSet: false, ...assistants.get(id), ...given, id, model }
  assistants.set(id, stored)
  return stored
}

await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const baseUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`

afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

beforeEach(() => {
  assistants = new Map()
  requests = []
  misbehave = undefined
})

/** Runs a command as npm would. */
async function run(command: string, env: Record<string, string> = {}) {
  let printed = ''
  let complained = ''
  const output = { print: (text: string) => (printed += `${text}\n`), complain: (text: string) => (complained += `${text}\n`) }
  const exitCode = await runCommand(
    command.split(' ').filter(Boolean),
    { VAPI_BASE_URL: baseUrl, VAPI_PRIVATE_KEY: key, ...env },
    output,
  )
  expect(printed + complained).not.toContain(key)
  return { exitCode, printed, complained }
}

test('show prints the definition, without a key and without asking the provider', async () => {
  const { exitCode, printed } = await run('show', { VAPI_PRIVATE_KEY: '' })
  expect(exitCode).toBe(0)
  expect(JSON.parse(printed)).toEqual(assistant)
  expect(requests).toEqual([])
})

test('push makes an assistant when there is none, and says what to do with its id', async () => {
  const { exitCode, printed } = await run('push', { SITE_URL: 'https://www.fairlead.example' })
  expect(exitCode).toBe(0)
  expect(requests).toEqual(['POST /assistant'])
  expect(assistants.get('made-1')).toMatchObject(assistant)
  expect(printed).toContain('Assistant made-1 is made.')
  expect(printed).toContain('VAPI_ASSISTANT_ID=made-1')
  expect(printed).toContain('"allowedOrigins": [\n    "https://www.fairlead.example"\n  ]')
  expect(printed).toContain('"allowedAssistantIds": [\n    "made-1"\n  ]')
})

test('without the address of the site, push says where it belongs', async () => {
  expect((await run('push')).printed).toContain('"the address of the site (SITE_URL)"')
})

test('push updates the assistant that is there and leaves its other fields alone', async () => {
  assistants.set('a-1', { id: 'a-1', name: 'Old', credentialIds: ['c-1'] })
  const { exitCode, printed } = await run('push', { VAPI_ASSISTANT_ID: 'a-1' })
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: 'Assistant a-1 is updated.\n' })
  expect(requests).toEqual(['PATCH /assistant/a-1'])
  expect(assistants.get('a-1')).toMatchObject({ ...assistant, credentialIds: ['c-1'] })
})

test('after a push there is no difference', async () => {
  await run('push')
  const { exitCode, printed } = await run('diff', { VAPI_ASSISTANT_ID: 'made-1' })
  expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: 'Assistant made-1 is as defined here.\n' })
})

test('diff prints what somebody changed in the dashboard, and changes nothing', async () => {
  await run('push')
  const stored = assistants.get('made-1')
  const prompt = assistant.model?.messages?.[0]?.content?.replace('You are an AI.', 'You are Bob.')
  const model = { ...assistant.model, messages: [{ role: 'system', content: prompt }] }
  assistants.set('made-1', { ...stored, maxDurationSeconds: 600, endCallMessage: undefined, model })
  const { exitCode, printed } = await run('diff', { VAPI_ASSISTANT_ID: 'made-1' })
  expect(exitCode).toBe(1)
  expect(printed).toContain('maxDurationSeconds\n  - 600\n  + 180\n')
  expect(printed).toContain('endCallMessage\n  - (not set)\n  + "Thank you')
  expect(printed).toMatch(/model\.messages\[0\]\.content\n {2}- - You are Bob\..*\n {2}\+ - You are an AI\./)
  expect(requests).toEqual(['POST /assistant', 'GET /assistant/made-1'])
})

test('push says when the provider did not take over everything', async () => {
  misbehave = (response) => response.end(JSON.stringify({ ...assistant, id: 'a-1', maxDurationSeconds: 120 }))
  const { exitCode, complained } = await run('push', { VAPI_ASSISTANT_ID: 'a-1' })
  expect(exitCode).toBe(1)
  expect(complained).toBe('The provider did not take everything over as it was sent:\nmaxDurationSeconds\n  - 120\n  + 180\n')
})

test.each([
  ['push', { VAPI_PRIVATE_KEY: '' }, 'VAPI_PRIVATE_KEY is missing: take the private key'],
  ['diff', { VAPI_PRIVATE_KEY: '', VAPI_ASSISTANT_ID: 'a-1' }, 'VAPI_PRIVATE_KEY is missing: take the private key'],
  ['diff', {}, 'VAPI_ASSISTANT_ID is missing: it says which assistant to compare with.'],
  ['push', { VAPI_PRIVATE_KEY: 'public-key' }, 'The provider refuses VAPI_PRIVATE_KEY (401). It should be the private key'],
  ['push', { VAPI_ASSISTANT_ID: 'a/2' }, "The provider has no assistant 'a/2': check VAPI_ASSISTANT_ID, or unset it"],
  ['diff', { VAPI_ASSISTANT_ID: 'a-2' }, "The provider has no assistant 'a-2': check VAPI_ASSISTANT_ID"],
  ['push', { VAPI_BASE_URL: 'api.vapi.ai' }, "VAPI_BASE_URL is 'api.vapi.ai': it should be a full address"],
  ['push', { SITE_URL: 'fairlead' }, "SITE_URL is 'fairlead': it should be a full address"],
  ['push', { VAPI_BASE_URL: 'http://localhost:1' }, "The provider can't be reached at http://localhost:1/assistant:"],
  ['push', { VAPI_PRIVATE_KEY: 'key\nwith a line break' }, "The provider can't be reached at"],
  ['pull', {}, 'npm run assistant -- show    prints the definition'],
  ['', {}, 'npm run assistant -- show    prints the definition'],
  ['push now', {}, 'npm run assistant -- show    prints the definition'],
])('%s with %o is refused with a sentence', async (command, env, sentence) => {
  const { exitCode, printed, complained } = await run(command, env)
  expect({ exitCode, printed }).toEqual({ exitCode: 2, printed: '' })
  expect(complained).toContain(sentence)
  expect(complained).not.toContain('with a line break')
  expect(assistants.size).toBe(0)
})

test.each<[string, (response: http.ServerResponse) => void, string]>([
  [
    'refuses a field',
    (response) => response.writeHead(400).end(JSON.stringify({ message: ['voice is wrong', `seen ${key}`] })),
    'The provider answered 400 to POST /assistant: voice is wrong; seen [key]',
  ],
  [
    'breaks',
    (response) => response.writeHead(502).end('<html>'),
    'The provider answered 502 to POST /assistant: no reason given',
  ],
  ['drops the connection', (response) => response.destroy(), ': other side closed.'],
  ['is somebody else', (response) => response.end('<html>'), 'is no assistant: is VAPI_BASE_URL right?'],
  ['sends us elsewhere', (response) => response.writeHead(307, { Location: '/x' }).end(), ': unexpected redirect.'],
])('a provider that %s fails the push with a sentence', async (_, behaviour, sentence) => {
  misbehave = behaviour
  const { exitCode, complained } = await run('push')
  expect(exitCode).toBe(2)
  expect(complained).toContain(sentence)
})

test('run by Node.js, the command prints, complains and exits as it should', async () => {
  const command = path.join(import.meta.dirname, 'command.ts')
  const env = { PATH: process.env.PATH, VAPI_BASE_URL: baseUrl, VAPI_PRIVATE_KEY: key, VAPI_ASSISTANT_ID: 'a-1' }
  const start = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) =>
      execFile(process.execPath, [command, ...args], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      ),
    )
  expect(await start('diff')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^The provider has no assistant 'a-1'/),
  })
  assistants.set('a-1', { id: 'a-1' })
  expect(await start('diff')).toMatchObject({ code: 1, stdout: expect.stringContaining('name\n  - (not set)'), stderr: '' })
  expect(await start('push')).toEqual({ code: 0, stdout: 'Assistant a-1 is updated.\n', stderr: '' })
  expect(await start('diff')).toEqual({ code: 0, stdout: 'Assistant a-1 is as defined here.\n', stderr: '' })
})
