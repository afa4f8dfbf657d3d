import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { drawPng, storeImage, wrapIco } from './images.ts'
import { temporaryFolder } from './tiny-release.ts'

const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><rect width="2" height="1" fill="${colour}"/></svg>`

test('a picture is named by what it shows, and drawn once', async () => {
  await using data = await temporaryFolder()
  const address = await storeImage(data.path, svg('red'), 64)
  const { ino } = await fs.stat(path.join(data.path, address))
  await fs.utimes(path.join(data.path, address), 0, 0)
  expect(await storeImage(data.path, svg('red'), 64)).toBe(address)
  const again = await fs.stat(path.join(data.path, address))
  expect(again.ino).toBe(ino)
  // It was used: it is not pruned.
  expect(again.mtimeMs).toBeGreaterThan(Date.now() - 60_000)
  expect(await storeImage(data.path, svg('blue'), 64)).not.toBe(address)
  expect(await storeImage(data.path, svg('red'), 32)).not.toBe(address)
  expect(await fs.readdir(path.join(data.path, 'images'))).toHaveLength(3)
})

test('a favicon.ico is one PNG behind a header that says where it is', async () => {
  const png = await drawPng(svg('red'), 32)
  const ico = wrapIco(png)
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 32, 32])
  const [size, offset] = [ico.readUInt32LE(14), ico.readUInt32LE(18)]
  expect(ico.subarray(offset, offset + size)).toEqual(png)
})
