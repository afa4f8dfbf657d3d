// Deletes from the store what nobody needs any more, while any number of servers deploy. It may end at any point: the next
// one goes on. Why no part loses a file: docs/decisions/012-sweeping-the-store.md.
import type { Uses } from '../deploy/uses.ts'
import { inParallel } from '../in-parallel.ts'
import { ages } from './ages.ts'
import { announce, type Clock, realClock } from './announcements.ts'
import { keys, type ListedFile, partOfList, readList } from './part-list.ts'
import { type Store, StoreAwayError, type StoredObject } from './store.ts'

export interface Swept {
  /** As in 'compositions/0123…'. */
  parts: string[]
  /** Objects that only those, or nothing at all, named. */
  files: number
  bytes: number
}

interface Options {
  clock?: Clock
  /** Only says what would be deleted. */
  isDryRun?: boolean
}

/** Objects of one announcement: whoever needs one of them waits until all are deleted. */
const batchSize = 100

/**
 * @param isNeeded of the parts, read after which nothing becomes needed without being pushed.
 * @throws StoreAwayError
 */
export async function sweep(
  store: Store,
  { isNeeded }: Uses,
  { clock = realClock, isDryRun = false }: Options = {},
): Promise<Swept> {
  const began = clock.now()
  const swept: Swept = { parts: [], files: 0, bytes: 0 }
  const isOld = ({ storedAt }: StoredObject) => clock.now() - Date.parse(storedAt) > ages.sweep
  const remove = async (objects: StoredObject[], marks: string[] = []) => {
    if (clock.now() - began > ages.wholeSweep) throw new StoreAwayError('the sweep took too long')
    return isDryRun ? objects : removeOld(store, objects, marks, isOld, clock)
  }

  const marks = new Map<string, StoredObject>()
  for await (const mark of store.list(keys.mark(''))) marks.set(mark.key, mark)
  const lists = new Map<string, StoredObject>()
  for await (const list of store.list('lists/')) lists.set(partOfList(list.key), list)
  const removeParts = async (isUnneeded: (part: string, usedAt: number) => boolean) => {
    const found = [...lists].filter(([part, list]) => {
      const mark = marks.get(keys.mark(part)) ?? list
      const usedAt = Math.max(Date.parse(list.storedAt), Date.parse(mark.storedAt))
      return isOld(list) && isOld(mark) && isUnneeded(part, usedAt)
    })
    for (const batch of inBatches(found)) {
      const removed = await remove(
        batch.map(([, list]) => list),
        batch.map(([part]) => keys.mark(part)),
      )
      for (const { key } of removed) {
        lists.delete(partOfList(key))
        swept.parts.push(partOfList(key))
      }
    }
    swept.parts.sort()
  }

  await removeParts((part, usedAt) => /^(releases|compositions)\//.test(part) && !isNeeded(part, usedAt))
  const pictures = await readPictures(store, [...lists.keys()])
  if (pictures) await removeParts((part, usedAt) => isPicture(part) && !pictures.has(part) && !isNeeded(part, usedAt))

  const named = new Set<number>()
  const readNames = async (part: string) => {
    for (const { sha256 } of (await readList(store, part)) ?? []) named.add(shortOf(sha256))
  }
  // Lists of compositions are long: one at a time, pages are served meanwhile.
  const parts = Map.groupBy(lists.keys(), isPicture)
  for (const part of parts.get(false) ?? []) await readNames(part)
  await inParallel(parts.get(true) ?? [], readNames)
  const removeFiles = async (files: StoredObject[]) => {
    const removed = await remove(files)
    swept.files += removed.length
    swept.bytes += removed.reduce((sum, { size }) => sum + size, 0)
  }
  let batch: StoredObject[] = []
  for await (const file of store.list(keys.file(''))) {
    if (!isOld(file) || named.has(shortOf(file.key.slice(keys.file('').length)))) continue
    batch.push(file)
    if (batch.length < batchSize) continue
    await removeFiles(batch)
    batch = []
  }
  if (batch.length > 0) await removeFiles(batch)
  if (isDryRun) return swept
  for (const [key, mark] of marks) if (isOld(mark) && !lists.has(key.slice(keys.mark('').length))) await store.remove(key)
  return swept
}

/**
 * Deletes those that are still old, each looked at again after all were announced.
 * @param marks of the objects, where they are lists.
 * @returns those that were deleted.
 */
async function removeOld(
  store: Store,
  objects: StoredObject[],
  marks: string[],
  isOld: (object: StoredObject) => boolean,
  clock: Clock,
): Promise<StoredObject[]> {
  const removed: StoredObject[] = []
  const takeBack = await announce(
    store,
    objects.map(({ key }) => key),
    clock,
  )
  const until = clock.now() + ages.deletions
  // When one deletion fails the announcement stays: it may happen later.
  await inParallel(objects.entries(), async ([index, object]) => {
    const mark = marks[index]
    const [found, marked] = await Promise.all([store.look(object.key), mark ? store.look(mark) : undefined])
    if (!found || !isOld(found) || (marked && !isOld(marked)) || clock.now() > until) return
    await store.remove(object.key)
    if (mark) await store.remove(mark)
    removed.push(found)
  })
  await takeBack()
  return removed
}

/** All pictures that compositions name; undefined when one does not say: then nobody knows. */
async function readPictures(store: Store, parts: string[]): Promise<Set<string> | undefined> {
  const pictures = new Set<string>()
  for (const part of parts.filter((part) => part.startsWith('compositions/'))) {
    const files = await readList(store, part)
    if (!files) continue
    const images = await readImages(store, files)
    if (!images) return undefined
    for (const image of images) pictures.add(image)
  }
  return pictures
}

async function readImages(store: Store, files: ListedFile[]): Promise<string[] | undefined> {
  const description = files.find(({ path }) => path === 'composition.json')
  const bytes = description && (await store.get(keys.file(description.sha256)))
  return bytes && (JSON.parse(bytes.toString()) as { images?: string[] }).images
}

const isPicture = (part: string) => part.startsWith('images/')

/** 52 bits of a hash fit into a number. Two that begin alike keep each other, which harms nobody. */
const shortOf = (sha256: string) => Number.parseInt(sha256.slice(0, 13), 16)

function* inBatches<Item>(items: Item[]): Generator<Item[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize)
}
