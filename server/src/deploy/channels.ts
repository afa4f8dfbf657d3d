// What the channels show, in memory. Other servers and teams may change them: the table is asked again and again.
import { setTimeout as wait } from 'node:timers/promises'
import { type Answers, readAnswers } from '../answers.ts'
import type { SiteDatabase } from '../database.ts'
import { readComposition } from '../publish/publish.ts'
import type { Settings } from '../settings.ts'
import { type Activation, readChannel } from './activations.ts'

/** One channel as visitors see it. */
export interface Shown {
  activation: Activation
  answers: Answers
}

export interface Channels {
  /** What is live; nothing until something was deployed. */
  live: () => Shown | undefined
  /** A preview, read when it is asked for. */
  preview: (channel: string) => Promise<Shown | undefined>
  /** Shows what is live now. Resolves when it is shown. */
  update: () => Promise<void>
  /** Begins to look for changes that others made. */
  follow: () => void
  stop: () => void
}

/** Previews kept in memory; few people look at them. */
const keptPreviews = 5

/** @param onTrouble is told when the database or a composition can't be read; what was shown goes on to be shown. */
export function createChannels(
  { dataFolder }: Pick<Settings, 'dataFolder'>,
  database: SiteDatabase,
  onTrouble: (error: Error) => void,
  pollEvery = 500,
): Channels {
  let live: Shown | undefined
  let previews: Shown[] = []
  const stopping = new AbortController()

  const read = async (activation: Activation, earlier?: Answers): Promise<Shown> => {
    const published = await readComposition(dataFolder, activation.composition)
    return { activation, answers: await readAnswers(dataFolder, published, earlier) }
  }
  const update = async () => {
    const activation = await readChannel(database, 'live')
    if (!activation || activation.revision === live?.activation.revision) return
    const shown = await read(activation, live?.answers)
    // Two may have read at once; the newer one stays.
    if (activation.revision > (live?.activation.revision ?? 0)) live = shown
  }
  const preview = async (channel: string) => {
    const activation = await readChannel(database, channel)
    if (!activation) return undefined
    const isIt = ({ activation: known }: Shown) => known.channel === channel && known.revision === activation.revision
    const shown = previews.find(isIt) ?? (await read(activation, live?.answers))
    previews = [shown, ...previews.filter(({ activation }) => activation.channel !== channel)].slice(0, keptPreviews)
    return shown
  }
  const follow = async () => {
    let isTroubled = false
    while (!stopping.signal.aborted) {
      await wait(pollEvery, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await update()
        isTroubled = false
      } catch (error) {
        if (!isTroubled) onTrouble(error as Error)
        isTroubled = true
      }
    }
  }
  return { live: () => live, preview, update, follow: () => void follow(), stop: () => stopping.abort() }
}
