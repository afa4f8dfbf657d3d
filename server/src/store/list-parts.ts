import fs from 'node:fs/promises'
import path from 'node:path'

/** As in releases/contact/0123456789ab, images/0123456789ab.png, compositions/0123456789ab. */
export type Parts = Record<'releases' | 'images' | 'compositions', string[]>

/** The finished parts of a data folder; what is still being written is none. */
export async function listParts(dataFolder: string): Promise<Parts> {
  const bundles = await namesIn(dataFolder, 'releases')
  return {
    releases: (await Promise.all(bundles.map((bundle) => namesIn(dataFolder, bundle)))).flat(),
    images: await namesIn(dataFolder, 'images'),
    compositions: await namesIn(dataFolder, 'compositions'),
  }
}

/** What lies in a folder of the data folder, with the folder's name before it; nothing when there is no such folder. */
export async function namesIn(dataFolder: string, folder: string): Promise<string[]> {
  const names = await fs.readdir(path.join(dataFolder, folder)).catch(() => [])
  return names.filter((name) => !name.includes('.incoming-')).map((name) => `${folder}/${name}`)
}
