import { fork } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addRelease, cleanReleases, findMissing, isStored, listReleases, readRelease, readReleaseText } from './releases.ts'
import { temporaryFolder, tinyRelease, writeBuild } from './tiny-release.ts'

const contents = {
  'browser/shell.js': 'start()',
  'browser/text.woff2': 'font',
  'prerender/shell.mjs': '',
  'prerender/words.json': '{}',
}

test('a build is stored with compressed copies of what visitors get', async () => {
  await using data = await temporaryFolder()
  const built = await readRelease(await writeBuild(data.path, tinyRelease('shell'), contents))
  const { folder, release } = await addRelease(data.path, built)
  expect(folder).toBe(path.join(data.path, 'releases/shell', release.version))
  expect(await readRelease(folder)).toEqual({ release: built.release, folder })
  expect((await fs.readdir(path.join(folder, 'browser'))).sort()).toEqual([
    'shell.js',
    'shell.js.br',
    'shell.js.gz',
    'shell.js.zst',
    'text.woff2',
  ])
  expect((await fs.readdir(path.join(folder, 'prerender'))).sort()).toEqual(['shell.mjs', 'words.json'])
  expect(String(brotliDecompressSync(await fs.readFile(path.join(folder, 'browser/shell.js.br'))))).toBe('start()')
})

test('two publishers may bring the same release at once', async () => {
  await using data = await temporaryFolder()
  const built = await readRelease(await writeBuild(data.path, tinyRelease('shell'), contents))
  const [first, second] = await Promise.all([addRelease(data.path, built), addRelease(data.path, built)])
  expect(second).toEqual(first)
  expect(await fs.readdir(path.join(data.path, 'releases/shell'))).toEqual([built.release.version])
})

test('a version that is stored already is left as it is', async () => {
  await using data = await temporaryFolder()
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  const first = await addRelease(data.path, await readRelease(build))
  await fs.rm(path.join(build, 'browser'), { recursive: true })
  expect(await addRelease(data.path, await readRelease(build))).toEqual(first)
})

test('a file that differs from release.json is refused, and nothing of the release is stored', async () => {
  await using data = await temporaryFolder()
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  await fs.writeFile(path.join(build, 'prerender/shell.mjs'), 'export const changed = true')
  const built = await readRelease(build)
  await expect(addRelease(data.path, built)).rejects.toThrow(
    `shell ${built.release.version}: prerender/shell.mjs is not the file that release.json names. Build the bundle again.`,
  )
  expect(await fs.readdir(data.path)).toEqual(['builds'])
})

test('a file that is missing is refused by name', async () => {
  await using data = await temporaryFolder()
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  await fs.rm(path.join(build, 'browser/shell.js'))
  await expect(addRelease(data.path, await readRelease(build))).rejects.toThrow('browser/shell.js')
})

test('a folder without a release.json, or with a broken one, is refused', async () => {
  await using data = await temporaryFolder()
  const file = path.join(data.path, 'release.json')
  await expect(readRelease(data.path)).rejects.toThrow(`${file} can't be read: ENOENT`)
  await fs.writeFile(file, '{"bundle":')
  await expect(readRelease(data.path)).rejects.toThrow(`${file} can't be read: Unexpected end`)
})

const outside = [
  '../release.json',
  'prerender/..',
  'browser/.',
  'browser/a/b.js',
  'browser\\x.js',
  '/etc/passwd',
  'release.json',
  '',
]
test.each(outside)("a build that names '%s' is refused, and nothing is stored", async (name) => {
  await using data = await temporaryFolder()
  const built = await readRelease(await writeBuild(data.path, tinyRelease('shell'), contents))
  built.release.files.push({ path: name, sha256: '', size: 0 })
  await expect(addRelease(data.path, built)).rejects.toThrow(`'${name}' is no place for a file.`)
  expect(await fs.readdir(data.path)).toEqual(['builds'])
})

test.each(['browser/shell.js', 'browser'])('a build in which %s is a link to another place is refused', async (name) => {
  await using data = await temporaryFolder()
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  await fs.rename(path.join(build, name), path.join(data.path, 'elsewhere'))
  await fs.symlink(path.join(data.path, 'elsewhere'), path.join(build, name))
  const sentence = /shell [a-f0-9]{12}: browser\/.* is a link to another place. A release has files of its own./
  await expect(addRelease(data.path, await readRelease(build))).rejects.toThrow(sentence)
  expect((await fs.readdir(data.path)).sort()).toEqual(['builds', 'elsewhere'])
})

