// token …, key … and their files.
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { describeEveryDatabase } from '../every-database.ts'
import { temporaryFolder } from '../publish/tiny-release.ts'
import { runCommand } from './fake-terminal.ts'

describeEveryDatabase((database) => {
  const prepare = async () => {
    const { dataFolder, databaseUrl } = await database.settings()
    const env = { SITE_DATA: dataFolder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const folder = await temporaryFolder()
    const site = (...args: string[]) => runCommand(args, env, { cwd: folder.path })
    return { site, folder: folder.path, [Symbol.asyncDispose]: () => folder.remove() }
  }

  test('a token is shown once, listed without its secret, and revoked', async () => {
    await using place = await prepare()
    const { site } = place
    const order = ['--name', 'contact CI', '--bundles', 'contact,shell', '--actions', 'deploy, rollback', '--days', '3']
    const created = await site('token', 'create', ...order)
    expect(created).toMatchObject({ code: 0, out: expect.stringMatching(/^[^_]+_\S+$/) })
    expect(created.err).toMatch(/^Shown only now; for SITE_TOKEN, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\. Its hash is stored in /)
    const [id = '', secret = ''] = created.out.split(/_(.*)/)
    const { out } = await site('token', 'list')
    expect(out).toContain(`${id}  contact CI  contact,shell  deploy,rollback  until `)
    expect(out + (await site('token', 'list', '--json')).out).not.toContain(secret)
    expect(await site('token', 'revoke', id)).toMatchObject({ code: 0, out: `${id} is revoked.` })
    expect((await site('token', 'list')).out).toContain('revoked ')
    expect(await site('token', 'revoke', id)).toMatchObject({ code: 1, err: expect.stringContaining('There is no valid token') })
  })

  test('a token that can’t be ordered is refused with a sentence', async () => {
    await using place = await prepare()
    expect(await place.site('token', 'create', '--name', 'CI', '--bundles', 'contact', '--actions', 'destroy')).toMatchObject({
      code: 1,
      err: "A token is for deploy, rollback, preview, not 'destroy'.\n",
    })
    expect((await place.site('token', 'list')).out).toBe('There are no tokens.')
  })

  test('the private key is only for its owner, the public one is registered', async () => {
    await using place = await prepare()
    const { site, folder } = place
    const generated = await site('key', 'generate', 'contact.pem')
    expect(generated.out).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
    const file = path.join(folder, 'contact.pem')
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
    const privateKey = await fs.readFile(file, 'utf8')
    expect(privateKey).toContain('-----BEGIN PRIVATE KEY-----')
    expect(await site('key', 'generate', 'contact.pem')).toMatchObject({
      code: 1,
      err: expect.stringContaining('stays as it is'),
    })
    expect(await fs.readFile(file, 'utf8')).toBe(privateKey)

    expect(await site('key', 'register', 'contact', 'contact.pem')).toMatchObject({
      code: 1,
      err: expect.stringContaining('private key'),
    })
    await fs.writeFile(path.join(folder, 'public.pem'), generated.out)
    expect(await site('key', 'register', 'contact', 'public.pem')).toMatchObject({ code: 0 })
    expect((await site('key', 'list')).out).toMatch(/^contact {2}\d{4}-\S+ \S+ UTC {2}SHA256:\S{43}$/)
    expect(await site('key', 'remove', 'contact')).toMatchObject({ code: 0 })
    expect((await site('key', 'list')).out).toBe('There are no keys: deploys need no signature.')
    expect(await site('key', 'remove', 'contact')).toMatchObject({ code: 1, err: "'contact' has no key.\n" })
  })
})
