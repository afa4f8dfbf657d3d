// site backup: all that a server on one machine keeps, copied while it runs.
import path from 'node:path'
import type { Answer } from './answer.ts'
import { size } from './printable.ts'
import { showProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** @throws Error when the data lies elsewhere, and as `backup`. */
export async function backupSite(folder: string, terminal: Terminal): Promise<Answer> {
  const [{ backup }, { readSettings }] = await Promise.all([import('../backup/backup.ts'), import('../settings.ts')])
  const { dataFolder, databaseUrl, s3Url } = readSettings(terminal.env)
  if (databaseUrl || s3Url)
    throw new Error('This copies SQLite and a folder. PostgreSQL and S3 have their own tools: see docs/many-servers.md.')
  const progress = showProgress(terminal)
  try {
    const made = await backup(dataFolder, path.resolve(terminal.cwd, folder), progress.begin)
    const { out, enquiries, activations, channels, releases, compositions, files, bytes } = made
    const shown = channels.map(({ channel, composition }) => `${channel} shows ${composition}`).join(', ') || 'nothing is live'
    const kept = `${releases} releases, ${compositions} compositions, ${activations} activations, ${enquiries} enquiries`
    return { text: `${out}: ${kept}; ${files} files, ${size(bytes)} and the database. ${shown}.`, json: made }
  } finally {
    progress.clear()
  }
}