test('a file that release.json does not name is not taken', async () => {
  await using data = await temporaryFolder()
  const build = await writeBuild(data.path, tinyRelease('shell'), contents)
  await fs.writeFile(path.join(build, 'browser/extra.js'), 'extra()')
  const { folder } = await addRelease(data.path, await readRelease(build))
  expect(await fs.readdir(path.join(folder, 'browser'))).not.toContain('extra.js')
})

test('stored releases are listed, newest first, and half ones are not', async () => {
  await using data = await temporaryFolder()
  const versions: string[] = []
  for (const [index, text] of ['1', '2'].entries()) {
    const build = await writeBuild(data.path, tinyRelease('shell'), { ...contents, 'browser/shell.js': text })
    const { folder, release } = await addRelease(data.path, await readRelease(build))
    await fs.utimes(path.join(folder, 'release.json'), index, index)
    versions.push(release.version)
  }
  await fs.mkdir(path.join(data.path, 'releases/shell/0123456789ab.incoming-x'))
  const at = (second: number) => `1970-01-01T00:00:0${second}.000Z`
  const listed = [1, 0].map((index) => ({ bundle: 'shell', version: versions[index], storedAt: at(index) }))
  expect(await listReleases(data.path)).toEqual(listed)
  expect(await listReleases(data.path, 'shell')).toEqual(listed)
  expect(await listReleases(data.path, 'demo')).toEqual([])
  expect(await readReleaseText(data.path, 'shell', '../../x')).toBeUndefined()
  await cleanReleases(data.path, Date.now() + 90_000_000)
  expect((await fs.readdir(path.join(data.path, 'releases/shell'))).sort()).toEqual(versions.sort())
})

test('a server that is killed while it stores leaves whole releases only, and the next one goes on', async () => {
  await using data = await temporaryFolder()
  const text = Array.from({ length: 1500 }, (_, index) => `function f${index}(){return ${index ** 2}}`).join('\n')
  const builds = await Promise.all(
    ['1', '2', '3', '4', '5', '6'].map((end) =>
      writeBuild(data.path, tinyRelease('shell'), { ...contents, 'browser/shell.js': text + end }),
    ),
  )
  const script = path.join(data.path, 'store.ts')
  const module = path.join(import.meta.dirname, 'releases.ts')
  await fs.writeFile(
    script,
    `import { addRelease, readRelease } from '${module}'
    for (const build of process.argv.slice(3)) await addRelease(process.argv[2], await readRelease(build))`,
  )
  const dataFolder = path.join(data.path, 'data')
  const entries = async () => (await fs.readdir(dataFolder, { recursive: true }).catch(() => [])).length
  let killed = 0
  for (const newEntries of [1, 3, 5, 8, 13, 21, Number.POSITIVE_INFINITY]) {
    const atStart = await entries()
    const child = fork(script, [dataFolder, ...builds])
    let signal: NodeJS.Signals | null | undefined
    child.once('exit', (_code, given) => (signal = given))
    while (signal === undefined) if ((await entries()) >= atStart + newEntries) child.kill('SIGKILL')
    if (signal === 'SIGKILL') killed++
    for (const { version } of await listReleases(dataFolder)) {
      const folder = path.join(dataFolder, 'releases/shell', version)
      const { release } = await readRelease(folder)
      for (const { path: file, size } of release.files) expect((await fs.stat(path.join(folder, file))).size).toBe(size)
      const copy = await fs.readFile(path.join(folder, 'browser/shell.js.br'))
      expect(brotliDecompressSync(copy).length).toBe((await fs.stat(path.join(folder, 'browser/shell.js'))).size)
    }
  }
  expect(killed).toBe(6)
  expect(await listReleases(dataFolder)).toHaveLength(6)
}, 60_000)

test('a file that is gone has to be sent again', async () => {
  await using data = await temporaryFolder()
  const built = await readRelease(await writeBuild(data.path, tinyRelease('shell'), contents))
  const hash = built.release.files[0]?.sha256 ?? ''
  expect(await isStored(data.path, built.release)).toBe(false)
  await addRelease(data.path, built)
  expect(await isStored(data.path, built.release)).toBe(true)
  expect(await findMissing(data.path, built.release)).toEqual([])
  await fs.rm(path.join(data.path, 'files', hash))
  expect(await findMissing(data.path, built.release)).toEqual([hash])
})
