// npm run dev: the dev servers of the shell and all remotes, and the API that they send to. With folder names as
// arguments (npm run dev -w remote-contact) only those; with --mode production as builds that run in a live site.
import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createApi } from './app.ts'
import { bundleFolders } from './build.ts'
import { openEnquiries } from './enquiries/enquiries.ts'
import { projectRoot, readSettings } from './settings.ts'

const given = parseArgs({ allowPositionals: true, options: { mode: { type: 'string', default: 'development' } } })
const firstPort = Number(process.env.SITE_DEV_PORT ?? 3000)
const startedAt = performance.now()
const settings = readSettings()
const enquiries = await openEnquiries(settings)
const api = createApi(settings, enquiries)
// Published pages have it in their HTML.
api.get('/api/site-config', () => settings.site)
await api.listen({ port: firstPort + 5, host: 'localhost' })
const folders = given.positionals.length > 0 ? given.positionals : bundleFolders
const addressOf = (folder: string) => `http://localhost:${firstPort + bundleFolders.indexOf(folder)}`
const servers = folders.map(serve)
await Promise.all(folders.map((folder) => untilReady(folder, addressOf(folder))))
console.log(`\nReady in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${addressOf(folders[0] ?? 'shell')}\n`)
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)

function serve(folder: string): ChildProcess {
  const rspack = path.join(projectRoot, 'node_modules/@rspack/cli/bin/rspack.js')
  const child = spawn(process.execPath, [rspack, 'serve', '--mode', given.values.mode], {
    cwd: path.join(projectRoot, folder),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const show = (data: Buffer) => {
    for (const line of String(data).trimEnd().split('\n')) if (!line.startsWith('<i>')) console.log(`${folder}: ${line}`)
  }
  child.stdout.on('data', show)
  child.stderr.on('data', show)
  child.once('exit', (code) => {
    if (code) console.error(`${folder}: its dev server ended with code ${code}.`)
  })
  return child
}

/** A dev server answers once its first build is done. */
async function untilReady(folder: string, address: string): Promise<void> {
  while (
    !(await fetch(address).then(
      (response) => response.ok,
      () => false,
    ))
  ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  console.log(`${folder}: ${address}`)
}

async function stop(): Promise<void> {
  for (const server of servers) server.kill()
  await api.close()
  await enquiries.close()
}
