// Debian's nginx, run from a folder of its own, in one process that logs only what is wrong.
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const brotliModule = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'
const program = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((file) => fs.existsSync(file))

/** Why what needs nginx is skipped here; nothing when it can run. */
export const withoutNginx =
  program && fs.existsSync(brotliModule)
    ? undefined
    : 'NO NGINX HERE: install nginx-light and libnginx-mod-http-brotli-static to test the site behind it'

/**
 * Starts nginx and waits for its first answer, which may be of any status.
 *
 * @param folder for its configuration and what it has to write.
 * @param http what stands in its `http` block: the servers, upstreams, settings.
 * @param url address that it will answer.
 * @param start starts the program otherwise than as it is, for a bench that pins it to a core.
 * @throws Error with what nginx said of a configuration that it does not read.
 */
export async function startNginx(
  folder: string,
  http: string,
  url: string,
  start: (program: string, args: string[]) => ChildProcess = (file, args) => spawn(file, args, { stdio: 'inherit' }),
): Promise<ChildProcess> {
  if (!program || withoutNginx) throw new Error(withoutNginx)
  const file = path.join(folder, 'nginx.conf')
  fs.writeFileSync(file, configuration(folder, http))
  const errors = path.join(folder, 'error.log')
  // Where nginx was built to log until it has read its configuration may not exist.
  const child = start(program, ['-p', folder, '-c', file, '-e', errors])
  while (child.exitCode === null) {
    const isReady = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (isReady) return child
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`nginx did not start: ${fs.readFileSync(errors, 'utf8')}`)
}

/** As whoever owns the folder. */
const configuration = (folder: string, http: string): string => `
load_module ${brotliModule};
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  server_tokens off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${http}
}
`
