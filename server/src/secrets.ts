import { randomBytes } from 'node:crypto'
import type { SiteDatabase } from './database/site-database.ts'
import { untilUnlocked } from './database/until-unlocked.ts'

/** A secret that the servers of a site share: made when it is first asked for, 32 random bytes as base64url. */
export async function readSecret({ query }: SiteDatabase, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url')
  await untilUnlocked(() =>
    query
      .insertInto('secrets')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute(),
  )
  const stored = await query.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return stored.value
}
