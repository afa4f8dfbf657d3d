// The last check of the gate, where the operator has configured a browser: the finished composition, served to nobody else.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAnswers } from './answers.ts'
import { checkInBrowser } from './publish/check-in-browser.ts'
import type { TryOut } from './publish/publish.ts'
import { createServe } from './serve.ts'

/** @param browser path of a Chromium; without one nothing is tried out. */
export function tryOutIn(browser: string | undefined, dataFolder: string): TryOut {
  if (!browser) return async () => []
  return async (published, paths) => {
    const answers = await readAnswers(dataFolder, published)
    const serve = createServe(dataFolder)
    const server = http.createServer((request, response) => {
      // What the page would report is on its console as well.
      if (request.url === '/api/failures') response.writeHead(204).end()
      else if (!serve(answers, request, response)) response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      return await checkInBrowser({ browser, url, paths })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }
}
