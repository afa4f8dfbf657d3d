import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startFakeServer, times, tinyActivation, validToken } from '../deploy/fake-server.ts'
import { temporaryFolder, tinyRelease, writeBuild } from '../publish/tiny-release.ts'
import { runCommand } from './fake-terminal.ts'

async function prepare() {
  const server = await startFakeServer()
  const folder = await temporaryFolder()
  const write = (bundle: string, text = 'start()') =>
    writeBuild(folder.path, tinyRelease(bundle), { [`browser/${bundle}.js`]: text, 'prerender/page.mjs': 'page' })
  const env = { SITE_SERVER: server.url, SITE_TOKEN: validToken }
  const site = (args: string[], options = {}) => runCommand(args, env, { cwd: folder.path, ...options })
  const dispose = async () => {
    await server[Symbol.asyncDispose]()
    await folder.remove()
  }
  return { server, folder: folder.path, write, env, site, [Symbol.asyncDispose]: dispose }
}

const versionOf = (build: string) => build.slice(-12)

test('a deploy says what is live now, how long it took and how to undo it', async () => {
  await using place = await prepare()
  const { server, write, site } = place
  const before = { contact: '000000000000', shell: '111111111111' }
  server.history.push(tinyActivation(1, { releases: before, changed: ['contact', 'shell'] }))
  const build = await write('contact')
  const { code, out, err } = await site(['deploy', build, '-m', 'New form'])
  expect({ code, err }).toEqual({
    code: 0,
    err: ['contact: uploading', 'contact: 2 of 2 files uploaded, 11 B', 'contact: checking on the server', ''].join('\n'),
  })
  expect(out.split('\n')).toEqual([
    `contact ${versionOf(build)}: live as revision 2.`,
    `Now: contact ${versionOf(build)}, shell 111111111111 (composition c02)`,
    expect.stringMatching(/^Took: build \d\.\d s, upload \d\.\d s \(2 of 2 files, 11 B\), check and swap \d\.\d s$/),
    'Undo: site rollback contact',
  ])
  expect(server.orders).toEqual([{ bundles: [{ bundle: 'contact', version: versionOf(build), after: 1 }], message: 'New form' }])
})

test('several bundles go live in one activation', async () => {
  await using place = await prepare()
  const { server, write, site } = place
  const { code } = await site(['deploy', await write('contact'), await write('shell', 'start(1)')])
  expect(code).toBe(0)
  expect(server.history).toMatchObject([{ revision: 1, changed: ['contact', 'shell'] }])
  // The same file in two bundles travels once.
  expect(server.asked.filter((request) => request.startsWith('PUT'))).toHaveLength(3)
  // What a deploy did not change it does not offer to undo.
  const again = await site(['deploy', await write('contact'), await write('shell', 'start(2)'), '--json'])
  expect(JSON.parse(again.out).undo).toEqual(['site rollback shell'])
})

test('in a folder with a release no name is needed, and a preview has a link to look at', async () => {
  await using place = await prepare()
  const cwd = await place.write('contact')
  const { code, out } = await place.site(['deploy', '--channel', 'preview-form'], { cwd })
  expect(code).toBe(0)
  expect(out).toContain('on preview-form as revision 1.')
  expect(out).toContain('Look: site preview link preview-form')
})

test('what is live already is not deployed again', async () => {
  await using place = await prepare()
  const { server, write, site } = place
  const build = await write('contact')
  await site(['deploy', build])
  const { code, out } = await site(['deploy', build])
  expect({ code, out }).toEqual({ code: 0, out: `contact ${versionOf(build)}: on live already (revision 1). Nothing to do.` })
  expect(server.orders).toHaveLength(1)
})

test('who deploys over a change that came meanwhile learns of it', async () => {
  await using place = await prepare()
  const { server, write, site } = place
  await site(['deploy', await write('contact')])
  // Somebody deploys while this one uploads.
  server.misbehave((request) => {
    if (!request.startsWith('PUT')) return undefined
    const theirs = { contact: 'ffffffffffff' }
    server.history.push(
      tinyActivation(2, {
        releases: theirs,
        changed: ['contact'],
        actor: 'Ann',
        message: 'Hot\nfix \u001b[31m',
        channel: 'live',
      }),
    )
    server.misbehave(() => undefined)
    return undefined
  })
  const { code, out, err } = await site(['deploy', await write('contact', 'start(2)'), '--json'])
  expect(code).toBe(3)
  expect(err).toContain('  revision 2, 2026-11-21 12:48 UTC: deploy of contact ffffffffffff by Ann: Hot fix [31m\n')
  expect(JSON.parse(out)).toMatchObject({ code: 3, error: expect.stringMatching(/^Ann changed contact meanwhile\.\nMeanwhile:/) })
})

test('a refusal is printed with every reason, without steering the terminal', async () => {
  await using place = await prepare()
  place.server.misbehave(times(1, /deploys$/, { status: 422, text: 'Refused:\nTwo h1.\u001b]0;x\u0007\nA dead \u202elink.' }))
  const { code, err } = await place.site(['deploy', await place.write('contact')])
  expect(code).toBe(1)
  expect(err).toMatch(/Refused:\nTwo h1\.\]0;x\nA dead link\.\n$/)
})

