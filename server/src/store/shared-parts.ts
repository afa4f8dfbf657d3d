// The data folder as a local copy of what servers share. A part of it (releases/contact/0123…, compositions/…, images/….png)
// is in the store as its files by hash, and then a list of them: what has a list is there wholly.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { inParallel } from '../in-parallel.ts'
import { keepFile, syncToDisk } from '../publish/file-store.ts'
import { adoptRelease } from '../publish/releases.ts'
import { ages } from './ages.ts'
import { type Clock, realClock } from './announcements.ts'
import { createLasting, memory } from './lasting.ts'
import { DamagedError, describePart, hashOf, keys, type ListedFile, partOfList, readList } from './part-list.ts'
import { type Store, StoreAwayError } from './store.ts'

/** Methods that talk to the store throw StoreAwayError when it does not answer. */
export interface SharedParts {
  /** Fetches a part that is not here, wholly; nothing happens when the store does not have it either. */
  pull: (part: string) => Promise<void>
  /**
   * Returns when the part, as it is here, is in the store, where it stays for a day however little it is needed. If another
   * server was first with other bytes, theirs count: here too, unless `keepOwn` says that nothing changes here.
   */
  push: (part: string, options?: { keepOwn?: boolean }) => Promise<void>
  /** Looks again at those of these parts that were pushed or fetched before: they can be pushed while the store is away. */
  refresh: (parts: string[]) => Promise<void>
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
  refresh: async () => {},
  pullFile: async () => {},
  pushFile: async () => {},
  list: async () => undefined,
  isIntact: async () => true,
  check: async () => {},
}

const namesOf = (part: string) => ({ list: keys.list(part), mark: keys.mark(part) })

/** How often a push is tried when what it relies on goes away. */
const attempts = 5

export function shareParts(dataFolder: string, store: Store, clock: Clock = realClock): SharedParts {
  const lasting = createLasting(store, clock)
  /** Parts that are in the store with the bytes that lie here, and since when they were sure to stay there. */
  const shared = memory(clock)
  const pulling = new Map<string, Promise<void>>()
  const folderOf = (part: string) => path.join(dataFolder, part)

  const fetchFile = async (part: string, { path: file, sha256 }: ListedFile, target: string) => {
    const bytes = await store.get(keys.file(sha256))
    if (!bytes || hashOf(bytes) !== sha256)
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
  }

  const pullWhole = async (part: string, tries = 2): Promise<void> => {
    const since = clock.now()
    const state = await lasting.lookAtList(namesOf(part))
    const files = state !== 'none' && (await readList(store, part))
    if (!files) return
    try {
      await fetchPart(part, files)
    } catch (error) {
      // Its list was swept while its files were fetched: it is not in the store any more, or again.
      if (error instanceof DamagedError && tries > 1) return pullWhole(part, tries - 1)
      throw error
    }
    if (state === 'young') shared.add(part, since)
  }

  const pull = async (part: string) => {
    if (await isThere(folderOf(part))) return
    const running = pulling.get(part)
    if (running) return running
    const fetching = pullWhole(part)
    pulling.set(part, fetching)
    await fetching.finally(() => pulling.delete(part))
  }

  const storePart = async (part: string) => {
    const own = await describePart(folderOf(part))
    const read = (file: string) => () => fs.readFile(path.join(folderOf(part), file))
    await lasting.keep(own.map((file) => ({ key: keys.file(file.sha256), read: read(file.path) })))
    await lasting.putList(namesOf(part), Buffer.from(JSON.stringify({ files: own })))
  }

  /** What the list in the store names is what lies here, from now on. Returns false when there is no list. */
  const takeFirst = async (part: string) => {
    const theirs = await readList(store, part)
    if (!theirs) return false
    if (JSON.stringify(theirs) === JSON.stringify(await describePart(folderOf(part)))) return true
    const aside = `${folderOf(part)}.incoming-${randomUUID()}`
    await fs.rename(folderOf(part), aside)
    try {
      await fetchPart(part, theirs)
    } catch (error) {
      await fs.rename(aside, folderOf(part))
      throw error
    }
    await fs.rm(aside, { recursive: true, force: true })
    return true
  }

  const push = async (part: string, { keepOwn = false } = {}) => {
    if (shared.age(part) < ages.remember) return
    const isSame = shared.age(part) < ages.sure
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const since = clock.now()
      if (!(await lasting.keepList(namesOf(part)))) {
        await storePart(part)
        if (!(await lasting.keepList(namesOf(part)))) continue
      }
      if (keepOwn) return
      if (!isSame && !(await takeFirst(part))) continue
      shared.add(part, since)
      return
    }
    throw new StoreAwayError(`${part} is deleted as often as it is stored`)
  }

  return {
    pull,
    push,
    refresh: async (parts) => {
      await inParallel(parts, async (part) => {
        const since = clock.now()
        if (shared.age(part) < ages.sure && (await lasting.keepList(namesOf(part)))) shared.add(part, since)
      })
    },
    pullFile: async (sha256) => {
      const bytes = await store.get(keys.file(sha256))
      if (bytes) await keepFile(dataFolder, sha256, [bytes])
    },
    pushFile: (sha256) =>
      lasting.keep([{ key: keys.file(sha256), read: () => fs.readFile(path.join(dataFolder, 'files', sha256)) }]),
    list: async (folder) => {
      const parts: { part: string; storedAt: string }[] = []
      for await (const { key, storedAt } of store.list(`lists/${folder}/`)) parts.push({ part: partOfList(key), storedAt })
      return parts
    },
    isIntact: async (part) => {
      const own = await describePart(folderOf(part))
      if (JSON.stringify(await readList(store, part)) !== JSON.stringify(own)) return false
      let isIntact = true
      await inParallel(own, async ({ sha256 }) => {
        const bytes = await store.get(keys.file(sha256))
        if (!bytes || hashOf(bytes) !== sha256) isIntact = false
      })
      return isIntact
    },
    check: async () => void (await store.look('lists/check')),
  }
}

const isThere = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )
