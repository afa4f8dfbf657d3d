// npm test: everything that CI checks, in the order in which it is cheapest to fail.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findChromium } from './browser.ts'

const root = path.resolve(import.meta.dirname, '..')

const checks: [name: string, command: string][] = [
  ['lint', 'npm run lint'],
  ['types', 'npm run types'],
  ['unit tests', 'npm run unit'],
  ['build', 'npm run build'],
  ['build with development React', 'npm run build -- --mode development'],
  ['browser tests', 'npm run browser'],
]

if (!findChromium()) run('install Chromium', 'apt-get update && apt-get install --yes --no-install-recommends chromium')
const passed = checks.filter(([name, command]) => run(name, command)).length
console.log(`\nchecks: ${passed} passed, 0 failed`)

/** Ends everything when the command fails. */
function run(name: string, command: string): true {
  console.log(`\n── ${name} ──`)
  const startedAt = performance.now()
  const { status } = spawnSync(command, { cwd: root, shell: true, stdio: 'inherit' })
  if (status !== 0) {
    console.error(`\n'${command}' failed: ${name}.`)
    process.exit(1)
  }
  console.log(`── ${name}: passed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  return true
}
