// What the operator sets by environment variables. The table of all of them stands in the README.
import fs from 'node:fs'
import path from 'node:path'
import type { SiteConfig } from '@site/shared/site-config'

export interface Settings {
  port: number
  host: string
  /** Folder for releases, compositions and enquiries. */
  dataFolder: string
  site: SiteConfig
}

export const projectRoot = path.resolve(import.meta.dirname, '../..')

/**
 * Reads the settings. A variable that is empty counts as not set.
 * @throws Error that says which variable is wrong and what it should be.
 */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = env.PORT ? Number(env.PORT) : 3000
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is '${env.PORT}': it should be a number from 0 to 65535.`)
  const host = env.HOST || 'localhost'
  const url = env.SITE_URL || `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (!URL.parse(url)?.protocol.startsWith('http'))
    throw new Error(`SITE_URL is '${url}': it should be a full address such as https://www.example.com.`)
  const dataFolder = path.resolve(projectRoot, env.SITE_DATA || 'data')
  return {
    port,
    host,
    dataFolder,
    site: { ...readSite(env.SITE_CONFIG || path.join(projectRoot, 'shared/site.json')), url: url.replace(/\/+$/, '') },
  }
}

function readSite(file: string): Omit<SiteConfig, 'url'> {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`The site configuration ${file} can't be read: ${(error as Error).message}`)
  }
}
