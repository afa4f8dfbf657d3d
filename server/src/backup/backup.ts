// A copy of all that a server on one machine keeps, made while it runs: the database first, then the files that it names.
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readAnswers } from '../answers.ts'
import { sqliteFile } from '../database/sqlite.ts'
import { untilUnlocked } from '../database/until-unlocked.ts'
import { readComposition } from '../publish/composition-folder.ts'
import { syncToDisk } from '../publish/file-store.ts'
import { readContents, readRelease } from '../publish/releases.ts'
import { listParts, namesIn } from '../store/list-parts.ts'
import { type Copied, copyParts } from './copy-parts.ts'

export interface Backup extends Copied {
  out: string
  /** Rows that the copy of the database has. */
  enquiries: number
  activations: number
  releases: number
  compositions: number
  /** What channels show, each read from the copy as a server would. */
  channels: { channel: string; composition: string }[]
}

/**
 * @param out a folder that is new or empty; it is written beside its place, and then moved there.
 * @param onStep is told what is being done.
 * @throws Error when there is nothing to copy, something at `out`, or the copy could not be served: nothing is at `out` then.
 */
export async function backup(dataFolder: string, out: string, onStep: (text: string) => void = () => {}): Promise<Backup> {
  await expectFree(out)
  const incoming = `${out}.incoming-${randomUUID()}`
  await fs.mkdir(path.dirname(out), { recursive: true })
  // Enquiries are nobody else's business.
  await fs.mkdir(incoming, { mode: 0o700 })
  try {
    onStep('Copying the database')
    const database = await copyDatabase(dataFolder, incoming)
    const { releases, images, compositions } = await listParts(dataFolder)
    const parts = [...releases, ...images, ...compositions, ...(await namesIn(dataFolder, 'files'))]
    onStep(`Copying ${releases.length} releases and ${compositions.length} compositions`)
    const copied = await copyParts(dataFolder, incoming, parts)
    onStep('Reading the copy')
    for (const { composition } of database.channels) await expectServable(incoming, composition)
    await syncToDisk(incoming)
    await fs.rename(incoming, out)
    await syncToDisk(path.dirname(out))
    return { out, ...database, releases: releases.length, compositions: compositions.length, ...copied }
  } finally {
    await fs.rm(incoming, { recursive: true, force: true })
  }
}

async function expectFree(out: string): Promise<void> {
  const names = await fs.readdir(out).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') throw new Error(`${out} is a file. A backup needs a folder of its own.`)
    throw error
  })
  if (names[0] !== undefined) throw new Error(`${out} holds ${names[0]}. A backup needs a folder that is new or empty.`)
}

/** As it is at one moment, whoever writes meanwhile; without the room of what was deleted. */
async function copyDatabase(dataFolder: string, target: string): Promise<Pick<Backup, 'enquiries' | 'activations' | 'channels'>> {
  const source = sqliteFile(dataFolder)
  await fs.access(source).catch(() => {
    throw new Error(`There is no ${source}: is SITE_DATA the server's?`)
  })
  const copy = path.join(target, 'site.sqlite')
  const live = new DatabaseSync(source, { timeout: 5000 })
  try {
    await untilUnlocked(async () => live.prepare('VACUUM INTO ?').run(copy))
  } finally {
    live.close()
  }
  await syncToDisk(copy)
  const database = new DatabaseSync(copy, { readOnly: true })
  try {
    const count = (table: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
    const newest = 'SELECT channel, max(revision) AS revision, composition FROM activations GROUP BY channel ORDER BY channel'
    const channels = database.prepare(newest).all()
    return {
      enquiries: count('enquiries'),
      activations: count('activations'),
      channels: channels.map(({ channel, composition }) => ({ channel: String(channel), composition: String(composition) })),
    }
  } finally {
    database.close()
  }
}

/** @throws Error when a file is missing, or one of a release is not what its release.json says. */
async function expectServable(folder: string, id: string): Promise<void> {
  const published = await readComposition(folder, id)
  await readAnswers(folder, published)
  for (const image of published.images ?? []) await fs.access(path.join(folder, image))
  for (const { base } of Object.values(published.composition.bundles))
    await readContents(await readRelease(path.join(folder, base)))
}
