// For tests and measurements: a PostgreSQL of their own from the system's programs, gone when they end. Installs nothing.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'

export interface ThrowawayPostgres {
  /** A new empty database. */
  createDatabase: () => Promise<string>
  /** Ends all its processes at once, as a crash would. */
  crash: () => void
  /** Starts it again after a crash. */
  start: () => void
  remove: () => void
}

/** The folder of initdb and pg_ctl, when PostgreSQL is installed. */
export function findPostgres(): string | undefined {
  const versions = fs.globSync('/usr/lib/postgresql/*/bin').sort().reverse()
  return [...versions, ...(process.env.PATH ?? '').split(':')].find((folder) => fs.existsSync(path.join(folder, 'pg_ctl')))
}

/** @throws Error when PostgreSQL is not installed or does not start. */
export async function startPostgres(): Promise<ThrowawayPostgres> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed: there is no pg_ctl.')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'postgres-'))
  const data = path.join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const run = (program: string, ...args: string[]) => {
    const command = [path.join(programs, program), ...args]
    const [file = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(file, rest, { stdio: 'ignore', cwd: folder })
  }
  const log = path.join(folder, 'log')
  const start = () =>
    run('pg_ctl', '-D', data, '-w', '-l', log, '-o', `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`, 'start')
  const crash = () => run('pg_ctl', '-D', data, '-w', '-m', 'immediate', 'stop')
  run('initdb', '-D', data, '--no-sync', '-U', 'postgres', '--auth=trust', '-E', 'UTF8')
  start()
  const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  let databases = 0
  const createDatabase = async () => {
    const name = `site_${++databases}`
    const client = new pg.Client(address('postgres'))
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    await client.end()
    return address(name)
  }
  const remove = () => {
    try {
      crash()
    } catch {
      // It was stopped before.
    }
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { createDatabase, crash, start, remove }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}
