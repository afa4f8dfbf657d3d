import fs from 'node:fs/promises'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addRelease, readRelease } from './releases.ts'
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
