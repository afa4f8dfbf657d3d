// A team's own repository: its remote's folder, and what it gets as packages. No folder of this project is in reach.
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { projectRoot } from 'server/settings'

const execute = promisify(execFile)

test('a remote is built from the packages alone, and is the same to the shell', async () => {
  test.setTimeout(90_000)
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'team-'))
  const modules = path.join(root, 'node_modules')
  await linkModules(path.join(projectRoot, 'node_modules'), modules)
  const { stdout } = await execute(process.execPath, ['server/src/pack.ts', path.join(root, 'packages')], { cwd: projectRoot })
  for (const file of stdout.trim().split('\n')) {
    const target = path.join(modules, '@site', /site-([a-z-]+)-\d/.exec(file)?.[1] ?? '')
    await fs.mkdir(target, { recursive: true })
    await execute('tar', ['xzf', file, '-C', target, '--strip-components', '1'])
  }
  // What an install nests below a package, because others want another version of it.
  await linkModules(path.join(projectRoot, 'server/node_modules'), path.join(modules, '@site/server/node_modules'))
  const folder = path.join(root, 'our-remote')
  for (const part of ['src', 'package.json', 'rspack.config.js'])
    await fs.cp(path.join(projectRoot, 'remote-contact', part), path.join(folder, part), { recursive: true })
  const config = path.join(folder, 'rspack.config.js')
  await fs.writeFile(config, (await fs.readFile(config, 'utf8')).replace('../rspack.base.js', '@site/rspack-base'))
  await execute(process.execPath, [path.join(modules, '@rspack/cli/bin/rspack.js'), 'build'], { cwd: folder })

  const read = async (of: string) => JSON.parse(await fs.readFile(path.join(of, 'dist/production/release.json'), 'utf8'))
  const { shared, pages, bundle } = await read(path.join(projectRoot, 'remote-contact'))
  expect(await read(folder)).toMatchObject({ shared, pages, bundle })
  const site = await execute(process.execPath, [path.join(modules, '@site/server/site.js'), 'deploy', '--help'])
  expect(site.stdout).toContain('Usage: site deploy')
  await fs.rm(root, { recursive: true })
})

/** Everything that is installed, as an install would put it there; not this project's own packages. */
async function linkModules(from: string, to: string): Promise<void> {
  await fs.mkdir(to, { recursive: true })
  const link = async (real: string, target: string) => real.includes('/node_modules/') && fs.symlink(real, target)
  for (const name of await fs.readdir(from)) {
    if (name === '@site' || name.startsWith('.')) continue
    if (name.startsWith('@')) await linkModules(path.join(from, name), path.join(to, name))
    else await link(await fs.realpath(path.join(from, name)), path.join(to, name))
  }
}
