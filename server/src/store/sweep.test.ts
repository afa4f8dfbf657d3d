import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { describeEveryStore } from '../every-store.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { createLasting } from './lasting.ts'
import { type SharedParts, shareParts } from './shared-parts.ts'
import { type Store, StoreAwayError, type StoredObject } from './store.ts'
import { sweep } from './sweep.ts'

// S3 on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

const hour = 3_600_000
const day = 24 * hour
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const fileOf = (text: string) => `files/${sha256(text)}`

/** Texts of a part's files, by their paths. */
type Contents = Record<string, string>

const composition = (contents: Contents, images: string[] = []): Contents => ({
  'composition.json': JSON.stringify({ images }),
  ...contents,
})
/** Three that share files, and a picture that two of them name. */
const contents: Record<string, Contents> = {
  'compositions/one': composition({ 'a.html': 'a', 'b.html': 'b' }, ['images/x.png']),
  'compositions/two': composition({ 'b.html': 'b', 'c.html': 'c' }, ['images/x.png']),
  'compositions/three': composition({ 'a.html': 'a', 'c.html': 'c', 'd.html': 'd' }),
  'images/x.png': { '': 'picture' },
}

describeEveryStore((createStore, place) => {
  test('what nobody needs goes, with the files that nothing else names; all else stays', async () => {
    await using site = await createSite(await createStore())
    const { one } = site.servers
    for (const part of Object.keys(contents)) await one.push(part)
    site.needed.add('compositions/two')
    expect(await site.sweep()).toMatchObject({ parts: [] })
    site.pass(5 * day)
    const before = await site.keys()
    const swept = await site.sweep({ isDryRun: true })
    expect(await site.keys()).toEqual(before)
    expect(await site.sweep()).toEqual(swept)
    expect(swept.parts.sort()).toEqual(['compositions/one', 'compositions/three'])
    // a.html, d.html and a composition.json without a picture.
    expect(swept).toMatchObject({ files: 3, bytes: 1 + 1 + JSON.stringify({ images: [] }).length })
    expect((await site.keys()).filter((key) => key.startsWith('lists/'))).toEqual([
      'lists/compositions/two.json',
      'lists/images/x.png.json',
    ])
    await site.expectWhole()
    site.needed.clear()
    expect(await site.sweep()).toMatchObject({ parts: ['compositions/two', 'images/x.png'], files: 4 })
    expect(await site.keys()).toEqual([])
  })

  test('a picture stays while a composition does not say which it names', async () => {
    await using site = await createSite(await createStore())
    const { one } = site.servers
    await one.push('images/x.png')
    await one.write('compositions/old', { 'composition.json': '{}' })
    await one.parts.push('compositions/old')
    site.needed.add('compositions/old')
    site.pass(5 * day)
    expect(await site.sweep()).toMatchObject({ parts: [] })
  })

  test('an upload that became part of no release goes after some days, not before', async () => {
    await using site = await createSite(await createStore())
    const { one, other } = site.servers
    await one.pushFile('upload')
    site.pass(2 * day)
    expect(await site.sweep()).toMatchObject({ files: 0 })
    await other.parts.pullFile(sha256('upload'))
    expect(await other.read(fileOf('upload'))).toBe('upload')
    site.pass(3 * day)
    expect(await site.sweep()).toMatchObject({ files: 1 })
    expect(await site.keys()).toEqual([])
  })

  test('a server stores again what it had stored before it was swept', async () => {
    await using site = await createSite(await createStore())
    const { one } = site.servers
    await one.push('compositions/one')
    await one.pushFile('upload')
    site.pass(5 * day)
    await site.sweep()
    expect(await site.keys()).toEqual([])
    await one.push('compositions/one')
    await one.pushFile('upload')
    await site.expectWhole('compositions/one')
    expect(await site.keys()).toContain(fileOf('upload'))
  })

  test('what is sent again, or pushed again, is as new as that', async () => {
    await using site = await createSite(await createStore())
    const { one, other } = site.servers
    await one.pushFile('upload')
    await one.push('compositions/one')
    site.pass(90 * hour)
    await other.pushFile('upload')
    await other.push('compositions/one')
    site.pass(10 * hour)
    expect(await site.sweep()).toMatchObject({ parts: [] })
    expect(await site.keys()).toContain(fileOf('upload'))
    await site.expectWhole('compositions/one')
  })

  test('who renews what is deleted a moment later, and asks when all is over, is told that it is gone', async () => {
    await using site = await createSite(await createStore())
    await site.servers.one.push('compositions/one')
    site.pass(5 * day)
    const [renewed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const late: Store = {
      ...site.store,
      renew: async (key, bytes) => {
        await site.store.renew(key, bytes)
        renewed.resolve()
      },
      list: async function* (prefix) {
        await ended.promise
        yield* site.store.list(prefix)
      },
    }
    const names = { list: 'lists/compositions/one.json', mark: 'used/compositions/one' }
    let keeping: Promise<boolean> | undefined
    const store: Store = {
      ...site.store,
      remove: async (key) => {
        keeping ??= createLasting(late, site.clock).keepList(names)
        await renewed.promise
        await site.store.remove(key)
      },
    }
    await sweep(store, site.uses(), { clock: site.clock })
    ended.resolve()
    expect(await keeping).toBe(false)
  })

  test('what somebody else has just renewed is not trusted: a sweep may have looked before', async () => {
    for (const what of ['file', 'list']) {
      await using site = await createSite(await createStore())
      const { one, other } = site.servers
      const act = ({ push, pushFile }: typeof one) => (what === 'file' ? pushFile('upload') : push('compositions/one'))
      const renewed = what === 'file' ? fileOf('upload') : 'used/compositions/one'
      await act(one)
      site.pass(5 * day)
      let acting: Promise<void> | undefined
      const store: Store = {
        ...site.store,
        remove: async (key) => {
          if (!acting) {
            // By a server that is killed then.
            await site.store.renew(renewed, Buffer.from(what === 'file' ? 'upload' : ''))
            acting = act(other)
            await Promise.race([acting, site.waits])
          }
          await site.store.remove(key)
        },
      }
      await sweep(store, site.uses(), { clock: site.clock })
      await acting
      if (what === 'file') expect(await site.keys()).toContain(fileOf('upload'))
      else await site.expectWhole('compositions/one')
    }
  })

  test('of several sweeps one deletes at a time', async () => {
    await using site = await createSite(await createStore())
    for (const part of Object.keys(contents)) await site.servers.one.push(part)
    site.pass(5 * day)
    let deleting = 0
    const most: number[] = []
    const store: Store = {
      ...site.store,
      put: async (key, bytes) => {
        const isFirst = await site.store.put(key, bytes)
        if (isFirst && key.startsWith('sweeping/')) most.push(++deleting)
        return isFirst
      },
      renew: async (key, bytes) => {
        if (key.startsWith('sweeping/')) deleting--
        await site.store.renew(key, bytes)
      },
      remove: async (key) => {
        // The others have time to begin.
        for (let turn = 0; turn < 20; turn++) await site.store.look(key)
        await site.store.remove(key)
      },
    }
    await Promise.all([1, 2, 3].map(() => sweep(store, site.uses(), { clock: site.clock })))
    expect(most.length).toBeGreaterThan(2)
    expect(new Set(most)).toEqual(new Set([1]))
    expect(await site.keys()).toEqual([])
  })

  test('what is pushed again while it is being deleted is whole afterwards', async () => {
    for (const moment of ['before the announcement', 'before the second look', 'before the deletion'] as const) {
      await using site = await createSite(await createStore())
      const { one, other } = site.servers
      await one.push('compositions/one')
      site.pass(5 * day)
      let push: Promise<void> | undefined
      const begin = async (is: boolean) => {
        if (!is || push) return
        push = other.push('compositions/one')
        push.catch(() => {})
        // As far as it gets by itself.
        await Promise.race([push, site.waits])
      }
      const store: Store = {
        ...site.store,
        put: async (key, bytes) => {
          await begin(moment === 'before the announcement' && key.startsWith('sweeping/'))
          return site.store.put(key, bytes)
        },
        look: async (key) => {
          await begin(moment === 'before the second look')
          return site.store.look(key)
        },
        remove: async (key) => {
          await begin(moment === 'before the deletion')
          await site.store.remove(key)
        },
      }
      await sweep(store, site.uses(), { clock: site.clock })
      await push
      await site.expectWhole('compositions/one')
    }
  })

  test('a sweep that is cut anywhere leaves every part whole, and the next one ends its work', async () => {
    for (let cut = 1; cut < 30; cut += place === 'folder' ? 1 : 5) {
      await using site = await createSite(await createStore())
      for (const part of Object.keys(contents)) await site.servers.one.push(part)
      site.needed.add('compositions/two')
      site.pass(5 * day)
      await sweep(cutAfter(site.store, cut), site.uses(), { clock: site.clock }).catch((error) =>
        expect(error).toBeInstanceOf(StoreAwayError),
      )
      await site.expectWhole('compositions/two')
      site.pass(hour)
      await site.servers.other.push('compositions/three')
      await site.expectWhole('compositions/two', 'compositions/three')
      await site.sweep()
      await site.expectWhole('compositions/two', 'compositions/three')
      expect((await site.keys()).filter((key) => key.includes('one'))).toEqual([])
    }
  })

  const rounds = place === 'folder' ? 200 : 2
  test(`in ${rounds} random mixtures of deploys, sweeps, uploads and pulls no part loses a file`, async () => {
    for (let seed = 1; seed <= rounds; seed++) await mix(await createStore(), seed)
  })
})

/** What servers do for a week or two, several things at once, one request to the store after the other, in a random order. */
async function mix(plain: Store, seed: number): Promise<void> {
  const chance = randomFrom(seed)
  const pick = <Item>(items: Item[]): Item => items[Math.floor(chance() * items.length)] as Item
  const turns = takeTurns(chance)
  await using site = await createSite(plain, { wrap: turns.wrap, isWaiting: true })
  const uploads = new Map<string, number>()
  const parts = Object.keys(contents)
  const away = (error: unknown) => {
    if (!(error instanceof StoreAwayError)) throw error
  }
  const deploy = async () => {
    const part = pick(parts)
    await pick(Object.values(site.servers)).push(part)
    site.needed.add(part)
  }
  const upload = async () => {
    const text = pick(['a', 'b', 'c', 'd', 'picture'])
    await pick(Object.values(site.servers)).pushFile(text)
    uploads.set(text, site.clock.now())
  }
  const pull = async () => {
    const part = pick(parts)
    // What a server has fetched it may push later.
    if (chance() < 0.5) return pick(Object.values(site.servers)).parts.pull(part)
    const reader = await site.createServer()
    await reader.parts.pull(part)
    await reader.expectWholeOrNothing(part)
  }
  const sweepSome = () =>
    chance() < 0.2 ? sweep(cutAfter(site.store, chance() * 40), site.uses(), { clock: site.clock }) : site.sweep()
  for (let step = 0; step < 8; step++) {
    site.pass(pick([0, hour, 20 * hour, 30 * hour, 50 * hour, 5 * day]))
    for (const part of [...site.needed]) if (chance() < 0.4) site.needed.delete(part)
    const actions = Array.from({ length: 1 + Math.floor(chance() * 5) }, () => pick([deploy, deploy, upload, pull, sweepSome]))
    await Promise.all(actions.map((act) => act().catch(away)))
    await site.expectWhole(...site.needed)
    for (const [text, at] of uploads)
      if (site.clock.now() - at < day) expect(await site.keys(), `seed ${seed}: upload ${text}`).toContain(fileOf(text))
  }
}

/** Servers with a folder each, and a store in which time passes as it is told to. */
async function createSite(plain: Store, { wrap = (store: Store) => store, isWaiting = false } = {}) {
  let now = Date.parse('2026-11-21T12:00:00Z')
  let waiting = () => {}
  const waits = new Promise<void>((resolve) => {
    waiting = resolve
  })
  const clock = {
    now: () => now,
    pause: async (milliseconds: number) => {
      // Elsewhere nobody is killed: who waits has all the time that a busy machine needs.
      if (isWaiting) now += milliseconds
      waiting()
      await new Promise(setImmediate)
    },
  }
  const timed = atTimes(plain, clock.now)
  const store = wrap(timed)
  const folders: { remove: () => Promise<void> }[] = []
  const createServer = async () => {
    const folder = await temporaryFolder()
    folders.push(folder)
    const parts = shareParts(folder.path, store, clock)
    return server(folder.path, parts)
  }
  const servers = { one: await createServer(), other: await createServer() }
  const needed = new Set<string>()
  /** As a sweep knows it that begins now. */
  const uses = () => {
    const known = new Set(needed)
    return { isNeeded: (part: string) => known.has(part) }
  }
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of timed.list('')) if (!key.startsWith('sweeping/')) found.push(key)
    return found.sort()
  }
  /** Every list in the store has all of its files; these parts have a list. */
  const expectWhole = async (...parts: string[]) => {
    const stored = await keys()
    for (const part of parts) expect(stored).toContain(`lists/${part}.json`)
    for (const key of stored.filter((key) => key.startsWith('lists/'))) {
      const { files } = JSON.parse(String(await timed.get(key))) as { files: { path: string; sha256: string }[] }
      for (const { path: file, sha256 } of files) expect(stored, `${file} of ${key}`).toContain(`files/${sha256}`)
    }
  }
  return {
    clock,
    store,
    servers,
    createServer,
    needed,
    uses,
    keys,
    expectWhole,
    /** Resolves when a push waits for a sweep. */
    waits,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    sweep: (options: { isDryRun?: boolean } = {}) => sweep(store, uses(), { clock, ...options }),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(folders.map((folder) => folder.remove()))
    },
  }
}

