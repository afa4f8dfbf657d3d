// A store in a folder, for tests and for servers that share a disk.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Store } from './store.ts'

export function folderStore(folder: string): Store {
  const fileOf = (key: string) => path.join(folder, key)
  const write = async (key: string, bytes: Uint8Array, move: (from: string, to: string) => Promise<void>) => {
    const incoming = path.join(folder, '.incoming', randomUUID())
    await fs.mkdir(path.dirname(incoming), { recursive: true })
    await fs.mkdir(path.dirname(fileOf(key)), { recursive: true })
    try {
      await fs.writeFile(incoming, bytes, { flush: true })
      await move(incoming, fileOf(key))
    } finally {
      await fs.rm(incoming, { force: true })
    }
  }
  const look = async (key: string) => {
    const stats = await fs.stat(fileOf(key)).catch(nothingWhenMissing)
    return stats && { key, storedAt: stats.mtime.toISOString(), size: stats.size }
  }
  return {
    put: async (key, bytes) => {
      try {
        await write(key, bytes, fs.link)
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      }
    },
    renew: (key, bytes) => write(key, bytes, fs.rename),
    get: (key) => fs.readFile(fileOf(key)).catch(nothingWhenMissing),
    look,
    list: async function* (prefix) {
      const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingWhenMissing)
      const files = (entries ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      for (const key of files.map((file) => path.relative(folder, file)).filter((key) => key.startsWith(prefix))) {
        const found = await look(key)
        if (found) yield found
      }
    },
    remove: (key) => fs.rm(fileOf(key), { force: true }),
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function nothingWhenMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
