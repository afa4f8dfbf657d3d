// For tests: a data folder of its own, and what deploys tiny releases to it.
import path from 'node:path'
import type { SiteConfig } from '@site/shared/site-config'
import { openDatabase } from '../database/open-database.ts'
import { createPublisher } from '../publish/publish.ts'
import { buildTinyRemote, buildTinyShell, site, temporaryFolder } from '../publish/tiny-release.ts'
import { deployBuilds } from './deploy-builds.ts'
import { createDeploys } from './deploys.ts'

export async function startTinyDeploys(config: SiteConfig = site) {
  const folder = await temporaryFolder()
  const dataFolder = path.join(folder.path, 'data')
  const database = await openDatabase({ dataFolder })
  const deploys = createDeploys({ dataFolder, database, publisher: createPublisher(dataFolder, config) })
  const shell = await buildTinyShell(folder.path)
  return {
    folder: folder.path,
    dataFolder,
    database,
    deploys,
    /** Makes a remote of these pages live: code of their modules by expose. */
    deploy: async (modules: Record<string, string>) =>
      deployBuilds(deploys, dataFolder, [shell, await buildTinyRemote(folder.path, 'marketing', modules)]),
    remove: async () => {
      await database.query.destroy()
      await folder.remove()
    },
  }
}
