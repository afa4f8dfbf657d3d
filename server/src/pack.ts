// npm run packages [folder]: what teams outside this repository build and deploy with, as packages for their registry or
// their `npm install <file>`. Node.js runs no TypeScript from node_modules, so each .ts gets a .js beside it.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { projectRoot } from './settings.ts'

interface Manifest {
  version: string
  bin?: Record<string, string>
  exports?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

/** Packs all. @returns the files. */
async function packAll(target: string): Promise<string[]> {
  const [root, shell, shared, server] = await Promise.all(['.', 'shell', 'shared', 'server'].map(readManifest))
  const tools = { ...root?.devDependencies, ...shell?.dependencies, ...shared?.dependencies }
  const isTool = (name: string) => /^(@rspack|@module-federation)\/|^react(-|$)|^zustand$/.test(name)
  const base = {
    ...common(root),
    name: '@site/rspack-base',
    exports: './rspack.base.js',
    dependencies: { ...pick(tools, isTool), ...itself(shared, '@site/shared') },
  }
  return Promise.all([
    pack(target, 'shared', ['alone', 'build', 'src', 'styles', 'ui', 'site.json'], {
      ...common(shared),
      name: '@site/shared',
      exports: withScripts(shared?.exports),
      dependencies: shared?.dependencies,
    }),
    pack(target, '.', ['rspack.base.js'], base),
    pack(target, 'server', ['src', 'site.js', 'require-node.js'], {
      ...common(server),
      name: '@site/server',
      bin: server?.bin,
      exports: withScripts(server?.exports),
      dependencies: server?.dependencies,
    }),
  ])
}

async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await fs.readFile(path.join(projectRoot, folder, 'package.json'), 'utf8'))
}

const common = (manifest: Manifest | undefined) => ({
  version: manifest?.version ?? '1.0.0',
  type: 'module',
  engines: { node: '>=24' },
})

const itself = (manifest: Manifest | undefined, name: string) => ({ [name]: common(manifest).version })

function pick(dependencies: Record<string, string>, isWanted: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isWanted(name)))
}

/** Node.js takes the script, a bundler the TypeScript. */
function withScripts(exports: Record<string, string> = {}): object {
  return Object.fromEntries(
    Object.entries(exports).map(([name, file]) => [
      name,
      file.endsWith('.ts') ? { node: file.replace(/\.ts$/, '.js'), default: file } : file,
    ]),
  )
}

async function pack(target: string, folder: string, parts: string[], manifest: object): Promise<string> {
  const staged = await fs.mkdtemp(path.join(os.tmpdir(), 'package-'))
  try {
    for (const part of parts)
      await fs.cp(path.join(projectRoot, folder, part), path.join(staged, part), {
        recursive: true,
        filter: (file) => !/\.test\.tsx?$|\/dist$/.test(file),
      })
    for (const file of await fs.readdir(staged, { recursive: true }))
      if (/(?<!\.d)\.ts$|\.js$/.test(file)) await writeScript(path.join(staged, file))
    await fs.writeFile(path.join(staged, 'package.json'), JSON.stringify(manifest, null, 2))
    await fs.mkdir(target, { recursive: true })
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', staged, '--json', '--pack-destination', target], { encoding: 'utf8' }),
    )
    return path.join(target, packed.filename)
  } finally {
    await fs.rm(staged, { recursive: true })
  }
}

async function writeScript(file: string): Promise<void> {
  const text = await fs.readFile(file, 'utf8')
  const script = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
  const imports = /\b(from\s*|import\s*\(\s*|import\s+)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g
  await fs.writeFile(file.replace(/\.ts$/, '.js'), script.replace(imports, '$1$2$3.js$2'))
}

if (import.meta.main) for (const file of await packAll(path.resolve(process.argv[2] ?? 'packages'))) console.log(file)
