// A site as its operator puts it on nginx: exported, the include in a server block, the API behind the same address.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { exportSite } from 'server/export/export'
import { brotliModule, findNginx, untilReady } from './bench/nginx.ts'
import type { RunningSite } from './site.ts'

/** Why tests of an exported site are skipped here; nothing when they can run. */
export const withoutNginx = (await findNginx())
  ? undefined
  : 'NO NGINX HERE: install nginx-light and libnginx-mod-http-brotli-static to test the exported site'

interface Front {
  url: string
  /** The exported folder. */
  folder: string
  close: () => Promise<void>
}

/**
 * @param port where nginx listens.
 * @param api origin that the pages send to; without it nginx passes /api/ and the voice stand-in on to the server.
 */
export async function serveExport(
  { dataFolder, database, server }: Pick<RunningSite, 'dataFolder' | 'database' | 'server'>,
  port: number,
  api?: string,
): Promise<Front> {
  const program = await findNginx()
  if (!program) throw new Error(withoutNginx)
  const own = await fs.mkdtemp(path.join(os.tmpdir(), 'site-nginx-'))
  const folder = path.join(own, 'site')
  await exportSite({ dataFolder, database }, { out: folder, channel: 'live', keep: true, ...(api && { api }) })
  const config = path.join(own, 'nginx.conf')
  await fs.writeFile(config, configuration(own, folder, port, api ? undefined : server))
  const child = spawn(program, ['-p', own, '-c', config, '-e', path.join(own, 'error.log')], { stdio: 'inherit' })
  const front = `http://127.0.0.1:${port}`
  await untilReady(front, child)
  const close = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    await fs.rm(own, { recursive: true, force: true })
  }
  return { url: front, folder, close }
}

function configuration(own: string, folder: string, port: number, server: string | undefined): string {
  const pass = `proxy_pass ${server}; proxy_set_header Host $http_host; proxy_http_version 1.1;`
  return `
load_module ${brotliModule};
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${own}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${own}/${name};`).join(' ')}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    include ${folder}/_nginx.conf;
    brotli_static on;
    ${server ? ['/api/', '/voice-stand-in'].map((prefix) => `location ${prefix} { ${pass} }`).join('\n    ') : ''}
  }
}
`
}
