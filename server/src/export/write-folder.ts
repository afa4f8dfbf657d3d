// Writes an export beside its place, then moves it there: the folder is complete or not there.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Answer } from '../answers.ts'
import { encodings } from '../publish/compress.ts'
import { syncToDisk } from '../publish/file-store.ts'

/** One file of the export and the answer of the server that it stands for. */
export interface ExportedFile {
  /** Where the server answers it; none for the 404 page. */
  address?: string
  /** In the folder, as in 'about.html'. */
  file: string
  answer: Answer
}

/** Says that a folder or bucket is an export, of what, and which files are its own. */
export const marker = '_export.json'

/** Hosts and servers of files know these two. */
const copies = encodings.filter(({ name }) => name !== 'zstd')

/**
 * @param about stands in the marker.
 * @param texts for the host, by file name.
 * @returns how many files there are, and their bytes.
 * @throws Error when there is something at `out` that no export wrote.
 */
export async function writeFolder(
  out: string,
  about: object,
  files: ExportedFile[],
  texts: Record<string, string>,
  compressed: boolean,
): Promise<{ files: number; bytes: number }> {
  await expectFree(out)
  const contents = new Map<string, Buffer>(Object.entries(texts).map(([file, text]) => [file, Buffer.from(text)]))
  for (const { file, answer } of files) {
    contents.set(file, answer.bodies.identity?.bytes ?? Buffer.alloc(0))
    for (const { name, suffix } of compressed ? copies : []) {
      const body = answer.bodies[name]
      if (body) contents.set(file + suffix, body.bytes)
    }
  }
  const names = [...contents.keys(), marker].sort()
  contents.set(marker, Buffer.from(`${JSON.stringify({ ...about, files: names }, null, 2)}\n`))
  const incoming = `${out}.incoming-${randomUUID()}`
  try {
    for (const [file, bytes] of contents) {
      await fs.mkdir(path.dirname(path.join(incoming, file)), { recursive: true })
      await fs.writeFile(path.join(incoming, file), bytes, { flush: true })
    }
    await moveInto(incoming, out)
  } finally {
    await fs.rm(incoming, { recursive: true, force: true })
  }
  const bytes = [...contents.values()].reduce((sum, { length }) => sum + length, 0)
  return { files: contents.size, bytes }
}

/** Free is what is not there, is empty, or holds an earlier export and nothing else. */
async function expectFree(out: string): Promise<void> {
  const entries = await fs.readdir(out, { recursive: true, withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${out} is a file. The export needs a folder of its own.`)
    throw error
  })
  const found = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
  expectOwn(out, found, new Set(await readMarker(out)))
}

/**
 * @param own names that earlier exports wrote there.
 * @throws Error when there is another.
 */
export function expectOwn(where: string, found: string[], own: Set<string>): void {
  const other = found.sort().find((name) => !own.has(name))
  if (other !== undefined)
    throw new Error(`${where} holds ${other}, which no export wrote. Name a folder that is new, empty or an earlier export.`)
}

async function readMarker(out: string): Promise<string[]> {
  try {
    return JSON.parse(await fs.readFile(path.join(out, marker), 'utf8')).files
  } catch {
    return []
  }
}

/** An earlier export goes aside first: for a moment there is none, and never a half one. */
async function moveInto(incoming: string, out: string): Promise<void> {
  const aside = `${out}.before-${randomUUID()}`
  const isReplaced = await fs.rename(out, aside).then(
    () => true,
    () => false,
  )
  await fs.rename(incoming, out)
  await syncToDisk(path.dirname(out))
  if (isReplaced) await fs.rm(aside, { recursive: true, force: true })
}
