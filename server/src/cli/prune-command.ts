// site prune: deletes now what the server deletes once a day.
import type { Answer } from './answer.ts'
import { withOwnDatabase } from './own-database.ts'
import { size } from './printable.ts'
import type { Terminal } from './terminal.ts'

export async function pruneStores({ dryRun = false }: { dryRun?: boolean }, terminal: Terminal): Promise<Answer> {
  return withOwnDatabase(terminal, async (database, { dataFolder, releaseDays, s3Url }) => {
    const [{ prune }, { sweepShared }, { openStore }] = await Promise.all([
      import('../deploy/prune.ts'),
      import('../deploy/pruning.ts'),
      import('../store/open-store.ts'),
    ])
    const { deleted, bytes } = await prune(dataFolder, database, releaseDays, { isDryRun: dryRun })
    const shared = s3Url ? await sweepShared(await openStore(s3Url), database, releaseDays, { isDryRun: dryRun }) : undefined
    const verb = dryRun ? 'would be deleted' : 'deleted'
    const lines = [
      ...deleted.map((part) => `${dataFolder}/${part}`),
      `${deleted.length} ${verb} here, ${size(bytes)}.`,
      ...(shared
        ? [...shared.parts, `${shared.parts.length} ${verb} in S3, with ${shared.files} files, ${size(shared.bytes)}.`]
        : []),
    ]
    return { text: lines.join('\n'), json: { isDryRun: dryRun, folder: { deleted, bytes }, ...(shared && { store: shared }) } }
  })
}
