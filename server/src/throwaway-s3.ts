// For tests and measurements: an S3 of their own, Ceph's gateway with the data in memory, gone when they end. Installs
// nothing: apt-get install --no-install-recommends radosgw ceph-mon ceph-osd ceph-mgr
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface ThrowawayS3 {
  /** A setting S3_URL with a new empty bucket; a public one can be read, but not listed, by everybody. */
  createBucket: (options?: { isPublic?: boolean }) => Promise<string>
  /** Ends the gateway at once, as a crash would; what was stored stays. */
  crash: () => Promise<void>
  /** Starts it again after a crash. */
  start: () => Promise<void>
  remove: () => Promise<void>
}

const programs = ['radosgw', 'radosgw-admin', 'ceph', 'ceph-mon', 'ceph-osd', 'monmaptool']

/** Milliseconds for the disk to be up, which takes five seconds; on a busy machine longer. */
const patience = 40_000

/** Whether all of its programs are installed. */
export function isS3Installed(): boolean {
  const folders = (process.env.PATH ?? '').split(':')
  return programs.every((program) => folders.some((folder) => fs.existsSync(path.join(folder, program))))
}

/** @throws Error when a part of it is not installed or does not start; takes about fifteen seconds. */
export async function startS3(): Promise<ThrowawayS3> {
  if (!isS3Installed()) throw new Error(`No S3 to test with: it needs ${programs.join(', ')}.`)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 's3-'))
  const [monitor, gateway] = [await freePort(), await freePort()]
  const conf = path.join(folder, 'ceph.conf')
  const fsid = randomUUID()
  for (const part of ['mon.a', 'osd.0', 'rgw', 'run']) fs.mkdirSync(path.join(folder, part))
  fs.writeFileSync(conf, configuration(folder, fsid, monitor, gateway))
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, ['-c', conf, ...args], { cwd: folder })
  const processes: ChildProcess[] = []
  const keep = (program: string, ...args: string[]) => {
    const child = spawn(program, ['-c', conf, '-f', ...args], { cwd: folder, stdio: 'ignore' })
    processes.push(child)
    return child
  }
  const killAll = () => {
    for (const child of processes) child.kill('SIGKILL')
  }
  process.once('exit', killAll)
  const address = `127.0.0.1:${gateway}`
  let rgw: ChildProcess | undefined
  const start = async () => {
    rgw = keep('radosgw', '-n', 'client.rgw')
    await until(() => fetch(`http://${address}/`).then(({ ok }) => ok))
  }
  const crash = async () => {
    if (!rgw || rgw.exitCode !== null || rgw.signalCode !== null) return
    rgw.kill('SIGKILL')
    await once(rgw, 'exit')
  }
  const map = path.join(folder, 'monmap')
  await promisify(execFile)('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[v1:127.0.0.1:${monitor}]`, map])
  await run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map)
  keep('ceph-mon', '-i', 'a')
  await until(() => run('ceph', '--connect-timeout', '60', '-s').then(() => true))
  const osd = randomUUID()
  // On a busy machine the monitor answers before it knows its own commands.
  await until(() => run('ceph', 'osd', 'new', osd).then(() => true))
  await run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  let disk = keep('ceph-osd', '-i', '0')
  let startedAt = performance.now()
  await until(async () => {
    // On a busy machine it may ask before the monitor has told it the cluster's id, and ends with 'wrong fsid'; or it waits for
    // ever. It holds nothing yet.
    if (disk.exitCode !== null || disk.signalCode !== null || performance.now() - startedAt > patience) {
      disk.kill('SIGKILL')
      disk = keep('ceph-osd', '-i', '0')
      startedAt = performance.now()
    }
    return (await run('ceph', 'osd', 'stat')).stdout.includes('1 up')
  })
  await start()
  await run('radosgw-admin', 'user', 'create', '--uid=site', '--display-name=site', '--access-key=KEY', '--secret-key=SECRET')
  let buckets = 0
  const createBucket = async ({ isPublic = false } = {}) => {
    const name = `site-${++buckets}`
    const { CreateBucketCommand, PutBucketPolicyCommand, S3Client } = await import('@aws-sdk/client-s3')
    const credentials = { accessKeyId: 'KEY', secretAccessKey: 'SECRET' }
    const client = new S3Client({ endpoint: `http://${address}`, region: 'us-east-1', forcePathStyle: true, credentials })
    await client.send(new CreateBucketCommand({ Bucket: name }))
    if (isPublic) await client.send(new PutBucketPolicyCommand({ Bucket: name, Policy: readableByAll(name) }))
    client.destroy()
    return `s3://KEY:SECRET@${address}/${name}?tls=0`
  }
  // The first bucket makes the gateway's pools, which takes longer than a test.
  await createBucket()
  const remove = async () => {
    process.off('exit', killAll)
    const ended = processes
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => once(child, 'exit'))
    killAll()
    await Promise.all(ended)
    fs.rmSync(folder, { recursive: true, force: true })
  }
  return { createBucket, crash, start, remove }
}

const readableByAll = (bucket: string) =>
  JSON.stringify({
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` }],
  })

/** One monitor, one disk in memory, one gateway, without passwords between them. */
function configuration(folder: string, fsid: string, monitor: number, gateway: number): string {
  return `
[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
ms bind msgr2 = false
public addr = 127.0.0.1
cluster addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
mon warn on pool no redundancy = false
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 17179869184
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/$name.log
mon cluster log file = ${folder}/cluster.log
osd data = ${folder}/osd.0
mon data = ${folder}/mon.a
rgw data = ${folder}/rgw
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw enable apis = s3
rgw override bucket index max shards = 1
rgw thread pool size = 32
`
}

/** @throws Error after three minutes: what waits is a machine with much to do. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 180_000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error('S3 did not start within three minutes.')
    await wait(100)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
