import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import type { SiteDatabase } from '../database/site-database.ts'
import { describeEveryDatabase } from '../every-database.ts'
import { checkToken, createToken, listTokens, permit, revokeToken, type Token, type TokenOrder } from './tokens.ts'

const order: TokenOrder = { name: 'contact ci', bundles: ['contact'], actions: ['deploy', 'rollback'], days: 30 }
const now = Date.parse('2026-11-21T12:00:00Z')
const days = (count: number) => now + count * 86_400_000

describeEveryDatabase((databases) => {
  const withDatabase = async (work: (database: SiteDatabase) => Promise<void>) => {
    const database = await openDatabase(await databases.settings())
    try {
      await work(database)
    } finally {
      await database.query.destroy()
    }
  }

  test('a token is known by its secret, which the database has not', () =>
    withDatabase(async (database) => {
      const { token, secret } = await createToken(database, order, now)
      expect(secret).toMatch(/^[a-f0-9]{12}_[\w-]{43}$/)
      expect(await checkToken(database, secret, now)).toEqual(token)
      expect(token).toEqual({
        id: secret.slice(0, 12),
        name: 'contact ci',
        bundles: ['contact'],
        actions: ['deploy', 'rollback'],
        createdAt: '2026-11-21T12:00:00.000Z',
        expiresAt: '2026-12-21T12:00:00.000Z',
      })
      const rows = await database.query.selectFrom('tokens').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(secret.slice(13))
    }))

  test('a token that is none, not any more or of others is refused, each in its own sentence', () =>
    withDatabase(async (database) => {
      const { secret } = await createToken(database, order, now)
      const { token, secret: revoked } = await createToken(database, { ...order, name: 'old ci' }, now)
      expect(await revokeToken(database, token.id, days(2))).toBe(true)
      expect(await revokeToken(database, token.id, days(3))).toBe(false)
      expect(await revokeToken(database, 'nobody')).toBe(false)
      const refusal = (given: string, at = now) =>
        checkToken(database, given, at).catch(({ statusCode, message }) => [statusCode, message])
      const unknown = [401, 'This token is not known here.']
      expect(await refusal(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toEqual(unknown)
      expect(await refusal(`${'0'.repeat(12)}_${secret.slice(13)}`)).toEqual(unknown)
      expect(await refusal(`${revoked.slice(0, 13)}${secret.slice(13)}`)).toEqual(unknown)
      for (const given of ['', '_', secret.slice(0, 13), ` ${secret}`, `${secret}\n`, `${secret}x`])
        expect(await refusal(given)).toEqual(unknown)
      expect(await refusal(revoked)).toEqual([401, "The token 'old ci' was revoked on 2026-11-23."])
      expect(await refusal(secret, days(30))).toEqual([401, "The token 'contact ci' expired on 2026-12-21."])
      expect(await refusal(secret, days(30) - 1)).toMatchObject({ name: 'contact ci' })
    }))

  test('the list says when a token was last used, to the minute, newest first', () =>
    withDatabase(async (database) => {
      const { secret } = await createToken(database, order, now)
      await createToken(database, { ...order, name: 'second' }, now + 1)
      const used = async () => (await listTokens(database)).map(({ name, lastUsedAt }) => [name, lastUsedAt])
      expect(await used()).toEqual([
        ['second', undefined],
        ['contact ci', undefined],
      ])
      for (const seconds of [0, 1, 59]) await checkToken(database, secret, now + seconds * 1000)
      expect((await used())[1]).toEqual(['contact ci', '2026-11-21T12:00:00.000Z'])
      await checkToken(database, secret, now + 60_000)
      expect((await used())[1]).toEqual(['contact ci', '2026-11-21T12:01:00.000Z'])
    }))

  test.each<[Partial<TokenOrder>, string]>([
    [{ name: '' }, "'' is no name of a token"],
    [{ name: 'x\ny' }, 'is no name of a token'],
    [{ name: 'Operator' }, "'Operator' is what the history says of the Operator itself."],
    [{ bundles: [] }, "A token is for at least one bundle, or '*' for all."],
    [{ bundles: ['contact', '../x'] }, "'../x' is no name of a bundle."],
    [{ actions: [] }, 'A token is for at least one of deploy, rollback, preview.'],
    [{ actions: ['admin'] }, "A token is for deploy, rollback, preview, not 'admin'."],
    [{ days: 0 }, 'A token lasts 1 to 366 days.'],
    [{ days: 367 }, 'A token lasts 1 to 366 days.'],
    [{ days: Number.NaN }, 'A token lasts 1 to 366 days.'],
  ])('a token for %o can not be ordered', (given, sentence) =>
    withDatabase(async (database) => {
      await expect(createToken(database, { ...order, ...given })).rejects.toThrow(sentence)
      expect(await listTokens(database)).toEqual([])
    }),
  )
})

const token: Token = { id: '', name: 'ci', bundles: ['contact', 'demo'], actions: ['deploy'], createdAt: '', expiresAt: '' }

test('a token may what it was made for, and is told so otherwise', () => {
  const sentence = "The token 'ci' is not for this: it may deploy contact, demo."
  expect(() => permit(token, 'deploy', 'demo')).not.toThrow()
  expect(() => permit(token, ['deploy', 'preview'])).not.toThrow()
  expect(() => permit({ ...token, bundles: ['*'] }, 'deploy', 'shell')).not.toThrow()
  expect(() => permit(token, 'deploy', 'shell')).toThrow(sentence)
  expect(() => permit(token, 'deploy', '*')).toThrow(sentence)
  expect(() => permit(token, 'rollback', 'demo')).toThrow(sentence)
  expect(() => permit({ ...token, bundles: ['*'] }, 'rollback')).toThrow(
    "The token 'ci' is not for this: it may deploy all bundles.",
  )
})
