// nginx beside the site: the same brotli bytes with the same headers, as fast as its documentation knows how.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { freePort } from '../free-port.ts'
import { startNginx } from '../nginx.ts'

/** The home page is a file like any other: to look for the index of a folder would cost nginx time. */
export function nginxPath(address: string): string {
  return address === '/' ? '/index.html' : address
}

/** Headers that nginx makes itself, for each answer. */
const ownHeaders = ['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'etag', 'keep-alive']

/** Copies what the site answers at these paths and serves it. */
export async function mirrorOnNginx(
  folder: string,
  siteUrl: string,
  paths: string[],
  spawn: (program: string, args: string[]) => ChildProcess,
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const locations: string[] = []
  for (const address of paths) {
    const file = path.join(folder, 'root', nginxPath(address))
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(file, await bytesOf(siteUrl + address, 'identity'))
    await fs.writeFile(`${file}.br`, await bytesOf(siteUrl + address, 'br'))
    locations.push(location(nginxPath(address), file, await fetch(siteUrl + address, { headers: { 'Accept-Encoding': 'br' } })))
  }
  const url = `http://127.0.0.1:${port}`
  return { child: await startNginx(folder, configuration(port, locations), url, spawn), url }
}

async function bytesOf(url: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .request(url, { headers: { 'Accept-Encoding': encoding } }, async (response) => {
        resolve(Buffer.concat(await response.toArray()))
      })
      .on('error', reject)
      .end()
  })
}

function location(address: string, file: string, { headers }: Response): string {
  const added = [...headers].filter(([name]) => !ownHeaders.includes(name))
  return [
    `location = ${address} {`,
    `  alias ${file};`,
    `  types { } default_type "${headers.get('content-type')}";`,
    '  add_header Last-Modified "";',
    ...added.map(([name, value]) => `  add_header ${name} "${value}";`),
    '}',
  ].join('\n')
}

/** It keeps connections and files open, and never stops to close one. */
const configuration = (port: number, locations: string[]): string => `
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  brotli_static on;
  server {
    listen 127.0.0.1:${port} backlog=1024;
    ${locations.join('\n')}
  }
`
