// Everything that the deploy API refuses before anything is proven.
import { gzipSync } from 'node:zlib'
import type { Release } from '@site/shared/release'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tinyPage } from '../publish/tiny-release.ts'
import {
  api,
  as,
  bytes,
  closeSite,
  contact,
  describe,
  everything,
  file,
  first,
  json,
  live,
  openSite,
  order,
  orderOf,
  otherKeys,
  page,
  paged,
  put,
  recorded,
  rollback,
  second,
  secrets,
  sha256,
  shell,
  sign,
  signed,
  takeLog,
  textOf,
} from './deploy-test-site.ts'

beforeAll(openSite)
afterAll(closeSite)

const bad = 422
const deep = (depth: number) => `{"bundle":${'['.repeat(depth)}${']'.repeat(depth)}}`
const manyFiles = (count: number, size = 1) =>
  Array.from({ length: count }, (_, index) => ({ path: `browser/${index}.js`, sha256: sha256('x'), size }))

const paths = [
  '../release.json',
  'browser/../../x.js',
  '/etc/passwd.js',
  'browser/..',
  'browser/../prerender/x.mjs',
  'browser/folder/x.js',
  'browser//x.js',
  'browser\\x.js',
  'browser/..\\x.js',
  'C:\\x.js',
  'browser/x.js\0',
  'browser/x\0.js',
  'browser/.htaccess.js',
  'browser/-x.js',
  'browser/x .js',
  'browser/x.js\n',
  'browser/%2e%2e%2fx.js',
  'browser/ｘ.js',
  'browser/x\u202e.js',
  'browser/x?.js',
  'browser/x',
  'browser/x.html',
  'browser/x.htm',
  'browser/x.mjs',
  'browser/x.js.br',
  'browser/x.php',
  'browser/sw.JS',
  'prerender/x.js',
  'prerender/x.node',
  'prerender/x/y.mjs',
  'release.json',
  'node_modules/react/index.js',
  './browser/x.js',
  `browser/${'x'.repeat(200)}.js`,
  '',
]

