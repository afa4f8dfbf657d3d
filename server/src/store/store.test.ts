import { expect, test, vi } from 'vitest'
import { describeEveryStore } from '../every-store.ts'
import { openStore } from './open-store.ts'
import type { Store, StoredObject } from './store.ts'

const all = async (store: Store, prefix: string) => {
  const found: StoredObject[] = []
  for await (const object of store.list(prefix)) found.push(object)
  return found
}
const bytes = (text: string) => Buffer.from(text)

describeEveryStore((createStore) => {
  test('what is stored is there, byte for byte, and nothing else', async () => {
    const store = await createStore()
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251))
    expect(await store.look('files/a')).toBeUndefined()
    expect(await store.get('files/a')).toBeUndefined()
    expect(await store.put('files/a', content)).toBe(true)
    expect(await store.look('files/a')).toMatchObject({ key: 'files/a', size: 70_000 })
    expect((await store.get('files/a'))?.equals(content)).toBe(true)
    expect(await store.get('files/ab')).toBeUndefined()
  })

  test('a name that is taken is not given again, and keeps what it had', async () => {
    const store = await createStore()
    await store.put('lists/a.json', bytes('first'))
    expect(await store.put('lists/a.json', bytes('second'))).toBe(false)
    expect(String(await store.get('lists/a.json'))).toBe('first')
  })

  test('of twenty that take a name at once one gets it', async () => {
    const store = await createStore()
    const texts = Array.from({ length: 20 }, (_, index) => `writer ${index}`)
    const won = await Promise.all(texts.map((text) => store.put('lists/a.json', bytes(text))))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(String(await store.get('lists/a.json'))).toBe(texts[won.indexOf(true)])
  })

  test('an empty object is an object', async () => {
    const store = await createStore()
    await store.put('files/empty', bytes(''))
    expect((await store.get('files/empty'))?.length).toBe(0)
  })

  test('lists what begins with a name, however much it is', async () => {
    const store = await createStore()
    const keys = Array.from({ length: 1005 }, (_, index) => `files/${index}`)
    for (let start = 0; start < keys.length; start += 67)
      await Promise.all(keys.slice(start, start + 67).map((key) => store.put(key, bytes(key))))
    await store.put('lists/a.json', bytes('{}'))
    const listed = await all(store, 'files/')
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort())
    expect(Date.parse(listed[0]?.storedAt ?? '')).toBeGreaterThan(Date.now() - 120_000)
    expect(listed[7]).toMatchObject({ size: listed[7]?.key.length })
    expect(await all(store, 'releases/')).toEqual([])
  }, 30_000)

  test('what is renewed counts as stored now', async () => {
    const store = await createStore()
    await store.renew('files/a', bytes('a'))
    const first = await store.look('files/a')
    await vi.waitFor(async () => {
      await store.renew('files/a', bytes('a'))
      const again = await store.look('files/a')
      expect(Date.parse(again?.storedAt ?? '')).toBeGreaterThan(Date.parse(first?.storedAt ?? ''))
    }, 10_000)
    expect(String(await store.get('files/a'))).toBe('a')
  })

  test('what was removed is gone, and its name is free', async () => {
    const store = await createStore()
    await store.put('files/a', bytes('first'))
    await store.remove('files/a')
    await store.remove('files/a')
    expect(await store.look('files/a')).toBeUndefined()
    expect(await store.put('files/a', bytes('second'))).toBe(true)
  })
})

test('a store that does not answer says so, whatever is asked', async () => {
  const store = await openStore('s3://KEY:SECRET@127.0.0.1:9/bucket?tls=0')
  const list = all(store, '')
  const asked = [list, store.put('a', bytes('')), store.get('a'), store.look('a'), store.renew('a', bytes('')), store.remove('a')]
  for (const one of await Promise.allSettled(asked))
    expect(one).toMatchObject({ reason: { statusCode: 503, message: expect.stringContaining('does not answer') } })
})