function server(folder: string, parts: SharedParts) {
  const write = async (part: string, texts: Contents) => {
    for (const [file, text] of Object.entries(texts)) {
      const target = path.join(folder, part, file)
      await fs.mkdir(path.dirname(target), { recursive: true })
      // Another push of it may be reading it.
      const incoming = path.join(folder, randomUUID())
      await fs.writeFile(incoming, text)
      await fs.rename(incoming, target)
    }
  }
  const read = (file: string) => fs.readFile(path.join(folder, file), 'utf8').catch(() => undefined)
  return {
    parts,
    write,
    read,
    push: async (part: string) => {
      await write(part, contents[part] ?? {})
      await parts.push(part)
    },
    pushFile: async (text: string) => {
      await write('files', { [sha256(text)]: text })
      await parts.pushFile(sha256(text))
    },
    expectWholeOrNothing: async (part: string) => {
      const texts = Object.entries(contents[part] ?? {}).map(async ([file, text]) => (await read(path.join(part, file))) === text)
      expect(new Set(await Promise.all(texts)).size).toBe(1)
    },
  }
}

/** The same store, in which things were stored when the clock says so. */
function atTimes(store: Store, now: () => number): Store {
  const times = new Map<string, number>()
  const dated = (object: StoredObject) => ({ ...object, storedAt: new Date(times.get(object.key) ?? now()).toISOString() })
  return {
    ...store,
    put: async (key, bytes) => {
      const isFirst = await store.put(key, bytes)
      if (isFirst) times.set(key, now())
      return isFirst
    },
    renew: async (key, bytes) => {
      await store.renew(key, bytes)
      times.set(key, now())
    },
    look: async (key) => {
      const found = await store.look(key)
      return found && dated(found)
    },
    list: async function* (prefix) {
      for await (const object of store.list(prefix)) yield dated(object)
    },
  }
}

