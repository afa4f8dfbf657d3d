// What a channel shows, brought to this machine.
import type { Activation } from '../deploy/activations.ts'
import { inParallel } from '../in-parallel.ts'
import { type PublishedComposition, readComposition } from '../publish/composition-folder.ts'
import type { SharedParts } from './shared-parts.ts'

/**
 * Fetches all that pages need before any of it is read: releases, composition, pictures.
 * @throws StoreAwayError when the store does not answer; Error with a sentence when nobody has the composition any more.
 */
export async function pullComposition(
  dataFolder: string,
  { releases, composition }: Pick<Activation, 'releases' | 'composition'>,
  parts: SharedParts,
): Promise<PublishedComposition> {
  const names = Object.entries(releases).map(([bundle, version]) => `releases/${bundle}/${version}`)
  await Promise.all([...names, `compositions/${composition}`].map((part) => parts.pull(part)))
  const published = await readComposition(dataFolder, composition)
  await inParallel(published.images ?? [], parts.pull)
  return published
}
