// Another build of a bundle, as its team would make it: the same sources with a few words changed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Mode, releaseFolder } from 'server/build'
import { projectRoot } from 'server/settings'

/** Text of a file, by its path in the bundle's folder, from its text now. */
export type Edits = Record<string, (text: string) => string>

export interface Variant {
  /** Where its release.json lies. */
  release: string
  [Symbol.asyncDispose]: () => Promise<void>
}

/**
 * Builds a changed copy of a bundle beside nothing but links to what teams share: rspack.base.js and the packages.
 * @throws Error with the bundler's output when it does not build, or when an edit changes nothing.
 */
export async function buildVariant(bundleFolder: string, edits: Edits, mode: Mode = 'production'): Promise<Variant> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'variant-'))
  const folder = path.join(root, bundleFolder)
  const isSource = (file: string) => !/\/(dist|node_modules)(\/|$)/.test(file.slice(projectRoot.length))
  await fs.cp(path.join(projectRoot, bundleFolder), folder, { recursive: true, filter: isSource })
  for (const [file, edit] of Object.entries(edits)) {
    const before = await fs.readFile(path.join(folder, file), 'utf8').catch(() => '')
    const after = edit(before)
    if (after === before) throw new Error(`The edit of ${bundleFolder}/${file} changes nothing.`)
    await fs.mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await fs.writeFile(path.join(folder, file), after)
  }
  return {
    release: await buildIn(root, bundleFolder, mode),
    [Symbol.asyncDispose]: () => fs.rm(root, { recursive: true, force: true }),
  }
}

/**
 * Builds the bundle in a folder of `root`, where nothing else is but links to what teams share.
 * @returns where its release.json lies.
 * @throws Error with the bundler's output when it does not build.
 */
export async function buildIn(root: string, bundleFolder: string, mode: Mode): Promise<string> {
  for (const shared of ['rspack.base.js', 'node_modules'])
    if (!existsSync(path.join(root, shared))) await fs.symlink(path.join(projectRoot, shared), path.join(root, shared))
  await rspack(path.join(root, bundleFolder), mode)
  return path.join(root, path.relative(projectRoot, releaseFolder(bundleFolder, mode)))
}

async function rspack(folder: string, mode: Mode): Promise<void> {
  const command = path.join(projectRoot, 'node_modules/@rspack/cli/bin/rspack.js')
  const child = spawn(process.execPath, [command, 'build', '--mode', mode], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${folder} does not build:\n${output}`)
}
