// A release on its way: read from where it was built, and uploaded as far as the server lacks it.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Release } from '@site/shared/release'
import type { DeployClient } from '../deploy/client.ts'

export interface BuiltRelease {
  bundle: string
  version: string
  /** release.json as it was built, to the letter: it is what a signature is about. */
  text: string
  /** Where each content lies, by sha256. */
  files: Map<string, string>
  bytes: number
}

/**
 * Reads a built release and compares each file with release.json.
 * @throws Error when something is missing or differs.
 */
export async function readBuiltRelease(folder: string): Promise<BuiltRelease> {
  const file = path.join(folder, 'release.json')
  const text = await fs.readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} is missing: build the bundle first, or leave --no-build away.`)
  })
  const release = parseRelease(file, text)
  const files = new Map<string, string>()
  for (const { path: name, sha256 } of release.files) {
    // Nothing from beside the release leaves this machine.
    if (!/^(browser|prerender)\//.test(name) || name.split('/').includes('..'))
      throw new Error(`${file} names '${name}', which is not in browser/ or prerender/.`)
    const bytes = await fs.readFile(path.join(folder, name)).catch(() => undefined)
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new Error(`${release.bundle} ${release.version}: ${name} is not the file that release.json names. Build it again.`)
    files.set(sha256, path.join(folder, name))
  }
  const bytes = release.files.reduce((sum, { size }) => sum + size, 0)
  return { bundle: release.bundle, version: release.version, text, files, bytes }
}

function parseRelease(file: string, text: string): Release {
  try {
    const release = JSON.parse(text)
    if (typeof release.bundle === 'string' && typeof release.version === 'string' && Array.isArray(release.files)) return release
  } catch {}
  throw new Error(`${file} is no release: build the bundle again.`)
}

export interface Uploaded {
  files: number
  bytes: number
}

const filesAtOnce = 4
const rounds = 3

/**
 * Uploads what the server lacks. Whatever arrived stays there, so that a second run goes on where the first was cut off.
 * @param tell is called after each file.
 * @throws ServerError, UnreachableError, or Error when the server goes on asking.
 */
export async function uploadRelease(
  client: DeployClient,
  release: BuiltRelease,
  tell: (files: number, of: number) => void = () => {},
): Promise<Uploaded> {
  const uploaded = { files: 0, bytes: 0 }
  for (let round = 0; round < rounds; round++) {
    const missing = await client.offerRelease(release.text)
    if (missing.length === 0) return uploaded
    const waiting = [...missing]
    const total = uploaded.files + missing.length
    const uploadNext = async () => {
      for (let sha256 = waiting.shift(); sha256; sha256 = waiting.shift()) {
        const file = release.files.get(sha256)
        if (!file) throw new Error(`The server asks for the file ${sha256}, which is not part of ${release.bundle}.`)
        const bytes = await fs.readFile(file)
        await client.uploadFile(sha256, bytes)
        uploaded.files++
        uploaded.bytes += bytes.length
        tell(uploaded.files, total)
      }
    }
    const lanes = Array.from({ length: filesAtOnce }, uploadNext)
    try {
      await Promise.all(lanes)
    } finally {
      // One failed: the others finish their file and begin no other.
      waiting.length = 0
      await Promise.allSettled(lanes)
    }
  }
  throw new Error(`The server still lacks files of ${release.bundle} after ${rounds} uploads. Its disk may lose them.`)
}
