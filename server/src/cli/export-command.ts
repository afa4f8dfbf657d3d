// site export: a channel as files for a static host, or as objects in a bucket.
import path from 'node:path'
import { isBucket } from '../settings.ts'
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
  const isAddress = /^s3:/i.test(out)
  if (isAddress && !isBucket(out))
    throw new UsageError('--out should be a folder, or an address such as s3://s3.eu-central-1.amazonaws.com/bucket.')
  const progress = showProgress(terminal)
  try {
    return await withOwnDatabase(terminal, async (database, settings) => {
      const [{ exportSite }, { openParts }, { tryOutIn }] = await Promise.all([
        import('../export/export.ts'),
        import('../store/open-store.ts'),
        import('../try-out.ts'),
      ])
      const { dataFolder, browser, releaseDays } = settings
      const stores = { dataFolder, database, parts: await openParts(settings), tryOut: tryOutIn(browser, dataFolder) }
      const place = isAddress ? out : path.resolve(terminal.cwd, out)
      const order = { out: place, channel, compressed, releaseDays, ...(api && { api }), ...(keep && { keep }) }
      const exported = await exportSite(stores, order, progress.begin)
      const { composition, pages, kept, files, bytes, notes } = exported
      const earlier = kept > 0 ? ` ${kept} earlier releases are kept for open tabs.` : ''
      return {
        text: `${exported.out}: composition ${composition} of ${channel}, ${pages} pages, ${files} files, ${size(bytes)}.${earlier}`,
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
