// What the channels show, in memory. Other servers and teams may change them: the table is asked again and again.
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Answers, readAnswers } from '../answers.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { listen } from '../postgres-signal.ts'
import type { Settings } from '../settings.ts'
import { pullComposition } from '../store/pull-composition.ts'
import { alone, type SharedParts } from '../store/shared-parts.ts'
import { type Activation, readChannel } from './activations.ts'

/** One channel as visitors see it. */
export interface Shown {
  activation: Activation
  answers: Answers
}

export interface Channels {
  /** What is live; nothing until something was deployed. */
  live: () => Shown | undefined
  /** Whether it is what the table says: false while that can't be read or fetched. */
  isCurrent: () => boolean
  /** A preview, read when it is asked for. */
  preview: (channel: string) => Promise<Shown | undefined>
  /** Shows what is live now. Resolves when it is shown. */
  update: () => Promise<void>
  /** The same when a server starts: while the database or the store is away it shows what it showed last. */
  begin: () => Promise<void>
  /** Begins to look for changes that others made. */
  follow: () => void
  stop: () => void
}

interface Options {
  /** Where compositions come from that other servers made. */
  parts?: SharedParts
  /** Milliseconds. */
  pollEvery?: number
}

/** Previews kept in memory; few people look at them. */
const keptPreviews = 5

/** @param onTrouble is told when the database or a composition can't be read; what was shown goes on to be shown. */
export function createChannels(
  { dataFolder, databaseUrl }: Pick<Settings, 'dataFolder' | 'databaseUrl'>,
  database: SiteDatabase,
  onTrouble: (error: Error) => void,
  { parts = alone, pollEvery = 500 }: Options = {},
): Channels {
  let live: Shown | undefined
  /** What was live before stays in memory: most rollbacks lead there. */
  let before: Shown | undefined
  let previews: Shown[] = []
  let isTroubled = false
  /** Counts beginnings and ends of reads of the table. */
  let clock = 0
  /** When the row that is shown had been read. */
  let readAt = 0
  const stopping = new AbortController()

  const read = async (activation: Activation, earlier?: Answers): Promise<Shown> => {
    const published = await pullComposition(dataFolder, activation, parts)
    const known = [live, before].find((shown) => shown?.answers.composition.id === activation.composition)
    return { activation, answers: known?.answers ?? (await readAnswers(dataFolder, published, earlier)) }
  }
  const show = (shown: Shown, began = 0, ended = 0): boolean => {
    // Of two that read at once the newer one stays. What was read later counts whatever its number: rows can be gone when the
    // database has switched to a copy that lagged behind.
    const isNewer = shown.activation.revision > (live?.activation.revision ?? 0)
    if (!isNewer && began < readAt) return false
    readAt = ended
    if (live?.activation.composition !== shown.activation.composition) before = live
    live = shown
    return true
  }
  const update = async () => {
    const began = ++clock
    const activation = await readChannel(database, 'live')
    const ended = ++clock
    if (!activation || (live && isSame(activation, live.activation))) return
    const shown = await read(activation, live?.answers)
    if (show(shown, began, ended) && database.dialect === 'postgres') await writeLast(dataFolder, activation)
  }
  const begin = async () => {
    try {
      await update()
    } catch (error) {
      tell(error as Error)
      const last = database.dialect === 'postgres' ? await readLast(dataFolder) : undefined
      if (last) await read(last).then((shown) => show(shown), tell)
    }
  }
  const preview = async (channel: string) => {
    const activation = await readChannel(database, channel)
    if (!activation) return undefined
    const shown = previews.find((known) => isSame(known.activation, activation)) ?? (await read(activation, live?.answers))
    previews = [shown, ...previews.filter(({ activation }) => activation.channel !== channel)].slice(0, keptPreviews)
    return shown
  }
  const tell = (error: Error) => {
    if (!isTroubled) onTrouble(error)
    isTroubled = true
  }
  const follow = async () => {
    const alarm = createAlarm()
    stopping.signal.addEventListener('abort', alarm.ring)
    if (databaseUrl) void listen(databaseUrl, alarm.ring, stopping.signal)
    while (!stopping.signal.aborted) {
      await alarm.wait(pollEvery)
      if (stopping.signal.aborted) return
      await update().then(() => (isTroubled = false), tell)
    }
  }
  return {
    live: () => live,
    isCurrent: () => !isTroubled,
    preview,
    update,
    begin,
    follow: () => void follow(),
    stop: () => stopping.abort(),
  }
}

/** A number can be given twice: see `show`. */
function isSame(one: Activation, other: Activation): boolean {
  return (['channel', 'revision', 'composition', 'at'] as const).every((name) => one[name] === other[name])
}

/** Waits that end early; one that rings while nobody waits ends the next wait at once. */
function createAlarm() {
  let isRung = false
  let wake = () => {}
  return {
    ring: () => {
      isRung = true
      wake()
    },
    wait: async (milliseconds: number) => {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      isRung = false
    },
  }
}

const lastFile = (dataFolder: string) => path.join(dataFolder, 'live.json')

/** For a restart while the database is away. Not worth to fail for: it is written again with the next change. */
async function writeLast(dataFolder: string, activation: Activation): Promise<void> {
  const file = lastFile(dataFolder)
  const incoming = `${file}.incoming-${process.pid}`
  await fs
    .writeFile(incoming, JSON.stringify(activation), { flush: true })
    .then(() => fs.rename(incoming, file))
    .catch(() => {})
}

async function readLast(dataFolder: string): Promise<Activation | undefined> {
  return fs.readFile(lastFile(dataFolder), 'utf8').then(
    (text) => JSON.parse(text),
    () => undefined,
  )
}
