import { createHash, generateKeyPairSync, type KeyType, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDatabase } from '../database/open-database.ts'
import { describeEveryDatabase } from '../every-database.ts'
import { findKey, isSigned, listKeys, registerKey, removeKey, type SignedOrder, signOrder } from './signing.ts'

const makeKeys = (type: KeyType = 'ed25519') => {
  const { publicKey, privateKey } = generateKeyPairSync(type as 'ed25519')
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
const { publicKey, privateKey } = makeKeys()
const order: SignedOrder = { bundle: 'contact', version: '0123456789ab', releaseText: '{}\n', channel: 'live', after: 7 }

test('what is signed is the text that the contract says', () => {
  const content = createHash('sha256').update('{}\n').digest('hex')
  const text = `site-deploy-v1\ncontact\n0123456789ab\n${content}\nlive\n7`
  const signature = signOrder(privateKey, order)
  expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  expect(isSigned(publicKey, order, signature)).toBe(true)
})

test.each<Partial<SignedOrder>>([
  { bundle: 'demo' },
  { version: 'ba9876543210' },
  { releaseText: '{}' },
  { channel: 'preview-x' },
  { after: 8 },
])('a signature is not one of %o', (given) => {
  expect(isSigned(publicKey, { ...order, ...given }, signOrder(privateKey, order))).toBe(false)
})

test('a signature is one of its key only, and written in one way', () => {
  const signature = signOrder(privateKey, order)
  expect(isSigned(makeKeys().publicKey, order, signature)).toBe(false)
  for (const other of ['', ` ${signature}`, signature.replace('==', ''), signature.toLowerCase(), 'A'.repeat(86)])
    expect(isSigned(publicKey, order, other)).toBe(false)
})

test('only an Ed25519 key signs', () => {
  expect(() => signOrder(makeKeys('x25519').privateKey, order)).toThrow(
    'Deploys are signed with an Ed25519 key; this one is x25519.',
  )
})

describeEveryDatabase((databases) => {
  test('a bundle has one key at a time, or none', async () => {
    const database = await openDatabase(await databases.settings())
    expect(await findKey(database, 'contact')).toBeUndefined()
    const at = Date.parse('2026-11-21T12:00:00Z')
    await registerKey(database, 'contact', makeKeys().publicKey, at)
    await registerKey(database, 'contact', publicKey, at)
    await registerKey(database, 'demo', publicKey, at)
    expect(await findKey(database, 'contact')).toBe(publicKey)
    const registeredAt = '2026-11-21T12:00:00.000Z'
    expect(await listKeys(database)).toEqual(['contact', 'demo'].map((bundle) => ({ bundle, publicKey, registeredAt })))
    expect([await removeKey(database, 'contact'), await removeKey(database, 'contact')]).toEqual([true, false])
    expect(await findKey(database, 'contact')).toBeUndefined()
    await expect(registerKey(database, '../x', publicKey)).rejects.toThrow("'../x' is no name of a bundle.")
    await expect(registerKey(database, 'contact', privateKey)).rejects.toThrow(
      'This is a private key: it stays where deploys are signed.',
    )
    await expect(registerKey(database, 'contact', 'ssh-ed25519 AAAA')).rejects.toThrow('This is no public key in PEM form')
    await expect(registerKey(database, 'contact', makeKeys('x25519').publicKey)).rejects.toThrow('this one is x25519.')
    expect((await listKeys(database)).map(({ bundle }) => bundle)).toEqual(['demo'])
    await database.query.destroy()
  })
})
