// site export: a channel as files for a static host.
import path from 'node:path'
import { type Answer, UsageError } from './answer.ts'
import { withOwnDatabase } from './own-database.ts'
import { size } from './printable.ts'
import { showProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

export interface ExportOptions {
  out: string
  channel: string
  api?: string
  keep?: boolean
  compressed: boolean
}

export async function exportChannel({ out, channel, api, keep, compressed }: ExportOptions, terminal: Terminal): Promise<Answer> {
  if (api !== undefined && !isOrigin(api))
    throw new UsageError(`--api is '${api}': it should be an origin such as https://api.example.com.`)
  const progress = showProgress(terminal)
  try {
    return await withOwnDatabase(terminal, async (database, { dataFolder, browser }) => {
      const [{ exportSite }, { tryOutIn }] = await Promise.all([import('../export/export.ts'), import('../try-out.ts')])
      const stores = { dataFolder, database, tryOut: tryOutIn(browser, dataFolder) }
      const order = { out: path.resolve(terminal.cwd, out), channel, compressed, ...(api && { api }), ...(keep && { keep }) }
      const exported = await exportSite(stores, order, progress.begin)
      const { composition, pages, kept, files, bytes, notes } = exported
      const earlier = kept > 0 ? ` ${kept} earlier releases are kept for open tabs.` : ''
      return {
        text: `${order.out}: composition ${composition} of ${channel}, ${pages} pages, ${files} files, ${size(bytes)}.${earlier}`,
        json: exported,
        ...(notes.length > 0 && { note: notes.join('\n') }),
      }
    })
  } finally {
    progress.clear()
  }
}

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}
