// _nginx.conf: an include for a server block whose root is the exported folder. It answers what the server answers, with
// the same headers, and nothing else.
import path from 'node:path'
import type { Answer } from '../answers.ts'
import { storedHeaders } from '../headers.ts'
import { headersOf } from './export-headers.ts'
import type { ExportedFile } from './write-folder.ts'

/** @param compressed there is a .gz beside each file. */
export function writeNginxInclude(files: ExportedFile[], siteUrl: string, compressed: boolean): string {
  const notFound = files.find(({ address }) => address === undefined)
  const pages = files.filter(({ answer }) => answer.remote)
  const others = files.filter(({ address, answer }) => address && !answer.remote && !isStored(address))
  const lines = [
    `# Written by 'site export'. In a server block: root <this folder>; include <this folder>/_nginx.conf;`,
    '# With the brotli module also: brotli_static on;',
    'index index.html;',
    'absolute_redirect off;',
    ...(compressed ? ['gzip_static on;', 'gzip_vary on;'] : []),
    ...typesOf(files),
    'error_page 404 /404.html;',
    'error_page 403 =404 /404.html;',
    'location / { return 404; }',
    ...(notFound ? block('= /404.html', ['internal;', ...added(notFound.answer, siteUrl, ' always')]) : []),
    ...pages.flatMap((page) => pageBlocks(page, siteUrl)),
    ...others.flatMap(({ address, answer }) => block(`= ${address}`, added(answer, siteUrl))),
    // A file that is missing gets none of these: they are for answers that are found.
    ...block('/releases/', added({ headers: storedHeaders('') }, siteUrl)),
    ...block('/images/', added({ headers: storedHeaders('image/png') }, siteUrl)),
  ]
  return `${lines.join('\n')}\n`
}

const isStored = (address: string) => address.startsWith('/releases/') || address.startsWith('/images/')

/** The page, and the way to it from /About/: the path in lower case, without a slash at its end. */
function pageBlocks({ address = '', file, answer }: ExportedFile, siteUrl: string): string[] {
  const own = block(`= ${address}`, [`try_files /${file} =404;`, ...added(answer, siteUrl)])
  if (address === '/') return own
  return [...own, ...block(`~* ^${address.replaceAll('.', '\\.')}/?$`, [`return 308 ${address}$is_args$args;`])]
}

function block(location: string, lines: string[]): string[] {
  return [`location ${location} {`, ...lines.map((line) => `  ${line}`), '}']
}

function added(answer: Pick<Answer, 'headers'>, siteUrl: string, always = ''): string[] {
  return headersOf(answer, siteUrl).map(([name, value]) => `add_header ${name} ${quoted(value)}${always};`)
}

/** In nginx a $ begins a variable, and nothing can escape it: no header of ours has one. */
function quoted(value: string): string {
  if (value.includes('$')) throw new Error(`nginx can't send the header ${value}: it has a $ inside.`)
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Content types by the end of the name, as the server gives them. */
function typesOf(files: ExportedFile[]): string[] {
  const types = new Map(files.map(({ file, answer }) => [path.extname(file).slice(1), String(answer.headers['Content-Type'])]))
  return ['types {', ...[...types].sort().map(([end, type]) => `  ${quoted(type)} ${end};`), '}']
}
