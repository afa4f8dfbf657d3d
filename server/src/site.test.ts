// The command as a process of its own.
import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startFakeServer, times, validToken } from './deploy/fake-server.ts'
import { temporaryFolder, tinyRelease, writeBuild } from './publish/tiny-release.ts'
import { projectRoot } from './settings.ts'

function run(args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; out: string; err: string }> {
  const command = path.join(projectRoot, 'server/site.js')
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [command, ...args], { env, timeout: 20_000 }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
}

test('the process ends with the code of what happened', async () => {
  await using server = await startFakeServer()
  await using folder = await temporaryFolder()
  const build = await writeBuild(folder.path, tinyRelease('contact'), { 'browser/contact.js': 'start()' })
  const env = { SITE_SERVER: server.url, SITE_TOKEN: validToken }
  expect(await run(['deploy', build, '--json'], env)).toMatchObject({ code: 0, out: expect.stringMatching(/^\{[\s\S]*\}\n$/) })
  expect(await run(['status'], { ...env, SITE_TOKEN: 'other' })).toMatchObject({ code: 1, out: '' })
  expect(await run(['deploy', 'nothing'], env)).toMatchObject({ code: 2 })
  server.misbehave(times(1, /rollbacks$/, { status: 409, text: 'Somebody was first.' }))
  expect(await run(['rollback', 'contact'], env)).toMatchObject({
    code: 3,
    err: expect.stringContaining('Somebody was first.\n'),
  })
  expect(await run(['status'], { ...env, SITE_SERVER: 'http://localhost:1' })).toMatchObject({ code: 4 })
  expect(await run(['help', 'deploy'], {})).toMatchObject({ code: 0, err: '' })
}, 30_000)