/** A store that is away after so many requests. */
function cutAfter(store: Store, requests: number): Store {
  let count = 0
  const counted = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (++count > requests) throw new StoreAwayError('cut')
    return work()
  }
  return {
    put: (...given) => counted(() => store.put(...given)),
    renew: (...given) => counted(() => store.renew(...given)),
    get: (key) => counted(() => store.get(key)),
    look: (key) => counted(() => store.look(key)),
    remove: (key) => counted(() => store.remove(key)),
    list: async function* (prefix) {
      await counted(async () => {})
      yield* store.list(prefix)
    },
  }
}

/** Lets one request at a time happen: of those that wait a random one. */
function takeTurns(chance: () => number): { wrap: (store: Store) => Store } {
  const waiting: (() => void)[] = []
  let isBusy = false
  const next = () => {
    if (isBusy || waiting.length === 0) return
    isBusy = true
    // Others that are about to ask get in line first.
    setImmediate(() => waiting.splice(Math.floor(chance() * waiting.length), 1)[0]?.())
  }
  const turn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      next()
    })
    try {
      return await work()
    } finally {
      isBusy = false
      next()
    }
  }
  const wrap = (store: Store): Store => ({
    put: (...given) => turn(() => store.put(...given)),
    renew: (...given) => turn(() => store.renew(...given)),
    get: (key) => turn(() => store.get(key)),
    look: (key) => turn(() => store.look(key)),
    remove: (key) => turn(() => store.remove(key)),
    list: async function* (prefix) {
      const found: StoredObject[] = []
      await turn(async () => {
        for await (const object of store.list(prefix)) found.push(object)
      })
      yield* found
    },
  })
  return { wrap }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
