// Objects that are in the store and stay there for days, whatever is swept meanwhile.

import { inParallel } from '../in-parallel.ts'
import { ages } from './ages.ts'
import { type Clock, untilSpared } from './announcements.ts'
import { type Store, StoreAwayError } from './store.ts'

export interface NamedBytes {
  key: string
  read: () => Promise<Uint8Array>
}

export interface Lasting {
  /** Stores what is not there, renews what is old. When it returns all of them stay for longer than any push takes. */
  keep: (objects: NamedBytes[]) => Promise<void>
  /** Stores a list unless there is one. */
  putList: (names: ListNames, bytes: Uint8Array) => Promise<void>
  /** Whether a list is there, and so young that it stays. Its age is that of the list or of its mark. */
  lookAtList: (names: ListNames) => Promise<'none' | 'old' | 'young'>
  /** Renews the mark of a list that is old. Returns false when there is no list. */
  keepList: (names: ListNames) => Promise<boolean>
}

/** A list is never written again; that somebody needs it still is said by the time of an empty object, its mark. */
export interface ListNames {
  list: string
  mark: string
}

/** Names of objects that are remembered to be in the store. */
const mostRemembered = 50_000

export function createLasting(store: Store, clock: Clock): Lasting {
  const known = memory(clock)
  const isYoung = (storedAt: string) => clock.now() - Date.parse(storedAt) < ages.renew

  /** @returns whether it was there: a sweep may have looked at it before it was renewed, by us or by somebody else. */
  const bring = async ({ key, read }: NamedBytes): Promise<boolean> => {
    const bytes = await read()
    if (await store.put(key, bytes)) return false
    const found = await store.look(key)
    if (!found || !isYoung(found.storedAt)) await store.renew(key, bytes)
    return true
  }

  const keep = async (objects: NamedBytes[]) => {
    const began = clock.now()
    const unsure = objects.filter(({ key }) => known.age(key) > ages.remember)
    if (unsure.length === 0) return
    const found: NamedBytes[] = []
    await inParallel(unsure, async (object) => (await bring(object)) && found.push(object))
    // In this order: renewed, not about to be deleted, still there.
    for (let lost = found; ; ) {
      await untilSpared(
        store,
        unsure.map(({ key }) => key),
        clock,
      )
      const missing: NamedBytes[] = []
      await inParallel(lost, async (object) => !(await store.look(object.key)) && missing.push(object))
      if (missing.length === 0) break
      await inParallel(missing, bring)
      lost = missing
    }
    if (clock.now() - began > ages.push) throw new StoreAwayError('storing took too long')
    for (const { key } of unsure) known.add(key, began)
  }

  const putList = async ({ list }: ListNames, bytes: Uint8Array) => {
    await store.put(list, bytes)
    await untilSpared(store, [list], clock)
  }

  const lookAtList = async ({ list, mark }: ListNames) => {
    const found = await store.look(list)
    if (!found) return 'none'
    if (isYoung(found.storedAt)) return 'young'
    const marked = await store.look(mark)
    // Whoever marked it a moment ago may not have seen yet that it is gone a moment later.
    const isSettled = marked && clock.now() - Date.parse(marked.storedAt) > ages.settle
    return isSettled && isYoung(marked.storedAt) ? 'young' : 'old'
  }

  const keepList = async (names: ListNames) => {
    const state = await lookAtList(names)
    if (state !== 'old') return state === 'young'
    await store.renew(names.mark, new Uint8Array())
    await untilSpared(store, [names.list], clock)
    return (await store.look(names.list)) !== undefined
  }

  return { keep, putList, lookAtList, keepList }
}

export interface Memory {
  /** Milliseconds since a name was added. */
  age: (key: string) => number
  add: (key: string, since?: number) => void
}

/** Forgets everything when it is too much. */
export function memory({ now }: Pick<Clock, 'now'>): Memory {
  const times = new Map<string, number>()
  return {
    age: (key) => now() - (times.get(key) ?? Number.NEGATIVE_INFINITY),
    add: (key, since = now()) => {
      if (times.size >= mostRemembered) times.clear()
      times.set(key, since)
    },
  }
}
