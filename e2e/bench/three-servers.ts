// Three servers behind nginx, on one PostgreSQL and one S3, with this project's bundles live.
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import zlib from 'node:zlib'
import { startPostgres } from 'server/throwaway-postgres'
import { startS3 } from 'server/throwaway-s3'
import { freePort } from '../free-port.ts'
import { startNginx } from '../nginx.ts'
import { type Client, createClient } from './deploy-client.ts'
import { get } from './deploy-load.ts'
import { createBenchToken, deployOwnBundles, kill, startServer } from './site-servers.ts'

const count = 3

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster() {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cluster-'))
  const postgres = await startPostgres()
  const s3 = await startS3()
  const [databaseUrl, s3Url] = [await postgres.createDatabase(), await s3.createBucket()]
  const place = { dataFolder: folder, databaseUrl }
  const token = await createBenchToken(place)
  const ports = [await freePort(), await freePort(), await freePort()]
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const urls = ports.map((one) => `http://127.0.0.1:${one}`)
  const servers: (ChildProcess | undefined)[] = []
  const start = async (index: number) => {
    const env = {
      DATABASE_URL: databaseUrl,
      S3_URL: s3Url,
      HOST: '127.0.0.1',
      TRUST_PROXY: 'loopback',
      ENQUIRIES_PER_VISITOR: '1000000',
      ENQUIRIES_PER_HOUR: '1000000',
    }
    servers[index] = await startServer(path.join(folder, `server-${index}`), ports[index] ?? 0, url, env)
  }
  for (let index = 0; index < count; index++) await start(index)
  const nginx = await startNginx(folder, balancer(port, ports), `${url}/healthz`)
  const clients = urls.map((one) => createClient(one, token))
  const { built, activation } = await deployOwnBundles(clients[0] as Client)
  await Promise.all(urls.map((one) => untilShown(one, activation.composition)))
  return {
    url,
    urls,
    place,
    clients,
    postgres,
    s3,
    built,
    start,
    kill: (index: number) => kill(servers[index]),
    [Symbol.asyncDispose]: async () => {
      await kill(nginx, 'SIGTERM') // its worker would outlive a kill -9
      for (const server of servers) await kill(server)
      postgres.remove()
      await s3.remove()
      await fs.rm(folder, { recursive: true, force: true })
    },
  }
}

/** nginx as docs/nginx.conf has it, without TLS. */
const balancer = (port: number, ports: number[]): string => `
  upstream site {
    ${ports.map((one) => `server 127.0.0.1:${one} max_fails=1 fail_timeout=2s;`).join('\n    ')}
    keepalive 32;
    keepalive_timeout 4s;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 9m;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host:$server_port;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_next_upstream error timeout;
      proxy_connect_timeout 2s;
    }
  }
`

/** Until a server itself, not nginx, answers with a page of the composition, or of a later one that nobody here made. */
export async function untilShown(url: string, composition: string): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await wait(10)) {
    const { status, body } = await get(undefined, `${url}/faqs`)
    if (status === 200 && zlib.brotliDecompressSync(body).includes(`"id":"${composition}"`)) return
  }
  throw new Error(`${url} does not show ${composition} after a minute.`)
}