type Row = [what: string, request: () => InjectOptions | Promise<InjectOptions>, status: number, sentence: string]
const rows: Row[] = [
  // Who asks.
  ['no token', () => describe(first, { headers: json }), 401, 'This needs a token: Authorization: Bearer <token>.'],
  ['a password', () => describe(first, { headers: { ...json, authorization: 'Basic eDp5' } }), 401, 'This needs a token'],
  ['an empty token', () => describe(first, { headers: { ...json, authorization: 'Bearer ' } }), 401, 'This needs a token'],
  ['a token in the address', () => ({ url: `/api/channels?token=${secrets.all}` }), 401, 'This needs a token'],
  ['a token of nobody', () => describe(first, withToken('0'.repeat(12), 'x'.repeat(43))), 401, 'This token is not known here.'],
  ['a wrong secret', () => describe(first, withToken(idOf('all'), 'x'.repeat(43))), 401, 'This token is not known here.'],
  ['half a token', () => describe(first, withToken(idOf('all'), '')), 401, 'This token is not known here.'],
  ['a token with SQL', () => describe(first, withToken("'OR'1", 'x'.repeat(43))), 401, 'This token is not known here.'],
  ['an expired token', () => order(live(), 'live', 'expired'), 401, "The token 'contact ci' expired on "],
  ['a revoked token', () => order(live(), 'live', 'revoked'), 401, "The token 'contact ci' was revoked on "],
  ['to read without a token', () => ({ url: '/api/channels/live/history' }), 401, 'This needs a token'],
  // What it may.
  [
    'a release of another bundle',
    () => describe(contact({ bundle: 'marketing' }), { headers: { ...json, ...as('contact') } }),
    403,
    "The token 'contact ci' is not for this: it may deploy contact.",
  ],
  ['a deploy of another bundle', () => order({ bundles: [orderOf(signed)] }, 'live', 'contact'), 403, 'it may deploy contact.'],
  [
    'two bundles, one of them of others',
    () => order({ bundles: [orderOf(first), sign()] }, 'live', 'contact'),
    403,
    'deploy contact.',
  ],
  ['a rollback with a deploy token', () => rollback({ bundle: 'contact' }, 'live', 'contact'), 403, 'it may deploy contact.'],
  ['a deploy with a rollback token', () => order(live(), 'live', 'rollback'), 403, 'it may rollback all bundles.'],
  ['a live deploy with a preview token', () => order(live(), 'live', 'preview'), 403, 'it may preview contact.'],
  ['an upload with a rollback token', () => put('new', { headers: { ...bytes, ...as('rollback') } }), 403, 'it may rollback'],
  ['a release with a rollback token', () => describe(first, { headers: { ...json, ...as('rollback') } }), 403, 'it may rollback'],
  // Files.
  ['a file with other bytes', () => put('new', { payload: 'other' }), bad, 'These 5 bytes are another file: their SHA-256 is '],
  ['no bytes for a hash', () => put('new', { payload: '' }), bad, 'These 0 bytes are another file'],
  ['a file of 8 MB and a byte', () => put(Buffer.alloc(8 * 1024 * 1024 + 1)), 413, 'A file has at most 8 MB; this one has 9.'],
  [
    'a hash in capitals',
    () => put('new', { url: `/api/files/${sha256('new').toUpperCase()}` }),
    400,
    'A file is named by its SHA-256',
  ],
  ['half a hash', () => put('new', { url: `/api/files/${sha256('new').slice(32)}` }), 400, 'A file is named by its SHA-256'],
  ['a path for a hash', () => put('new', { url: '/api/files/..%2F..%2Fx' }), 400, 'A file is named by its SHA-256'],
  ['a file as JSON', () => put('{}', { headers: { ...json, ...as('all') } }), 415, 'Files are sent as application/octet-stream'],
  [
    'a file as a form',
    () => put('x', { headers: { 'content-type': 'multipart/form-data; boundary=x', ...as('all') } }),
    415,
    'Files are sent as',
  ],
  ['a file without a type', () => put('x', { headers: as('all') }), 415, 'Files are sent as'],
  [
    'a compressed file',
    () => put('new', { payload: gzipSync('new'), headers: { ...bytes, ...as('all'), 'content-encoding': 'gzip' } }),
    415,
    'Bodies are sent as they are, without a Content-Encoding.',
  ],
  // Descriptions: no JSON, or none of a release.
  ['half a release.json', () => describe(textOf(first).slice(0, 100)), 400, 'This is not valid JSON in UTF-8.'],
  ['an empty release.json', () => describe(''), 400, ''],
  ['a release.json that is not UTF-8', () => describe(Buffer.from([0x22, 0xff, 0x22])), 400, 'This is not valid JSON in UTF-8.'],
  ['a release.json in UTF-16', () => describe(Buffer.from(textOf(first), 'utf16le')), 400, 'This is not valid JSON in UTF-8.'],
  ['a release.json with a BOM', () => describe(`\ufeff${textOf(first)}`), 400, 'This is not valid JSON in UTF-8.'],
  ['a release.json of 1 MB', () => describe(textOf(first) + ' '.repeat(1024 * 1024)), 413, 'This is too large.'],
  [
    'a compressed release.json',
    () => describe(gzipSync(textOf(first)), { headers: { ...json, ...as('all'), 'content-encoding': 'gzip' } }),
    415,
    'without a Content-Encoding.',
  ],
  [
    'a release.json as text',
    () => describe(first, { headers: { 'content-type': 'text/plain', ...as('all') } }),
    415,
    'everything else as application/json.',
  ],
  ['null', () => describe('null'), bad, 'release.json should be an object.'],
  ['a list', () => describe([first]), bad, 'release.json should be an object.'],
  ['lists 100000 deep', () => describe(deep(100_000)), bad, 'release.json.bundle should be a text.'],
  [
    '__proto__',
    () => describe(textOf(first).replace('{', '{"__proto__":{"admin":true},')),
    bad,
    "release.json has a field '__proto__' that nobody knows.",
  ],
  [
    'constructor',
    () => describe({ ...first, constructor: { prototype: {} } }),
    bad,
    "release.json has a field 'constructor' that nobody knows.",
  ],
  [
    '__proto__ in shared',
    () => describe(textOf(contact()).replace('"react"', '"__proto__"')),
    bad,
    "'__proto__' in shared is no name of a package.",
  ],
  [
    'constructor in shared',
    () => describe(contact({ shared: { constructor: '^1.0.0' } as never })),
    bad,
    "'constructor' in shared is no name of a package.",
  ],
  [
    'a field that nobody knows',
    () => describe({ ...first, admin: true }),
    bad,
    "release.json has a field 'admin' that nobody knows.",
  ],
  [
    'a link among the files',
    () => describe(contact({ files: file({ link: '/etc/passwd' }) })),
    bad,
    "release.json.files[0] has a field 'link' that nobody knows.",
  ],
  ['no files', () => describe({ ...first, files: undefined }), bad, 'release.json has no files.'],
  [
    'a file without a hash',
    () => describe(contact({ files: file({ sha256: undefined }) })),
    bad,
    'release.json.files[0] has no sha256.',
  ],
  ['pages that are an object', () => describe({ ...first, pages: {} }), bad, 'release.json.pages should be a list.'],
  ['a title that is a list', () => describe(paged({ title: ['x'] })), bad, 'release.json.pages[0].title should be a text.'],
  // Files of a description.
  ...paths.map(
    (bad, index): Row => [
      `the path ${JSON.stringify(bad).slice(0, 40)} (${index})`,
      () =>
        describe(contact({ files: [...contact().files, { ...(contact().files[0] as Release['files'][number]), path: bad }] })),
      422,
      'is no place for a file: browser/<name> of js',
    ],
  ),
  [
    'a path twice',
    () => describe(contact({ files: [...contact().files, ...file({})] })),
    bad,
    "'browser/contact.js' is listed twice",
  ],
  [
    'two paths that differ in capitals',
    () => describe(contact({ files: [...contact().files, ...file({ path: 'browser/Contact.js' })] })),
    bad,
    "'browser/Contact.js' is listed twice",
  ],
  [
    'a hash that is none',
    () => describe(contact({ files: file({ sha256: '../x' }) })),
    bad,
    "'browser/contact.js' has no SHA-256 of 64",
  ],
  [
    'a size below 0',
    () => describe(contact({ files: file({ size: -1 }) })),
    bad,
    'release.json.files[0].size should be a whole number from 0.',
  ],
  ['half a byte', () => describe(contact({ files: file({ size: 0.5 }) })), bad, 'files[0].size should be a whole number'],
  [
    'a size without end',
    () => describe(textOf(contact({ files: file({ size: 77 }) })).replace('77', '1e999')),
    bad,
    'files[0].size should be a whole number',
  ],
  [
    'a file of 9 MB',
    () => describe(contact({ files: file({ size: 9 * 1024 * 1024 }) })),
    bad,
    "'browser/contact.js' has 9437184 bytes; a file has at most 8388608.",
  ],
  [
    'files of 56 MB',
    () => describe(contact({ files: manyFiles(7, 8 * 1024 * 1024) })),
    bad,
    'The files have 58720256 bytes; a release has at most 52428800.',
  ],
  [
    '1001 files',
    () => describe(contact({ files: manyFiles(1001) })),
    bad,
    'A release has at most 1000 files; this one has 1001.',
  ],
  [
    'a file that is bigger than it says',
    () => describe(contact({ files: [...contact().files.slice(1), ...file({ size: 3 })] })),
    bad,
    'browser/contact.js has 7 bytes, not 3.',
  ],
  // What a release owes.
  ...['', '__proto__', '../x', 'Contact', 'con tact', 'contact/x', '-x', 'x-', 'constructor', 'x'.repeat(41), 'ｘ'].map(
    (bundle): Row => [
      `the bundle name '${bundle.slice(0, 20)}'`,
      () => describe(contact({ bundle })),
      422,
      'is no name of a bundle',
    ],
  ),
  [
    'a version not of its content',
    () => describe({ ...first, version: '0123456789ab' }),
    bad,
    `The version 0123456789ab does not follow from the content, which would be ${first.version}.`,
  ],
  [
    'a version that is a path',
    () => describe({ ...first, version: '../../../../x' }),
    bad,
    "'../../../../x' is no version: 12 hexadecimal digits.",
  ],
  ['another mode', () => describe(contact({ mode: 'debug' as never })), bad, "'debug' is no mode"],
  ['an entry that is missing', () => describe(contact({ entry: 'other.js' })), bad, "'other.js' is named but not in browser/."],
  ['an entry outside', () => describe(contact({ entry: '../prerender/contact.mjs' })), bad, 'is named but not in browser/.'],
  ['an entry that is a stylesheet', () => describe(contact({ entry: 'contact.css' })), bad, "'contact.css' should end in .js."],
  ['a script that is missing', () => describe(contact({ scripts: ['more.js'] })), bad, "'more.js' is named but not in browser/."],
  [
    "a page's script that is missing",
    () => describe(paged({ scripts: ['more.js'] })),
    bad,
    "'more.js' is named but not in browser/.",
  ],
  [
    'a stylesheet that is missing',
    () => describe(paged({ styles: [{ file: 'b.css', chunk: '1' }] })),
    bad,
    "'b.css' is named but not in browser/.",
  ],
  [
    'a chunk with markup',
    () => describe(paged({ styles: [{ file: 'contact.css', chunk: '"><script>' }] })),
    bad,
    'which is no name of a chunk.',
  ],
  ['a font that is missing', () => describe(contact({ fonts: ['a.woff2'] })), bad, "'a.woff2' is named but not in browser/."],
  [
    'an icon in a remote',
    () => describe(contact({ icon: 'contact.js' })),
    bad,
    "'contact' has an icon, which only the shell has.",
  ],
  ['a shell without an icon', () => describe(shell({ icon: undefined })), bad, 'The shell has no icon.'],
  [
    'a shell with pages',
    () => describe(shell({ pages: [tinyPage('shell')] })),
    bad,
    'The shell has pages, which only remotes have.',
  ],
  [
    'a shell without its module',
    () => describe(shell({}, { 'browser/shell.js': '1', 'browser/icon.svg': '' })),
    bad,
    "The shell has no module 'prerender/shell.mjs'.",
  ],
  [
    'a page without its module',
    () => describe(paged({ expose: 'other' })),
    bad,
    "'/contact' has no module 'prerender/other.mjs'.",
  ],
  ['a page without a title', () => describe(paged({ title: ' ' })), bad, "'/contact' has no title."],
  ['a page without a description', () => describe(paged({ description: '' })), bad, "'/contact' has no description."],
  ...['contact', '/Contact', '/contact/', '//contact', '/a?b', '/../contact', '/-', '', '/a b', '/ä', '/api\n'].map(
    (address): Row => [
      `the address ${JSON.stringify(address)}`,
      () => describe(paged({ path: address })),
      422,
      "a path is '/' or '/lower-case-words'.",
    ],
  ),
  [
    'the address of the health check',
    () => describe(paged({ path: '/healthz' })),
    bad,
    "'/healthz' is an address of the server itself.",
  ],
  ['an address twice', () => describe(contact({ pages: [page, page] })), bad, "'/contact' is declared twice."],
  [
    'two pages of one module',
    () => describe(contact({ pages: [page, { ...page, path: '/b' }] })),
    bad,
    "'/b' and '/contact' both have a file named 'contact.tsx'.",
  ],
  [
    '201 pages',
    () => describe(contact({ pages: Array(201).fill(page) })),
    bad,
    'A bundle has at most 200 pages; this one has 201.',
  ],
  [
    'a range without ^',
    () => describe(contact({ shared: { react: '19.3.1' } })),
    bad,
    "react in shared should be ^x.y.z, not '19.3.1'.",
  ],
  [
    'a range in the shell',
    () => describe(shell({ shared: { react: '>=1' } })),
    bad,
    "react in shared should be x.y.z, not '>=1'.",
  ],
  // Deploys.
  [
    'a deploy of what is not stored',
    () => order(live({ version: 'ffffffffffff' })),
    404,
    'contact ffffffffffff is not stored here. Upload it first',
  ],
  ['a deploy of an unknown bundle', () => order(live({ bundle: 'unknown' })), 404, 'is not stored here.'],
  ['a deploy that is no JSON', () => order('{"bundles":'), 400, 'This is not valid JSON in UTF-8.'],
  ['a deploy that is a list', () => order([]), 400, 'The body must be object.'],
  ['a deploy of 65 kB', () => order({ ...live(), message: 'x'.repeat(66_000) }), 413, 'This is too large.'],
  ['a deploy 10000 deep', () => order(deep(10_000)), 400, "The body has no 'bundles'."],
  [
    'a deploy with __proto__',
    () => order(JSON.stringify(live()).replace('{', '{"__proto__":{"x":1},')),
    400,
    "The body has a field '__proto__' that nobody knows.",
  ],
  [
    'a deploy with a field that nobody knows',
    () => order({ ...live(), force: true }),
    400,
    "The body has a field 'force' that nobody knows.",
  ],
  [
    'an order with a field that nobody knows',
    () => order(live({ actor: 'operator' })),
    400,
    "'bundles.0' has a field 'actor' that nobody knows.",
  ],
  ['a deploy of nothing', () => order({ bundles: [] }), 400, "'bundles' must NOT have fewer than 1 items."],
  [
    'a deploy of 101 bundles',
    () => order({ bundles: Array(101).fill(orderOf(first)) }),
    400,
    "'bundles' must NOT have more than 100 items.",
  ],
  [
    'a bundle twice',
    () => order({ bundles: [orderOf(first), orderOf(first)] }),
    400,
    'A bundle can be deployed once at a time, not twice.',
  ],
  ['the bundle __proto__', () => order(live({ bundle: '__proto__' })), 400, "'bundles.0.bundle' must match pattern"],
  ['the bundle ../x', () => order(live({ bundle: '../x' })), 400, "'bundles.0.bundle' must match pattern"],
  ['the version ../x', () => order(live({ version: '../x' })), 400, "'bundles.0.version' must match pattern"],
  ['a version that is a number', () => order(live({ version: 123456789012 })), 400, "'bundles.0.version' must be string."],
  ['an after below 0', () => order(live({ after: -1 })), 400, "'bundles.0.after' must be >= 0."],
  ['an after in quotes', () => order(live({ after: '0' })), 400, "'bundles.0.after' must be integer."],
  ['a message of two lines', () => order({ ...live(), message: 'x\n{"level":30}' }), 400, "'message' must match pattern"],
  [
    'a message of 501 characters',
    () => order({ ...live(), message: 'x'.repeat(501) }),
    400,
    "'message' must NOT have more than 500 characters.",
  ],
  [
    'a deploy as a form',
    () => ({ ...order('a=b'), headers: { 'content-type': 'application/x-www-form-urlencoded', ...as('all') } }),
    415,
    'everything else as application/json.',
  ],
  ['a deploy without a body', () => ({ ...order(''), payload: undefined, headers: as('all') }), 400, 'The body must be object.'],
  [
    'an outdated deploy',
    () => order({ bundles: [{ ...orderOf(second), after: 0 }] }),
    409,
    'contact on live has changed since you looked: all brought ',
  ],
  ...[
    'live%2F..%2Fx',
    '..%2Flive',
    'LIVE',
    'live%20',
    'live%00',
    'live%0a',
    'main',
    'preview-',
    'preview--x',
    'preview-X',
    '__proto__',
    'constructor',
    `preview-${'x'.repeat(60)}`,
  ].map(
    (channel): Row => [
      `the channel ${channel.slice(0, 20)}`,
      () => order(live(), channel),
      400,
      "A channel is 'live' or 'preview-' and lower-case words",
    ],
  ),
  ['the channel live/../x', () => order(live(), 'live/../x'), 400, "A channel is 'live'"],
  // Rollbacks and reading.
  ['a rollback to a path', () => rollback({ bundle: 'contact', version: '../x' }), 400, "'version' must match pattern"],
  ['a rollback of nothing', () => rollback({}), 400, "The body has no 'bundle'."],
  ['a rollback without a release before', () => rollback({ bundle: 'contact' }), 404, 'is the first release on live'],
  [
    'a history of everything',
    () => ({ url: '/api/channels/live/history?limit=1000000', headers: as('contact') }),
    400,
    'The limit is a number from 1 to 500.',
  ],
  [
    'a history of %',
    () => ({ url: '/api/channels/live/history?bundle=%25', headers: as('contact') }),
    400,
    'This is no name of a bundle',
  ],
  [
    'releases of ../x',
    () => ({ url: '/api/releases?bundle=..%2Fx', headers: as('contact') }),
    400,
    'This is no name of a bundle',
  ],
  [
    'releases of two bundles',
    () => ({ url: '/api/releases?bundle=a&bundle=b', headers: as('contact') }),
    400,
    'This is no name of a bundle',
  ],
  // Signatures.
  ['no signature', () => order({ bundles: [orderOf(signed)] }), 403, 'Deploys of demo have to be signed, and this one is not.'],
  [
    'a signature without after',
    () => order({ bundles: [sign({ after: 3 }, { after: undefined })] }),
    bad,
    "has to name the revision after which it comes ('after').",
  ],
  [
    'a signature of another after',
    () => order({ bundles: [sign({ after: 0 }, { after: 3 })] }),
    403,
    'is not that of its key for this deploy.',
  ],
  [
    'a tampered signature',
    () =>
      order({
        bundles: [
          sign({ after: 3 }, { signature: sign({ after: 3 }).signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) }),
        ],
      }),
    403,
    'is not that of its key',
  ],
  [
    'a signature of another channel',
    () => order({ bundles: [sign({ after: 3, channel: 'preview-x' })] }),
    403,
    'is not that of its key',
  ],
  [
    'a signature of another bundle',
    () => order({ bundles: [sign({ after: 3, bundle: 'contact' })] }),
    403,
    'is not that of its key',
  ],
  [
    'a signature of another version',
    () => order({ bundles: [sign({ after: 3, version: first.version })] }),
    403,
    'is not that of its key',
  ],
  [
    'a signature of other content',
    () => order({ bundles: [sign({ after: 3, releaseText: textOf(first) })] }),
    403,
    'is not that of its key',
  ],
  [
    'a signature of another key',
    () => order({ bundles: [sign({ after: 3 }, {}, otherKeys.privateKey)] }),
    403,
    'is not that of its key',
  ],
  [
    'a signature that is no base64',
    () => order({ bundles: [sign({ after: 3 }, { signature: '*'.repeat(88) })] }),
    403,
    'is not that of its key',
  ],
  ['an empty signature', () => order({ bundles: [sign({ after: 3 }, { signature: '' })] }), 403, 'is not that of its key'],
  [
    'a signed release that is not stored',
    () => order({ bundles: [sign({ after: 3 }, { version: 'ffffffffffff' })] }),
    404,
    'is not stored here.',
  ],
  [
    'a signed deploy recorded and sent again',
    () => order({ bundles: [recorded()] }),
    409,
    'demo on live has changed since you looked: all brought ',
  ],
]

const idOf = (name: string) => secrets[name]?.slice(0, 12) ?? ''
const withToken = (id: string, secret: string) => ({ headers: { ...json, authorization: `Bearer ${id}_${secret}` } })

test.each(rows)('%s is refused in a sentence, and nothing changes', async (_, request, status, sentence) => {
  const options = await request()
  const before = await everything()
  takeLog()
  const response = await api.inject(options)
  expect([response.statusCode, response.body]).toEqual([status, expect.stringContaining(sentence)])
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body).toMatch(/^[A-Za-z'](\n|\P{Cc})*\.$/u)
  const log = takeLog()
  expect(log).toContain('"msg":"refused"')
  expect(log).not.toContain('"level":50')
  for (const secret of Object.values(secrets)) expect(log).not.toContain(secret.slice(13))
  expect(await everything()).toEqual(before)
})

test('there are at least 150 refusals, and the server goes on as before after all of them', async () => {
  expect(rows.length).toBeGreaterThanOrEqual(150)
  expect((await api.inject({ url: '/api/channels', headers: as('contact') })).json().channels).toHaveLength(1)
})
