// Pictures made at publish: <data>/images/<hash>.png, named by what they show. Drawn once, kept for whoever has the address.
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { renderAsync } from '@resvg/resvg-js'

/**
 * Draws an SVG as PNG, unless it has been drawn before.
 * @param svg without text; fonts of the machine are not used.
 * @param width pixels.
 * @returns the picture's address on the site: /images/<hash>.png
 */
export async function storeImage(dataFolder: string, svg: string, width: number): Promise<string> {
  const name = `${createHash('sha256').update(`${width} ${svg}`).digest('hex').slice(0, 12)}.png`
  const file = path.join(dataFolder, 'images', name)
  if (!(await isStored(dataFolder, `/images/${name}`))) {
    await fs.mkdir(path.dirname(file), { recursive: true })
    await fs.writeFile(`${file}.incoming-${process.pid}`, await drawPng(svg, width))
    await fs.rename(`${file}.incoming-${process.pid}`, file)
  }
  return `/images/${name}`
}

/**
 * Whether a picture is there. It counts as used from now on: it is not pruned.
 * @param address as `storeImage` returned it.
 */
export function isStored(dataFolder: string, address: string): Promise<boolean> {
  return fs.utimes(path.join(dataFolder, address), new Date(), new Date()).then(
    () => true,
    () => false,
  )
}

/** @param width pixels; the height follows. */
export async function drawPng(svg: string, width: number): Promise<Buffer> {
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
  return image.asPng()
}

/** A PNG of 32×32 as favicon.ico, for whoever asks for that without reading the page: one entry, 6 + 16 bytes ahead of it. */
export function wrapIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // one picture
  header.set([32, 32, 0, 0], 6)
  header.writeUInt16LE(1, 10) // planes
  header.writeUInt16LE(32, 12) // bits per pixel
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
