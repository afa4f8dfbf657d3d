// Which bundles a deploy is about.
import fs from 'node:fs'
import path from 'node:path'
import { releaseFolder } from '../build.ts'
import { projectRoot } from '../settings.ts'
import { UsageError } from './answer.ts'

export interface FoundBundle {
  /** What to call it while it is not built: its folder's name. */
  title: string
  /** The folder to build in; none when only a release was given. */
  source?: string
  /** Where its release.json lies, once it is built. */
  release: string
}

/**
 * Finds each bundle by its folder's name (remote-contact), its own name (contact), a path to its folder, or a path to a
 * folder with a release.json. Without a name it is the folder in which the command runs.
 * @throws UsageError that names the bundles there are.
 */
export function findBundles(names: string[], cwd: string): FoundBundle[] {
  const found = (names.length > 0 ? names : ['.']).map((name) => findBundle(name, cwd))
  return found.filter((bundle, index) => found.findIndex(({ release }) => release === bundle.release) === index)
}

function findBundle(name: string, cwd: string): FoundBundle {
  const isPath = name.startsWith('.') || name.includes('/') || name.includes(path.sep)
  const folders = [
    path.resolve(cwd, name),
    ...(isPath ? [] : [path.join(projectRoot, name), path.join(projectRoot, `remote-${name}`)]),
  ]
  for (const folder of folders) {
    if (fs.existsSync(path.join(folder, 'rspack.config.js')))
      return { title: path.basename(folder), source: folder, release: releaseFolder(folder) }
    if (fs.existsSync(path.join(folder, 'release.json'))) return { title: path.basename(folder), release: folder }
  }
  const missing = name === '.' ? 'This folder is no bundle' : `There is no bundle '${name}'`
  throw new UsageError(
    `${missing}: a bundle is a folder with a rspack.config.js, or with a release.json. In this project: ${bundlesHere().join(', ')}.`,
  )
}

function bundlesHere(): string[] {
  return fs
    .readdirSync(projectRoot)
    .filter((folder) => fs.existsSync(path.join(projectRoot, folder, 'rspack.config.js')))
    .map((folder) => folder.replace(/^remote-/, ''))
}
