import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Answers } from './answers.ts'
import { compose } from './publish/compose.ts'
import { site, temporaryFolder, tinyRelease } from './publish/tiny-release.ts'
import { createServe } from './serve.ts'
import { talk } from './talk.ts'

const body = { bytes: Buffer.from('page'), etag: '"page"' }
const answers: Answers = {
  composition: compose([tinyRelease('shell')], site),
  table: new Map([['/about', { status: 200, headers: {}, remote: 'contact', bodies: { identity: body } }]]),
  notFound: { status: 404, headers: {}, bodies: { identity: body } },
}

test('a picture is read once, and forgotten when a hundred others were asked for since', async () => {
  await using data = await temporaryFolder()
  await fs.mkdir(path.join(data.path, 'images'))
  const images = Array.from({ length: 102 }, (_, index) => `/images/${String(index).padStart(12, '0')}.png`)
  for (const image of images) await fs.writeFile(path.join(data.path, image), 'png')
  const size = answers.table.size
  const statuses = await statusesOf(data.path, async (ask) => {
    const [first = '', ...others] = images
    for (const image of [first, ...others.slice(0, 99), first, ...others.slice(99)]) await ask(image)
    await fs.rm(path.join(data.path, 'images'), { recursive: true })
    return [await ask(first), await ask(images[101] ?? ''), await ask(images[1] ?? ''), await ask(images[2] ?? '')]
  })
  expect(statuses).toEqual([200, 200, 404, 404])
  expect(answers.table.size).toBe(size)
})

test('every page that is sent is counted for its remote, and nothing else', async () => {
  await using data = await temporaryFolder()
  const counted: string[] = []
  await statusesOf(
    data.path,
    async (ask) => [await ask('/about'), await ask('/About'), await ask('/images/none.png')],
    (remote) => counted.push(remote),
  )
  expect(counted).toEqual(['contact'])
})

test('what is neither a page nor a file is left to others', async () => {
  await using data = await temporaryFolder()
  const statuses = await statusesOf(data.path, async (ask) => [
    await ask('/about'),
    await ask('/none'),
    await ask('/api/contact'),
  ])
  expect(statuses).toEqual([200, 501, 501])
})

async function statusesOf(
  dataFolder: string,
  visit: (ask: (target: string) => Promise<number | undefined>) => Promise<unknown[]>,
  onPage?: (remote: string) => void,
) {
  const serve = createServe(dataFolder, onPage)
  const server = http.createServer((request, response) => {
    if (!serve(answers, request, response)) response.writeHead(501, { 'Content-Length': 0 }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const statuses = await visit(async (target) => {
    const [reply] = await talk(port, `GET ${target} HTTP/1.1\r\nHost: site\r\nConnection: close\r\n\r\n`)
    return reply?.status
  })
  server.close()
  return statuses
}
