// Builds bundles into releases. On its own (`npm run build`) it builds all four; `--mode development` for React's checks.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { projectRoot } from './settings.ts'

export type Mode = 'production' | 'development'

export const bundleFolders = ['shell', 'remote-marketing', 'remote-demo', 'remote-contact']

/** Where a built release of a bundle lies. Folders are the project's, or absolute. */
export function releaseFolder(bundleFolder: string, mode: Mode = 'production'): string {
  return path.resolve(projectRoot, bundleFolder, 'dist', mode)
}

/**
 * Builds the bundles whose sources are newer than their release.
 * @returns the folders of all releases.
 * @throws Error when a build fails; its output has the reasons.
 */
export async function buildStale(mode: Mode, say: (line: string) => void): Promise<string[]> {
  for (const folder of bundleFolders) {
    if (isFresh(folder, mode)) say(`${folder}: already built`)
    else await build(folder, mode, say)
  }
  return bundleFolders.map((folder) => releaseFolder(folder, mode))
}

/** Builds one bundle with the bundler's own command line. */
export async function build(folder: string, mode: Mode, say: (line: string) => void): Promise<void> {
  const startedAt = performance.now()
  const cwd = path.resolve(projectRoot, folder)
  const child = spawn(process.execPath, [bundlerOf(cwd), 'build', '--mode', mode], { cwd })
  let output = ''
  child.stdout.on('data', (data) => (output += data))
  child.stderr.on('data', (data) => (output += data))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`${folder} does not build:\n${output}`)
  say(`${folder}: built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** The bundler's command line: the one that the folder's own project installed, else this project's. */
function bundlerOf(folder: string): string {
  const ask = (from: string) => path.join(path.dirname(createRequire(from).resolve('@rspack/cli/package.json')), 'bin/rspack.js')
  try {
    return ask(path.join(folder, 'rspack.config.js'))
  } catch {
    return ask(import.meta.filename)
  }
}

function isFresh(folder: string, mode: Mode): boolean {
  const release = fs.statSync(path.join(releaseFolder(folder, mode), 'release.json'), { throwIfNoEntry: false })
  if (!release) return false
  const sources = [folder, 'shared', 'rspack.base.js', 'package-lock.json'].map((source) => path.join(projectRoot, source))
  return sources.every((source) => newestChange(source) <= release.mtimeMs)
}

/** Milliseconds since 1970 of the last change below a path, build output aside. */
function newestChange(file: string): number {
  const stats = fs.statSync(file)
  if (!stats.isDirectory()) return stats.mtimeMs
  const entries = fs.readdirSync(file).filter((name) => name !== 'dist' && name !== 'node_modules')
  return Math.max(0, ...entries.map((name) => newestChange(path.join(file, name))))
}

if (import.meta.main) {
  const mode = process.argv.includes('development') ? 'development' : 'production'
  for (const folder of bundleFolders) await build(folder, mode, console.log)
}
