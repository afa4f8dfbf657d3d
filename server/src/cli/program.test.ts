import { expect, test } from 'vitest'
import { runCommand } from './fake-terminal.ts'

// Nothing may be opened or asked: there is no such database, and nobody listens.
const env = { SITE_SERVER: 'http://localhost:1', SITE_TOKEN: 'a_b', DATABASE_URL: 'postgres://127.0.0.1:1/none' }

test.each([
  [[], 'Usage: site [options] [command]'],
  [['enquiries'], 'Usage: site enquiries'],
  [['enquiries', 'toString'], "unknown command 'toString'"],
  [['enquiries', 'show'], "missing required argument 'id'"],
  [['enquiries', 'export'], 'enquiries export needs --csv or --json.'],
  [['enquiries', 'export', '--csv', '--json'], 'enquiries export needs --csv or --json.'],
  [['enquiries', 'list', '--csv'], "unknown option '--csv'"],
  [['enquiries', 'list', 'all'], 'too many arguments'],
  [['enquiries', 'erase'], "missing required argument 'email'"],
  [['enquiries', 'erase', 'helen'], 'enquiries erase needs the e-mail address'],
  [['status', 'now'], 'too many arguments'],
  [['--all'], "unknown option '--all'"],
  [['staus'], '(Did you mean status?)'],
  [['history', '--channel', 'Live'], 'It should be live, or a preview such as preview-new-form.'],
  [['history', '--limit', '501'], 'It should be at most 500.'],
  [['history', '--limit', '-1'], 'It should be a whole number above 0.'],
  [['rollback'], "missing required argument 'bundle'"],
  [['token', 'create', '--name', 'x'], "required option '--bundles <names>' not specified"],
  [['token', 'create', '--name', 'x', '--bundles', 'a,,b'], 'It should be names with commas between.'],
  [['deploy', 'nothing'], "There is no bundle 'nothing': a bundle is a folder with a rspack.config.js"],
  [['deploy', './contact'], "There is no bundle './contact'"],
  [['deploy'], 'This folder is no bundle'],
  [['deploy', 'contact', '--sign', '/nowhere.pem'], "The key /nowhere.pem can't be read."],
  [['status', '--to', 'example.com'], "--to is 'example.com': it should be an address such as https://www.example.com."],
  [['status', '--to', 'https://a:b@example.com'], '--to holds a name or a password'],
])('%j is not understood, which is code 2', async (args, sentence) => {
  const { code, err } = await runCommand(args, env)
  expect(err).toContain(sentence)
  expect(code).toBe(2)
})

test.each([
  [{ SITE_TOKEN: '' }, "There is no token: set SITE_TOKEN; the operator makes one with 'site token create'."],
  [{ SITE_TOKEN: 'a b' }, 'SITE_TOKEN is not a token'],
  [{ SITE_SERVER: 'http://example.com' }, 'http://example.com is not encrypted: everybody on the way could read the token.'],
  [{ SITE_SERVER: 'http://localhost.example.com' }, 'is not encrypted'],
  [{ SITE_SERVER: 'http://128.0.0.1' }, 'is not encrypted'],
])('with %j nothing is sent, which is code 1', async (given, sentence) => {
  const { code, err } = await runCommand(['status'], { ...env, ...given })
  expect(err).toContain(sentence)
  expect(code).toBe(1)
})

test.each([
  [{ SITE_SERVER: 'http://127.0.0.1:1/' }, []],
  [{ SITE_SERVER: 'http://[::1]:1' }, []],
  [{ SITE_SERVER: 'http://site.localhost:1' }, []],
  [{ SITE_SERVER: 'http://0.0.0.0:1' }, ['--insecure']],
])('with %j %j the server is asked; where nobody listens is code 4', async (given, args) => {
  const { code, err } = await runCommand(['status', ...args], { ...env, ...given })
  expect(err).toContain("can't be reached")
  expect(code).toBe(4)
})

test('a failure in JSON has its sentence and its code', async () => {
  const { code, out, err } = await runCommand(['status', '--json'], { ...env, SITE_TOKEN: '' })
  expect(JSON.parse(out)).toEqual({ error: err.trim(), code })
})

test.each([
  [['help'], ['Exit codes:', 'SITE_TOKEN', '$ site deploy contact']],
  [['-h'], ['Exit codes:']],
  [
    ['help', 'deploy'],
    ['--sign <file.pem>', 'Examples:'],
  ],
  [['deploy', '-h'], ['--sign <file.pem>']],
  [
    ['help', 'token', 'create'],
    ['--actions <actions>', 'Examples:'],
  ],
  [['help', 'preview', 'link'], ['--days <days>']],
])('%j answers with help', async (args, sentences) => {
  const { code, out } = await runCommand(args, env)
  expect(code).toBe(0)
  for (const sentence of sentences) expect(out).toContain(sentence)
})
