// site key …: bundles whose deploys have to be signed, and the keys for it.
import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { type Answer, UsageError } from './answer.ts'
import { withOwnDatabase } from './own-database.ts'
import { moment, oneLine, table } from './printable.ts'
import type { Terminal } from './terminal.ts'

export async function registerKey(bundle: string, file: string, terminal: Terminal): Promise<Answer> {
  const pem = await fs.readFile(path.resolve(terminal.cwd, file), 'utf8').catch(() => {
    throw new UsageError(`The key ${file} can't be read.`)
  })
  return withOwnDatabase(terminal, async (database) => {
    const { registerKey } = await import('../deploy/signing.ts')
    await registerKey(database, bundle, pem)
    return { text: oneLine(`From now on deploys of ${bundle} need this key's signature.`), json: { bundle, registered: true } }
  })
}

export async function listKeys(terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const { listKeys } = await import('../deploy/signing.ts')
    const keys = await listKeys(database)
    const rows = keys.map(({ bundle, registeredAt, publicKey }) => [bundle, moment(registeredAt), fingerprint(publicKey)])
    return {
      text: table(rows) || 'There are no keys: deploys need no signature.',
      json: { keys: keys.map((key) => ({ ...key, fingerprint: fingerprint(key.publicKey) })) },
    }
  })
}

export async function removeKey(bundle: string, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database) => {
    const { removeKey } = await import('../deploy/signing.ts')
    if (!(await removeKey(database, bundle))) throw new Error(`'${bundle}' has no key.`)
    return { text: oneLine(`Deploys of ${bundle} need no signature any more.`), json: { bundle, removed: true } }
  })
}

/** The private key goes into the file, which nobody else may read; the public one is the answer. */
export async function generateKey(file: string, terminal: Terminal): Promise<Answer> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  await fs.writeFile(path.resolve(terminal.cwd, file), privateKey, { mode: 0o600, flag: 'wx' }).catch((error) => {
    throw new Error(error.code === 'EEXIST' ? `${file} is there already, and stays as it is.` : `${file}: ${error.message}`)
  })
  return {
    text: publicKey.trim(),
    json: { privateKeyFile: path.resolve(terminal.cwd, file), publicKey, fingerprint: fingerprint(publicKey) },
    note: `The private key is in ${file}: for 'site deploy --sign ${file}'. The operator registers the public one with 'site key register'.`,
  }
}

/** To compare keys by eye, as ssh-keygen writes it. */
function fingerprint(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return `SHA256:${createHash('sha256').update(der).digest('base64').replace(/=+$/, '')}`
}
