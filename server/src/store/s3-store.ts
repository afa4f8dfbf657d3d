// A store in a bucket of S3, or of whatever speaks its language and knows conditional writes (If-None-Match: *).
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type Store, StoreAwayError, type StoredObject } from './store.ts'

export function s3Store(s3Url: string): Store {
  const { client, bucket, folder } = open(s3Url)
  const nameOf = (key: string) => ({ Bucket: bucket, Key: folder + key })

  const put = async (key: string, bytes: Uint8Array, tries = 3): Promise<boolean> => {
    try {
      await client.send(new PutObjectCommand({ ...nameOf(key), Body: bytes, IfNoneMatch: '*' }))
      return true
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) return false
      // Another write to the same name has not ended yet.
      if (status === 409 && tries > 1) return put(key, bytes, tries - 1)
      throw new StoreAwayError(error)
    }
  }
  const get = async (key: string) => {
    try {
      const { Body } = await client.send(new GetObjectCommand(nameOf(key)))
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    } catch (error) {
      return nothingWhenMissing(error)
    }
  }
  const has = async (key: string) => {
    try {
      await client.send(new HeadObjectCommand(nameOf(key)))
      return true
    } catch (error) {
      return nothingWhenMissing(error) ?? false
    }
  }
  const list = async (prefix: string) => {
    const found: StoredObject[] = []
    let token: string | undefined
    try {
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: folder + prefix, ...(token && { ContinuationToken: token }) }),
        )
        for (const { Key = '', LastModified } of page.Contents ?? [])
          found.push({ key: Key.slice(folder.length), storedAt: (LastModified ?? new Date(0)).toISOString() })
        token = page.NextContinuationToken
      } while (token)
    } catch (error) {
      throw new StoreAwayError(error)
    }
    return found
  }
  const remove = async (key: string) => {
    try {
      await client.send(new DeleteObjectCommand(nameOf(key)))
    } catch (error) {
      nothingWhenMissing(error)
    }
  }
  return { put, get, has, list, remove }
}

function open(s3Url: string): { client: S3Client; bucket: string; folder: string } {
  const { host, username, password, pathname, searchParams } = new URL(s3Url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const client = new S3Client({
    endpoint: `${searchParams.get('tls') === '0' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    forcePathStyle: true,
    // Without: AWS_ACCESS_KEY_ID and all other places where AWS looks.
    ...(username && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2000, requestTimeout: 15_000, throwOnRequestTimeout: true },
    // Everything is named by its hash, and compared with it by whoever reads; not every S3 knows the SDK's own sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket, folder: folders.map((name) => `${name}/`).join('') }
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

/** @throws StoreAwayError when it is anything else; a bucket that is missing is no empty one. */
function nothingWhenMissing(error: unknown): undefined {
  const isMissing = statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
  if (!isMissing) throw new StoreAwayError(error)
}
