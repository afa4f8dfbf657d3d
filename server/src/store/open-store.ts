import type { Settings } from '../settings.ts'
import type { Bucket } from './s3-store.ts'
import { alone, type SharedParts, shareParts } from './shared-parts.ts'

/**
 * The store at an S3_URL, as in s3://KEY:SECRET@host:port/bucket/folder?region=eu-central-1&tls=0.
 * Loads its client when it is first needed.
 */
export async function openStore(s3Url: string): Promise<Bucket> {
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(s3Url)
}

/** What this machine has in common with others: by the store at S3_URL, or nothing without one. */
export async function openParts({ dataFolder, s3Url }: Pick<Settings, 'dataFolder' | 's3Url'>): Promise<SharedParts> {
  return s3Url ? shareParts(dataFolder, await openStore(s3Url)) : alone
}
