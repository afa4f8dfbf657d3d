// site token …: who may deploy what.
import type { TokenOrder } from '../deploy/tokens.ts'
import type { Answer } from './answer.ts'
import { describePlace, withOwnDatabase } from './own-database.ts'
import { moment, oneLine, table } from './printable.ts'
import type { Terminal } from './terminal.ts'

export async function createToken(options: TokenOrder, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database, settings) => {
    const { createToken } = await import('../deploy/tokens.ts')
    const { token, secret } = await createToken(database, options)
    return {
      text: secret,
      json: { ...token, token: secret },
      note: oneLine(
        `Shown only now; for SITE_TOKEN, until ${moment(token.expiresAt)}. Its hash is stored in ${describePlace(database, settings)}.`,
      ),
    }
  })
}

export async function listTokens(terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const { listTokens } = await import('../deploy/tokens.ts')
    const tokens = await listTokens(database)
    const rows = tokens.map(({ id, name, bundles, actions, expiresAt, revokedAt, lastUsedAt }) => [
      id,
      oneLine(name),
      oneLine(bundles.join(',')),
      actions.join(','),
      revokedAt ? `revoked ${moment(revokedAt)}` : `until ${moment(expiresAt)}`,
      lastUsedAt ? `used ${moment(lastUsedAt)}` : 'never used',
    ])
    return { text: table(rows) || 'There are no tokens.', json: { tokens } }
  })
}

export async function revokeToken(id: string, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const { revokeToken } = await import('../deploy/tokens.ts')
    if (!(await revokeToken(database, id))) throw new Error(`There is no valid token '${id}': 'site token list' has them.`)
    return { text: `${oneLine(id)} is revoked.`, json: { id, revoked: true } }
  })
}
