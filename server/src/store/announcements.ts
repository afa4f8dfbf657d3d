// What a sweep is about to delete, and who waits for it: announced as an object of its own, sweeping/<number>.json. The next
// number is only taken when the one before has ended, so one sweep deletes at a time.
import { setTimeout as wait } from 'node:timers/promises'
import { ages } from './ages.ts'
import { type Store, StoreAwayError } from './store.ts'

export interface Clock {
  /** Milliseconds since 1970. */
  now: () => number
  pause: (milliseconds: number) => Promise<unknown>
}

export const realClock: Clock = { now: Date.now, pause: wait }

const folder = 'sweeping/'

/** How long others wait for deletions to end, in milliseconds. */
const patience = 20_000
const lookAgain = 100

/**
 * Waits until nobody else deletes.
 * @returns what takes the announcement back, when every deletion has ended.
 * @throws StoreAwayError when somebody else goes on for long, or was killed a moment ago.
 */
export async function announce(store: Store, keys: string[], { now, pause }: Clock): Promise<() => Promise<void>> {
  for (const began = now(); now() - began < patience; await pause(lookAgain)) {
    const earlier: string[] = []
    for await (const { key } of store.list(folder)) earlier.push(key)
    const last = earlier.sort().at(-1)
    if ((await readAnnounced(store, last, now())).length > 0) continue
    const number = Number(last?.slice(folder.length).split('.')[0] ?? 0) + 1
    const key = `${folder}${String(number).padStart(12, '0')}.json`
    if (!(await store.put(key, Buffer.from(JSON.stringify(keys))))) continue
    for (const old of earlier) await store.remove(old)
    // It stays as the last number. What was announced with it has ended.
    return () => store.renew(key, Buffer.from('[]'))
  }
  throw new StoreAwayError('another sweep is at work')
}

/**
 * Resolves when none of these is being deleted.
 * @throws StoreAwayError when one still is after a while: whoever deletes it was killed, or is slow.
 */
export async function untilSpared(store: Store, keys: Iterable<string>, { now, pause }: Clock): Promise<void> {
  const asked = new Set(keys)
  const isAnnounced = async () => {
    for await (const { key } of store.list(folder))
      if ((await readAnnounced(store, key, now())).some((announced) => asked.has(announced))) return true
    return false
  }
  for (const began = now(); await isAnnounced(); await pause(lookAgain))
    if (now() - began > patience) throw new StoreAwayError('what it needs is just being deleted')
}

/** What may still be deleted by this announcement. */
async function readAnnounced(store: Store, key: string | undefined, now: number): Promise<string[]> {
  const found = key && (await store.look(key))
  if (!found || now - Date.parse(found.storedAt) > ages.announced) return []
  return JSON.parse(String((await store.get(found.key)) ?? '[]'))
}
