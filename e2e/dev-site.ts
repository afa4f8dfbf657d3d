// `npm run dev` on a copy of the sources, so that a test or a measurement may edit files.
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const copied = [
  'shared',
  'shell',
  'remote-marketing',
  'remote-demo',
  'remote-contact',
  'server',
  'rspack.base.js',
  'package.json',
]

export interface DevSite {
  /** Address of a dev server, as in urlOf('remote-contact'). */
  urlOf: (folder: string) => string
  /** Milliseconds from start to ready. */
  readyAfter: number
  /** Replaces text in a source file. Throws when it is not there. */
  edit: (file: string, from: string, to: string) => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts the dev servers.
 * @param args which folders, none means all; and options of `npm run dev`.
 * @param firstPort six ports from here on have to be free.
 */
export async function startDevSite(args: string[], firstPort: number): Promise<DevSite> {
  const copy = await fs.mkdtemp(path.join(os.tmpdir(), 'site-dev-'))
  const isSource = (file: string) => !/[\\/](node_modules|dist)$/.test(file)
  for (const name of copied) await fs.cp(path.join(root, name), path.join(copy, name), { recursive: true, filter: isSource })
  await fs.symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['server/src/dev.ts', ...args], {
    cwd: copy,
    env: { ...process.env, SITE_DEV_PORT: String(firstPort), NODE_ENV: undefined },
  })
  const output = await untilReady(child)
  const ports = new Map([...output.matchAll(/^(\S+): (http:\/\/localhost:\d+)$/gm)].map((match) => [match[1], match[2]]))
  return {
    urlOf: (folder) => ports.get(folder) ?? '',
    readyAfter: performance.now() - startedAt,
    edit: async (file, from, to) => {
      const target = path.join(copy, file)
      const source = await fs.readFile(target, 'utf8')
      if (!source.includes(from)) throw new Error(`${file} does not contain '${from}'.`)
      await fs.writeFile(target, source.replace(from, to))
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await fs.rm(copy, { recursive: true, force: true })
    },
  }
}

function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (data: Buffer) => {
      output += data
      if (/^Ready in/m.test(output)) resolve(output)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`The dev servers ended with code ${code}:\n${output}`)))
  })
}
