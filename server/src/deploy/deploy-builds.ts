import { addRelease, readRelease } from '../publish/releases.ts'
import type { Activation } from './activations.ts'
import type { Deploys } from './deploys.ts'

/**
 * Deploys bundles that were built on this machine.
 * @param builds folders with a release.json each.
 * @throws as Deploys.deploy, and Error when a file is missing or differs from release.json.
 */
export async function deployBuilds(
  deploys: Deploys,
  dataFolder: string,
  builds: string[],
  message = 'Built and deployed on the server.',
): Promise<Activation> {
  const stored = await Promise.all(builds.map(async (build) => addRelease(dataFolder, await readRelease(build))))
  const bundles = stored.map(({ release: { bundle, version } }) => ({ bundle, version }))
  return deploys.deploy({ channel: 'live', bundles, actor: 'operator', message })
}
