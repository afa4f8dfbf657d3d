// The version of a release is derived from its content: the same content has the same name on every machine.
import { createHash } from 'node:crypto'
import type { Release } from '../src/release.ts'

/** 12 hexadecimal digits over everything in release.json but the version itself. The order of fields does not matter. */
export function releaseVersion(release: Omit<Release, 'version'> & { version?: string }): string {
  const { version: _, ...content } = release
  return createHash('sha256').update(JSON.stringify(content, inOrder)).digest('hex').slice(0, 12)
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
