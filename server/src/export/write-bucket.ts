// Writes an export into a bucket that a CDN reads. Objects have the names of their addresses: nothing has to be rewritten.
import { inParallel } from '../in-parallel.ts'
import type { Bucket } from '../store/s3-store.ts'
import { StoreAwayError } from '../store/store.ts'
import { type ExportedFile, expectOwn, marker } from './write-folder.ts'

interface Written {
  files: number
  bytes: number
}

/** What a bucket is said to hold by its marker: names of the export's own objects. */
interface Marked {
  files: string[]
  /** Hashed files of earlier exports that no page names any more, and since when (ISO 8601, UTC). */
  unneeded: Record<string, string>
}

interface Content {
  bytes: Buffer
  contentType: string
  cacheControl: string
}

const dayLength = 24 * 60 * 60 * 1000

/**
 * Every page that is answered meanwhile is whole and finds its files: hashed files come first, then the pages, and what no
 * page names any more goes when it has not been needed for some days. Cut off at any point, it goes on when it is called again.
 * @param where it is, for sentences.
 * @param about stands in the marker.
 * @param texts for whoever configures the CDN, by name.
 * @param days for which hashed files of earlier exports stay: pages in caches and open tabs name them.
 * @returns how many objects the export has, and their bytes.
 * @throws Error with a sentence when the bucket holds something that no export wrote, or does not answer.
 */
export async function writeBucket(
  bucket: Bucket,
  where: string,
  about: object,
  files: ExportedFile[],
  texts: Record<string, string>,
  days: number,
): Promise<Written> {
  try {
    return await write(bucket, where, about, contentsOf(files, texts), days)
  } catch (error) {
    if (!(error instanceof StoreAwayError)) throw error
    throw new Error(`${where} can't be written: ${error.reason}. Each page there is whole; export again, and it goes on.`)
  }
}

async function write(
  bucket: Bucket,
  where: string,
  about: object,
  contents: Map<string, Content>,
  days: number,
): Promise<Written> {
  const found = new Map<string, number>()
  // Consoles mark a new folder with an empty object that has its name.
  for await (const { key, size } of bucket.list('')) if (key) found.set(key, size)
  const marked = await readMarked(bucket)
  expectOwn(where, [...found.keys()], new Set([marker, ...marked.files, ...Object.keys(marked.unneeded)]))

  const now = new Date()
  const left = [...found.keys()].filter((name) => name !== marker && !contents.has(name))
  const unneeded = Object.fromEntries(left.filter(isHashed).map((name) => [name, marked.unneeded[name] ?? now.toISOString()]))
  const isOver = (name: string) => now.getTime() - Date.parse(unneeded[name] ?? '') > days * dayLength
  const removed = left.filter((name) => !isHashed(name) || isOver(name))
  const mark = (files: string[], unneeded: Record<string, string>) =>
    bucket.publish(marker, Buffer.from(`${JSON.stringify({ ...about, files, unneeded }, null, 2)}\n`), text('application/json'))
  const put = (entries: [string, Content][]) =>
    inParallel(entries, ([name, { bytes, ...rest }]) => bucket.publish(name, bytes, rest))

  // First the names: an export that is cut off knows its own.
  await mark([...new Set([...contents.keys(), ...left])].sort(), unneeded)
  const [hashed = [], pages = []] = [true, false].map((kind) => [...contents].filter(([name]) => isHashed(name) === kind))
  await put(hashed.filter(([name, { bytes }]) => found.get(name) !== bytes.length))
  await put(pages)
  await inParallel(removed, bucket.remove)
  for (const name of removed) delete unneeded[name]
  await mark([...contents.keys()].sort(), unneeded)
  return { files: contents.size, bytes: [...contents.values()].reduce((sum, { bytes }) => sum + bytes.length, 0) }
}

function contentsOf(files: ExportedFile[], texts: Record<string, string>): Map<string, Content> {
  const contents = new Map(
    Object.entries(texts).map(([name, content]): [string, Content] => [
      name,
      { bytes: Buffer.from(content), ...text('text/plain') },
    ]),
  )
  for (const { address, answer } of files) {
    const name = address === undefined ? '404.html' : address.slice(1) || 'index.html'
    contents.set(name, {
      bytes: answer.bodies.identity?.bytes ?? Buffer.alloc(0),
      contentType: String(answer.headers['Content-Type']),
      cacheControl: String(answer.headers['Cache-Control']),
    })
  }
  return contents
}

const text = (contentType: string) => ({ contentType: `${contentType}; charset=utf-8`, cacheControl: 'no-cache' })

/** Its name says its content. */
const isHashed = (name: string) => /^(releases|images)\//.test(name)

async function readMarked(bucket: Bucket): Promise<Marked> {
  const bytes = await bucket.get(marker)
  try {
    const { files, unneeded } = JSON.parse(bytes?.toString() ?? '{}') as Partial<Marked>
    return { files: files ?? [], unneeded: unneeded ?? {} }
  } catch {
    return { files: [], unneeded: {} }
  }
}
