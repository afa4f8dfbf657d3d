// All pictures of a composition: the brand's icons, and for every page what is shown where its address is shared.
import { hash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Composition } from '@site/shared/composition'
import type { SiteConfig } from '@site/shared/site-config'
import { inParallel } from '../in-parallel.ts'
import { drawPng, isStored, storeImage, wrapIco } from './images.ts'
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
 * @param headings of the pages, by path.
 * @throws Error when the shell has no icon.
 */
export async function drawPictures(
  dataFolder: string,
  composition: Composition,
  headings: Map<string, string>,
  shell: StoredRelease,
): Promise<Pictures> {
  if (!shell.release.icon) throw new Error('The shell has no icon: its build should leave a favicon.….svg beside its scripts.')
  const icon = await fs.readFile(path.join(shell.folder, 'browser', shell.release.icon), 'utf8')
  const draw = drawOnce(dataFolder, composition.site, icon)
  const share = await inParallel(
    composition.pages,
    async ({ path }) => [path, await draw({ path, heading: headings.get(path) ?? '' })] as const,
  )
  const icons = await drawIcons(dataFolder, icon)
  return { share: new Map(share), icons, favicon: wrapIco(await drawPng(icon, 32)) }
}

/** Addresses of pictures by what they show. Most deploys change no heading, and to compose a picture takes milliseconds. */
const known = new Map<string, string>()
const mostKnown = 20_000

function drawOnce(dataFolder: string, site: SiteConfig, icon: string) {
  const common = hash('sha256', JSON.stringify([dataFolder, site, icon]))
  return async (page: { path: string; heading: string }): Promise<string> => {
    const key = `${common} ${page.path} ${page.heading}`
    const address = known.get(key)
    if (address && (await isStored(dataFolder, address))) return address
    const drawn = await storeImage(dataFolder, await drawShareImage(page, site, icon), shareImageSize.width)
    if (known.size >= mostKnown) known.clear()
    known.set(key, drawn)
    return drawn
  }
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
