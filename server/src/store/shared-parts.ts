// The data folder as a local copy of what servers share. A part of it (releases/contact/0123…, compositions/…, images/….png)
// is in the store as its files by hash, and then a list of them: what has a list is there wholly.
import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inParallel } from '../in-parallel.ts'
import { keepFile, syncToDisk } from '../publish/file-store.ts'
import { adoptRelease } from '../publish/releases.ts'
import type { Store } from './store.ts'

/** Methods that talk to the store throw StoreAwayError when it does not answer. */
export interface SharedParts {
  /** Fetches a part that is not here, wholly; nothing happens when the store does not have it either. */
  pull: (part: string) => Promise<void>
  /** Returns when the part, as it is here, is in the store. If another server was first with other bytes, theirs count: here too. */
  push: (part: string) => Promise<void>
  /** The same for an uploaded file that is not part of a release yet. */
  pullFile: (sha256: string) => Promise<void>
  pushFile: (sha256: string) => Promise<void>
  /** Parts below a folder, as in 'releases'; undefined when there is no store, and the folder knows best. */
  list: (folder: string) => Promise<{ part: string; storedAt: string }[] | undefined>
  /** Whether the store's bytes of a part are those that lie here: all of them are read. */
  isIntact: (part: string) => Promise<boolean>
  /** @throws StoreAwayError */
  check: () => Promise<void>
}

/** One server with all of its data in its own folder. */
export const alone: SharedParts = {
  pull: async () => {},
  push: async () => {},
  pullFile: async () => {},
  pushFile: async () => {},
  list: async () => undefined,
  isIntact: async () => true,
  check: async () => {},
}

interface ListedFile {
  /** In the part's folder; empty when the part is one file. */
  path: string
  sha256: string
  size: number
}

/** The store's bytes are not those that its list names. */
export class DamagedError extends Error {}

const fileKey = (sha256: string) => `files/${sha256}`
const listKey = (part: string) => `lists/${part}.json`

/** Hashes of files that are known to be in the store. */
const keptKnown = 50_000

export function shareParts(dataFolder: string, store: Store): SharedParts {
  const pushed = new Set<string>()
  const known = new Set<string>()
  const pulling = new Map<string, Promise<void>>()
  const folderOf = (part: string) => path.join(dataFolder, part)

  const readList = async (part: string): Promise<ListedFile[] | undefined> => {
    const bytes = await store.get(listKey(part))
    if (!bytes) return undefined
    const { files } = JSON.parse(bytes.toString()) as { files: ListedFile[] }
    for (const { path: file } of files)
      if (file !== '' && !/^(?!\.\.?(\/|$))[\w.-]+(\/(?!\.\.?$)[\w.-]+)?$/.test(file))
        throw new DamagedError(`${part} names the file '${file}'.`)
    return files
  }

  const fetchFile = async (part: string, { path: file, sha256 }: ListedFile, target: string) => {
    const bytes = await store.get(fileKey(sha256))
    if (!bytes || hash(bytes) !== sha256)
      throw new DamagedError(`${part} ${file} in the store is ${bytes ? 'damaged' : 'missing'}.`)
    await fs.mkdir(path.dirname(target), { recursive: true })
    await fs.writeFile(target, bytes, { flush: true })
  }

  const fetchPart = async (part: string, files: ListedFile[]) => {
    const folder = folderOf(part)
    const incoming = `${folder}.incoming-${randomUUID()}`
    try {
      await inParallel(files, (file) => fetchFile(part, file, path.join(incoming, file.path)))
      if (files[0]?.path !== '')
        for (const inside of new Set(files.map((file) => path.dirname(file.path)))) await syncToDisk(path.join(incoming, inside))
      await fs.rename(incoming, folder).catch(async (error) => {
        // Whoever was faster brought the same.
        if (!(await isThere(folder))) throw error
      })
      await syncToDisk(path.dirname(folder))
    } finally {
      await fs.rm(incoming, { recursive: true, force: true })
    }
    const [kind, bundle, version] = part.split('/')
    if (kind === 'releases' && bundle && version) await adoptRelease(dataFolder, bundle, version)
    pushed.add(part)
  }

  const pull = async (part: string) => {
    if (await isThere(folderOf(part))) return
    const running = pulling.get(part)
    if (running) return running
    const fetching = readList(part).then((files) => files && fetchPart(part, files))
    pulling.set(part, fetching)
    await fetching.finally(() => pulling.delete(part))
  }

  const pushBytes = async (sha256: string, file: string) => {
    if (known.has(sha256)) return
    await store.put(fileKey(sha256), await fs.readFile(file))
    if (known.size >= keptKnown) known.clear()
    known.add(sha256)
  }

  const push = async (part: string) => {
    if (pushed.has(part)) return
    const own = await describePart(folderOf(part))
    const isSame = (theirs: ListedFile[]) => JSON.stringify(theirs) === JSON.stringify(own)
    let theirs = await readList(part)
    if (!theirs) {
      await inParallel(own, (file) => pushBytes(file.sha256, path.join(folderOf(part), file.path)))
      const isFirst = await store.put(listKey(part), Buffer.from(JSON.stringify({ files: own })))
      if (!isFirst) theirs = await readList(part)
    }
    if (theirs && !isSame(theirs)) {
      const aside = `${folderOf(part)}.incoming-${randomUUID()}`
      await fs.rename(folderOf(part), aside)
      try {
        await fetchPart(part, theirs)
      } catch (error) {
        await fs.rename(aside, folderOf(part))
        throw error
      }
      await fs.rm(aside, { recursive: true, force: true })
    }
    pushed.add(part)
  }

  return {
    pull,
    push,
    pullFile: async (sha256) => {
      const bytes = await store.get(fileKey(sha256))
      if (bytes) await keepFile(dataFolder, sha256, [bytes])
    },
    pushFile: (sha256) => pushBytes(sha256, path.join(dataFolder, 'files', sha256)),
    list: async (folder) => {
      const found = await store.list(`lists/${folder}/`)
      return found.map(({ key, storedAt }) => ({ part: key.slice('lists/'.length, -'.json'.length), storedAt }))
    },
    isIntact: async (part) => {
      const own = await describePart(folderOf(part))
      if (JSON.stringify(await readList(part)) !== JSON.stringify(own)) return false
      let isIntact = true
      await inParallel(own, async ({ sha256 }) => {
        const bytes = await store.get(fileKey(sha256))
        if (!bytes || hash(bytes) !== sha256) isIntact = false
      })
      return isIntact
    },
    check: async () => void (await store.has('lists/check')),
  }
}

/** All files of a part, by path. */
async function describePart(folder: string): Promise<ListedFile[]> {
  const isFile = (await fs.stat(folder)).isFile()
  const entries = isFile ? [] : await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
  const paths = isFile ? [''] : names.sort()
  return inParallel(paths, async (file) => {
    const bytes = await fs.readFile(path.join(folder, file))
    return { path: file, sha256: hash(bytes), size: bytes.length }
  })
}

const isThere = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
