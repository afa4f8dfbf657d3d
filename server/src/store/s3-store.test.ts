import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { s3Store } from './s3-store.ts'
import { StoreAwayError } from './store.ts'

test('an answer that stops in the middle is an answer that did not come', { timeout: 60_000 }, async () => {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'Content-Length': '10' })
    response.write('half')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const store = s3Store(`s3://KEY:SECRET@127.0.0.1:${(server.address() as AddressInfo).port}/bucket?tls=0`)
  await expect(store.get('files/one')).rejects.toThrow(StoreAwayError)
  server.closeAllConnections()
  server.close()
})
