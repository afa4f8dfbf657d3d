// The site of the throughput measurement, in a process of its own. It prints its address and closes on SIGTERM.
import { bundleFolders, releaseFolder } from 'server/build'
import { startSite } from '../site.ts'

const site = await startSite(bundleFolders.map((folder) => releaseFolder(folder)))
process.once('SIGTERM', () => site.close())
console.log(site.url)
