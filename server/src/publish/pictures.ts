// All pictures of a composition: the brand's icons, and for every page what is shown where its address is shared.
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import type { SiteConfig } from '@site/shared/site-config'
import { parseFragment } from 'parse5'
import { elementsOf, textOf } from './html-tree.ts'
import { drawPng, storeImage, wrapIco } from './images.ts'
import type { StoredRelease } from './releases.ts'
import { drawShareImage, shareImageSize } from './share-image.ts'

/** Addresses on the site, as in /images/<hash>.png */
export interface Pictures {
  /** By page's path. */
  share: Map<string, string>
  icons: BrandIcons
  /** The bytes of /favicon.ico, for whoever asks for it without reading a page. */
  favicon: Buffer
}

export interface BrandIcons {
  /** 180 px, for the home screen of a phone. */
  touch: string
  /** 192 px */
  small: string
  /** 512 px */
  large: string
  /** 512 px, up to the edges, so that a system may cut it to its own shape. */
  maskable: string
}

/**
 * Draws what has not been drawn before.
 * @param bodies prerendered, by path.
 * @throws Error when the shell has no icon.
 */
export async function drawPictures(
  dataFolder: string,
  composition: Composition,
  bodies: Map<string, string>,
  shell: StoredRelease,
): Promise<Pictures> {
  if (!shell.release.icon) throw new Error('The shell has no icon: its build should leave a favicon.….svg beside its scripts.')
  const icon = await fs.readFile(path.join(shell.folder, 'browser', shell.release.icon), 'utf8')
  const share = await Promise.all(
    composition.pages.map(async ({ path }) => {
      const picture = await drawOnce({ path, heading: headingOf(bodies.get(path) ?? '') }, composition.site, icon)
      return [path, await storeImage(dataFolder, picture, shareImageSize.width)] as const
    }),
  )
  return { share: new Map(share), icons: await drawIcons(dataFolder, icon), favicon: wrapIco(await drawPng(icon, 32)) }
}

const drawn = new Map<string, Promise<string>>()
const keptDrawings = 500

/** Most deploys change no heading, and to draw all pages again would keep the deploy waiting. */
function drawOnce(...what: [page: { path: string; heading: string }, site: SiteConfig, icon: string]): Promise<string> {
  const key = JSON.stringify(what)
  const picture = drawn.get(key) ?? drawShareImage(...what)
  drawn.delete(key)
  drawn.set(key, picture)
  picture.catch(() => drawn.delete(key))
  for (const oldest of [...drawn.keys()].slice(0, -keptDrawings)) drawn.delete(oldest)
  return picture
}

async function drawIcons(dataFolder: string, icon: string): Promise<BrandIcons> {
  // Its ground is a rounded square; phones round it themselves.
  const square = icon.replace(/(<rect\b[^>]*?) rx="[^"]*"/, '$1')
  const [touch, small, large, maskable] = await Promise.all([
    storeImage(dataFolder, square, 180),
    storeImage(dataFolder, icon, 192),
    storeImage(dataFolder, icon, 512),
    storeImage(dataFolder, square, 512),
  ])
  return { touch, small, large, maskable }
}

function headingOf(body: string): string {
  const heading = elementsOf(parseFragment(body)).find((element) => element.tagName === 'h1')
  return textOf(heading).replace(/\s+/g, ' ').trim()
}