test('a signature covers the release, the channel and what was seen', async () => {
  await using place = await prepare()
  const { server, folder, write, site } = place
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  await fs.writeFile(path.join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const build = await write('contact')
  expect(await site(['deploy', build, '--sign', 'key.pem'])).toMatchObject({ code: 0 })
  const [{ signature }] = (server.orders[0] as { bundles: [{ signature: string }] }).bundles
  const hash = createHash('sha256')
    .update(await fs.readFile(path.join(build, 'release.json')))
    .digest('hex')
  const text = `site-deploy-v1\ncontact\n${versionOf(build)}\n${hash}\nlive\n0`
  expect(verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  await fs.writeFile(path.join(folder, 'key.pem'), 'nonsense')
  expect(await site(['deploy', build, '--sign', 'key.pem'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('key.pem is no private Ed25519 key in PEM form.'),
  })
})

test('a bundle that last changed hundreds of deploys ago can be signed for', async () => {
  await using place = await prepare()
  const { server, folder, write, site } = place
  const { privateKey } = generateKeyPairSync('ed25519')
  await fs.writeFile(path.join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  server.history.push(tinyActivation(1), tinyActivation(2, { changed: ['contact'] }))
  for (let revision = 3; revision <= 700; revision++) server.history.push(tinyActivation(revision, { changed: ['shell'] }))
  expect(await site(['deploy', await write('contact'), '--sign', 'key.pem'])).toMatchObject({ code: 0 })
  expect(server.orders).toMatchObject([{ bundles: [{ bundle: 'contact', after: 2, signature: expect.any(String) }] }])
})

test('a release that was changed after its build does not leave this machine', async () => {
  await using place = await prepare()
  const build = await place.write('contact')
  await fs.writeFile(path.join(build, 'browser/contact.js'), 'other()')
  expect(await place.site(['deploy', build])).toMatchObject({
    code: 1,
    err: expect.stringContaining('browser/contact.js is not the file that release.json names. Build it again.'),
  })
  const text = await fs.readFile(path.join(build, 'release.json'), 'utf8')
  await fs.writeFile(path.join(build, 'release.json'), text.replace('browser/contact.js', 'browser/../../key'))
  expect(await place.site(['deploy', build])).toMatchObject({ code: 1, err: expect.stringContaining('which is not in browser/') })
  expect(place.server.asked.every((request) => request.startsWith('GET'))).toBe(true)
})

test('on a screen progress is one line that changes, and goes', async () => {
  await using place = await prepare()
  const { err } = await place.site(['deploy', await place.write('contact')], { isScreen: true })
  const drawn = err.split('\r\u001b[K')
  expect(drawn.some((line) => /^contact: uploading, 2 of 2 files … \d\.\d s$/.test(line))).toBe(true)
  expect(drawn.at(-2)).toMatch(/^contact: checking on the server … \d\.\d s$/)
  expect(drawn.at(-1)).toBe('')
  expect(err.split('\n')).toHaveLength(2)
})

test('with --json standard output is one document', async () => {
  await using place = await prepare()
  const build = await place.write('contact')
  const { out } = await place.site(['deploy', build, '--json'])
  expect(JSON.parse(out)).toEqual({
    activation: expect.objectContaining({ revision: 1, releases: { contact: versionOf(build) } }),
    unchanged: false,
    uploaded: { files: 2, bytes: 11 },
    seconds: { build: expect.any(Number), upload: expect.any(Number), check: expect.any(Number) },
    undo: [],
  })
})

test('a team’s own folder is built where it stands, and a build that fails says why', async () => {
  await using place = await prepare()
  const { folder, site, server } = place
  const team = path.join(folder, 'team')
  await fs.mkdir(team)
  await fs.writeFile(path.join(team, 'entry.js'), 'start()')
  const build = await place.write('contact')
  // Stands for ReleasePlugin, which needs a workspace around it.
  await fs.writeFile(
    path.join(team, 'rspack.config.js'),
    `const fs = require('node:fs')
     const release = { apply: ({ hooks }) => hooks.done.tap('release', () => fs.cpSync(${JSON.stringify(build)}, 'dist/production', { recursive: true })) }
     module.exports = { entry: './entry.js', plugins: [release] }`,
  )
  const { code, out, err } = await site(['deploy'], { cwd: team })
  expect(err).toMatch(/^team: building\nteam: built in \d+\.\d s\ncontact: uploading\n/)
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('live as revision 1.') })
  await fs.writeFile(path.join(team, 'entry.js'), 'start(')
  expect(await site(['deploy', './team'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/team does not build:[\s\S]*entry\.js/),
  })
  expect(server.orders).toHaveLength(1)
}, 30_000)

test('a server that says no says so before anything is built', async () => {
  await using place = await prepare()
  const { code, err } = await runCommand(['deploy', 'contact'], { ...place.env, SITE_TOKEN: 'other' })
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/^This token is not valid\.\nSet SITE_TOKEN/) })
})
