import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeEveryStore } from '../every-store.ts'
import { addRelease, findMissing, readRelease } from '../publish/releases.ts'
import { temporaryFolder, tinyRelease, writeBuild } from '../publish/tiny-release.ts'
import { limitLookups } from './lookups.ts'
import { shareParts } from './shared-parts.ts'
import { type Store, StoreAwayError } from './store.ts'

describeEveryStore((createStore) => {
  test('a release that one server pushed is whole on another, which need not compress it again', async () => {
    await using one = await server(await createStore())
    await using other = await server(one.store)
    const { part, release } = await one.addRelease('start()')
    await one.parts.push(part)
    await other.parts.pull(part)
    expect(await other.read(part)).toEqual(await one.read(part))
    expect(await findMissing(other.folder, release)).toEqual([])
    const names = await fs.readdir(path.join(other.folder, 'files'))
    expect(names.filter((name) => name.endsWith('.best.br'))).toHaveLength(1)
  })

  test('what was not pushed is not there, on any server', async () => {
    await using one = await server(await createStore())
    await using other = await server(one.store)
    const { part } = await one.addRelease('start()')
    await other.parts.pull(part)
    expect(await other.read(part)).toEqual({})
    expect(await other.parts.list('releases')).toEqual([])
  })

  test('of two servers that made a part differently the first one counts, for both', async () => {
    await using one = await server(await createStore())
    await using other = await server(one.store)
    const part = 'compositions/0123456789ab'
    await one.write(part, { 'composition.json': '{}', '_index.html': 'first' })
    await other.write(part, { 'composition.json': '{}', '_index.html': 'second' })
    await one.parts.push(part)
    await other.parts.push(part)
    expect(await other.read(part)).toEqual(await one.read(part))
    expect((await one.read(part))['_index.html']).toBe('first')
  })

  test('a picture and an uploaded file reach another server', async () => {
    await using one = await server(await createStore())
    await using other = await server(one.store)
    await one.write('', { 'images/0123456789ab.png': 'picture' })
    await one.parts.push('images/0123456789ab.png')
    await other.parts.pull('images/0123456789ab.png')
    expect(await fs.readFile(path.join(other.folder, 'images/0123456789ab.png'), 'utf8')).toBe('picture')
    const sha256 = createHash('sha256').update('bytes').digest('hex')
    await one.write('files', { [sha256]: 'bytes' })
    await one.parts.pushFile(sha256)
    await other.parts.pullFile(sha256)
    expect(await fs.readFile(path.join(other.folder, 'files', sha256), 'utf8')).toBe('bytes')
  })

  test('damaged and missing bytes never become a part', async () => {
    await using one = await server(await createStore())
    await using other = await server(one.store)
    const { part, release } = await one.addRelease('start()')
    await one.parts.push(part)
    const key = `files/${release.files[0]?.sha256}`
    await one.store.remove(key)
    await expect(other.parts.pull(part)).rejects.toThrow(`${part} browser/contact.js in the store is missing.`)
    await one.store.put(key, Buffer.from('start(!)'))
    await expect(other.parts.pull(part)).rejects.toThrow(`${part} browser/contact.js in the store is damaged.`)
    expect(await fs.readdir(path.join(other.folder, 'releases/contact'))).toEqual([])
  })

  test('a list that leads out of its folder is refused', async () => {
    await using one = await server(await createStore())
    const files = [{ path: '../../../evil', sha256: '', size: 0 }]
    await one.store.put('lists/compositions/0123456789ab.json', Buffer.from(JSON.stringify({ files })))
    await expect(one.parts.pull('compositions/0123456789ab')).rejects.toThrow("names the file '../../../evil'")
  })

  test('the list comes after all that it names: a push that fails on its way leaves nothing to be pulled', async () => {
    const store = await createStore()
    let puts = 0
    const failing: Store = {
      ...store,
      put: async (key, bytes) => {
        if (++puts > 2) throw new StoreAwayError('cut')
        return store.put(key, bytes)
      },
    }
    await using one = await server(failing)
    const { part } = await one.addRelease('start()')
    await expect(one.parts.push(part)).rejects.toMatchObject({ statusCode: 503 })
    expect(await store.look(`lists/${part}.json`)).toBeUndefined()
    await using again = await server(store, one.folder)
    await again.parts.push(part)
    expect(await store.look(`lists/${part}.json`)).toBeDefined()
  })
})

test('only so many look-ups of visitors a second reach the store', async () => {
  const asked: string[] = []
  let now = 0
  const pull = limitLookups({ pull: async (part) => void asked.push(part) }, 2, () => now)
  await pull('a')
  await pull('b')
  await expect(pull('c')).rejects.toMatchObject({ statusCode: 503 })
  now = 1000
  await pull('d')
  expect(asked).toEqual(['a', 'b', 'd'])
})

/** A server's data folder and its way to the store. */
async function server(store: Store, given?: string) {
  const temporary = await temporaryFolder()
  const folder = given ?? temporary.path
  const write = async (part: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      await fs.mkdir(path.dirname(path.join(folder, part, file)), { recursive: true })
      await fs.writeFile(path.join(folder, part, file), text)
    }
  }
  const read = async (part: string): Promise<Record<string, string>> => {
    const entries = await fs.readdir(path.join(folder, part), { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name))
    const texts = files
      .sort()
      .map(async (file) => [path.relative(path.join(folder, part), file), await fs.readFile(file, 'latin1')])
    return Object.fromEntries(await Promise.all(texts))
  }
  const addTinyRelease = async (text: string) => {
    const build = await writeBuild(temporary.path, tinyRelease('contact'), { 'browser/contact.js': text })
    const { release } = await addRelease(folder, await readRelease(build))
    return { release, part: `releases/contact/${release.version}` }
  }
  return {
    store,
    folder,
    parts: shareParts(folder, store),
    write,
    read,
    addRelease: addTinyRelease,
    [Symbol.asyncDispose]: () => temporary.remove(),
  }
}
