// nginx beside the site: the same brotli bytes with the same headers, as fast as its documentation knows how.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { freePort } from '../free-port.ts'

/** Debian's places for what the comparison needs. */
const programs = ['/usr/sbin/nginx', '/usr/bin/nginx']
export const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

/** @returns the program, when it and its brotli module are installed. */
export async function findNginx(): Promise<string | undefined> {
  const isThere = (file: string) =>
    fs.access(file).then(
      () => true,
      () => false,
    )
  if (!(await isThere(brotliModule))) return undefined
  for (const program of programs) if (await isThere(program)) return program
  return undefined
}

/** The home page is a file like any other: to look for the index of a folder would cost nginx time. */
export function nginxPath(address: string): string {
  return address === '/' ? '/index.html' : address
}

/** Headers that nginx makes itself, for each answer. */
const ownHeaders = ['connection', 'content-encoding', 'content-length', 'content-type', 'date', 'etag', 'keep-alive']

/** Copies what the site answers at these paths and serves it. */
export async function startNginx(
  program: string,
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
  const config = path.join(folder, 'nginx.conf')
  await fs.writeFile(config, configuration(folder, port, locations))
  // Where nginx was built to log until it has read its configuration may not exist.
  const child = spawn(program, ['-p', folder, '-c', config, '-e', path.join(folder, 'error.log')])
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, child)
  return { child, url }
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

/** One worker, as whoever owns the folder, that logs nothing, keeps connections and files open, and never stops to close one. */
function configuration(folder: string, port: number, locations: string[]): string {
  return `
load_module ${brotliModule};
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  brotli_static on;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port} backlog=1024;
    ${locations.join('\n')}
  }
}
`
}

/** Waits for the first answer. */
export async function untilReady(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const isReady = await fetch(url).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('nginx did not start.')
}
