import { spawnSync } from 'node:child_process'
import fs from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runInSandbox } from './sandbox.ts'
import { temporaryFolder } from './tiny-release.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

const leaves = (user: string[]) =>
  spawnSync('unshare', [...user, '--net', '--pid', '--fork', '--kill-child', 'true']).status === 0
const hasBarrier = process.platform === 'linux' && (leaves([]) || leaves(['--user']))
if (!hasBarrier) console.warn('NOT TESTED: this system does not let unshare take away the network and the other processes.')

test('a program gets its input and its environment, and gives its output', async () => {
  const text = `fs.writeSync(3, fs.readFileSync(0, 'utf8') + Object.keys(process.env).filter((name) => !/^(PWD|OLDPWD|SHLVL|_)$/.test(name)))`
  expect(await run(text, { env: { A: '1' } })).toEqual({
    output: 'inputA',
    ending: 'ended the process (code 0) before it was rendered.',
  })
})

test('a program reads what it may read, and nothing else', async () => {
  const [open, secret] = ['open', 'secret'].map((name) => path.join(folder.path, `${name}.txt`)) as [string, string]
  await Promise.all([open, secret].map((file) => fs.writeFile(file, 'text')))
  const read = (file: string) => run(attempt(`fs.readFileSync(${JSON.stringify(file)}, 'utf8')`), { readable: [open] })
  expect((await read(open)).output).toBe('text')
  expect((await read(secret)).output).toBe('ERR_ACCESS_DENIED')
  expect((await read('/etc/passwd')).output).toBe('ERR_ACCESS_DENIED')
})

test.each([
  ['writes a file', `fs.writeFileSync('sandbox.txt', 'text')`],
  ['starts a process', `(await import('node:child_process')).spawn('true')`],
  ['becomes another program', `process.execve('/bin/true', ['true'])`],
  ['starts a worker', `new (await import('node:worker_threads')).Worker('0', { eval: true })`],
  ['takes a binding', `process.binding('fs')`],
  ['opens the inspector', `(await import('node:inspector')).open(0)`],
  ['starts WASI', `new (await import('node:wasi')).WASI({ version: 'preview1' })`],
])('a program that %s is refused by Node', async (_, code) => {
  expect((await run(attempt(code))).output).toBe('ERR_ACCESS_DENIED')
})

test('a program that loads an addon is refused by Node', async () => {
  expect((await run(attempt(`process.dlopen({}, 'page.node')`))).output).toBe('ERR_DLOPEN_DISABLED')
})

test.skipIf(!hasBarrier)('a program reaches no server, not even on this machine', async () => {
  const server = net.createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const call = `new Promise((resolve, reject) => net.connect(${port}, '127.0.0.1').on('data', resolve).on('error', reject))`
  const { output } = await run(attempt(`String(await ${call})`)).finally(() => server.close())
  expect(output).toMatch('ENETUNREACH')
})

test.skipIf(!hasBarrier)('a program can send no signal to a process outside', async () => {
  const { output } = await run(attempt(`String(process.kill(${process.pid}, 0))`))
  expect(output).toBe('ESRCH')
})

test('a program can send no signal to the group of the server', async () => {
  const signals: string[] = []
  process.on('SIGWINCH', (signal) => signals.push(signal)) // means nothing to a process without a window
  const { output } = await run(attempt(`String(process.kill(0, 'SIGWINCH'))`))
  expect(output).toBe('true')
  expect(signals).toEqual([])
})

test.skipIf(process.platform !== 'linux')('a program gets no more memory, not even beside the heap', async () => {
  const { output } = await run(attempt(`Array.from({ length: 100 }, () => Buffer.alloc(2e7)).length`))
  expect(output).toBe('Array buffer allocation failed')
})

test('a program that goes on for ever is ended', async () => {
  const { output, ending } = await run(`fs.writeSync(3, 'begun'); setInterval(() => {}, 1000)`, { timeLimit: 2000 })
  expect(output).toBe('begun')
  expect(ending).toBe('was still rendering after 2 s: it loops, or waits for something.')
})

test('a program that is not there ends at once', async () => {
  const { output, ending } = await runInSandbox(path.join(folder.path, 'none.mjs'), options)
  expect({ output, ending }).toEqual({ output: '', ending: 'ended the process (code 1) before it was rendered.' })
})

const options = { readable: [], env: {}, input: 'input', timeLimit: 20_000 }

/** Says the value of an expression, or the code of the error that it meets. */
function attempt(expression: string): string {
  return `let said
    try { said = String(${expression}) } catch (error) { said = error.code ?? error.message }
    fs.writeSync(3, said)`
}

async function run(code: string, given: Partial<typeof options> | object = {}) {
  const program = path.join(folder.path, `${crypto.randomUUID()}.mjs`)
  await fs.writeFile(program, `import fs from 'node:fs'\nimport net from 'node:net'\n${code}`)
  return runInSandbox(program, { ...options, ...given })
}
