// A site as its operator puts it on nginx: exported, the include in a server block, the API behind the same address.
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type ExportStores, exportSite } from 'server/export/export'
import { startNginx } from './nginx.ts'

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
  { dataFolder, database, server }: ExportStores & { server: string },
  port: number,
  api?: string,
): Promise<Front> {
  const own = await fs.mkdtemp(path.join(os.tmpdir(), 'site-nginx-'))
  const folder = path.join(own, 'site')
  await exportSite({ dataFolder, database }, { out: folder, channel: 'live', keep: true, ...(api && { api }) })
  const front = `http://127.0.0.1:${port}`
  const child = await startNginx(own, configuration(folder, port, api ? undefined : server), front)
  const close = async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
    await fs.rm(own, { recursive: true, force: true })
  }
  return { url: front, folder, close }
}

function configuration(folder: string, port: number, server: string | undefined): string {
  const pass = `proxy_pass ${server}; proxy_set_header Host $http_host; proxy_http_version 1.1;`
  return `
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    include ${folder}/_nginx.conf;
    brotli_static on;
    ${server ? ['/api/', '/voice-stand-in'].map((prefix) => `location ${prefix} { ${pass} }`).join('\n    ') : ''}
  }
`
}
