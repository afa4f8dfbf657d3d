// A store in a folder, for tests and for servers that share a disk.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Store } from './store.ts'

export function folderStore(folder: string): Store {
  const fileOf = (key: string) => path.join(folder, key)
  return {
    put: async (key, bytes) => {
      const incoming = path.join(folder, '.incoming', randomUUID())
      await fs.mkdir(path.dirname(incoming), { recursive: true })
      await fs.mkdir(path.dirname(fileOf(key)), { recursive: true })
      try {
        await fs.writeFile(incoming, bytes, { flush: true })
        await fs.link(incoming, fileOf(key))
        return true
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return false
        throw error
      } finally {
        await fs.rm(incoming, { force: true })
      }
    },
    get: (key) => fs.readFile(fileOf(key)).catch(nothingWhenMissing),
    has: async (key) => (await fs.stat(fileOf(key)).catch(nothingWhenMissing)) !== undefined,
    list: async (prefix) => {
      const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true }).catch(nothingWhenMissing)
      const files = (entries ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
      const keys = files.map((file) => path.relative(folder, file)).filter((key) => key.startsWith(prefix))
      return Promise.all(keys.map(async (key) => ({ key, storedAt: (await fs.stat(fileOf(key))).mtime.toISOString() })))
    },
    remove: (key) => fs.rm(fileOf(key), { force: true }),
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

function nothingWhenMissing(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error
}
