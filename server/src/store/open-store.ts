import type { Bucket } from './s3-store.ts'

/**
 * The store at an S3_URL, as in s3://KEY:SECRET@host:port/bucket/folder?region=eu-central-1&tls=0.
 * Loads its client when it is first needed.
 */
export async function openStore(s3Url: string): Promise<Bucket> {
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(s3Url)
}
