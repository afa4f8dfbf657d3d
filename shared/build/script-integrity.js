// Rspack loader: what `import { integrity } from 'source.ts?integrity'` gives, for a script that is built on its own.
import { createHash } from 'node:crypto'
import fs from 'node:fs'

export default function scriptIntegrity() {
  const file = this.getOptions().scripts[this.resourcePath]
  // Development and the prerender: nothing vouches for anything.
  if (!file) return "export const integrity = ''"
  this.addDependency(file)
  return `export const integrity = 'sha256-${createHash('sha256').update(fs.readFileSync(file)).digest('base64')}'`
}
