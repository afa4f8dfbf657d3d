import type { SharedParts } from './shared-parts.ts'
import { StoreAwayError } from './store.ts'

/** Visitors may ask for parts that never were: only so many of their questions a second reach the store. */
export function limitLookups({ pull }: Pick<SharedParts, 'pull'>, perSecond = 50, now = Date.now): SharedParts['pull'] {
  let second = 0
  let count = 0
  return async (part) => {
    const current = Math.floor(now() / 1000)
    if (current !== second) [second, count] = [current, 0]
    if (++count > perSecond) throw new StoreAwayError(`more than ${perSecond} look-ups a second`)
    await pull(part)
  }
}
