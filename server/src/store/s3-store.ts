// A store in a bucket of S3, or of whatever speaks its language and knows conditional writes (If-None-Match: *).
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type Store, StoreAwayError, type StoredObject } from './store.ts'

export interface Bucket extends Store {
  /** Stores an object whatever was there, with what it is answered with to those who read it by HTTP. */
  publish: (key: string, bytes: Uint8Array, headers: { contentType: string; cacheControl: string }) => Promise<void>
}

export function s3Store(s3Url: string): Bucket {
  const { client, once, bucket, folder } = open(s3Url)
  const nameOf = (key: string) => ({ Bucket: bucket, Key: folder + key })

  const write = async (key: string, bytes: Uint8Array, options: Partial<PutObjectCommandInput>, tries = 3): Promise<boolean> => {
    try {
      await client.send(new PutObjectCommand({ ...nameOf(key), Body: bytes, ...options }))
      return true
    } catch (error) {
      const status = statusOf(error)
      if (status === 412) return false
      // Another write to the same name has not ended yet.
      if (status === 409 && tries > 1) return write(key, bytes, options, tries - 1)
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
  const look = async (key: string) => {
    try {
      const { LastModified, ContentLength } = await client.send(new HeadObjectCommand(nameOf(key)))
      return { key, storedAt: timeOf(LastModified), size: ContentLength ?? 0 }
    } catch (error) {
      return nothingWhenMissing(error)
    }
  }
  const readPage = (prefix: string, token: string | undefined) =>
    client
      .send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder + prefix, ...(token && { ContinuationToken: token }) }))
      .catch((error) => {
        throw new StoreAwayError(error)
      })
  const list = async function* (prefix: string): AsyncGenerator<StoredObject> {
    let token: string | undefined
    do {
      const page = await readPage(prefix, token)
      for (const { Key = '', LastModified, Size = 0 } of page.Contents ?? [])
        yield { key: Key.slice(folder.length), storedAt: timeOf(LastModified), size: Size }
      token = page.NextContinuationToken
    } while (token)
  }
  const remove = async (key: string) => {
    try {
      await once.send(new DeleteObjectCommand(nameOf(key)))
    } catch (error) {
      nothingWhenMissing(error)
    }
  }
  return {
    put: (key, bytes) => write(key, bytes, { IfNoneMatch: '*' }),
    renew: async (key, bytes) => void (await write(key, bytes, {})),
    publish: async (key, bytes, { contentType, cacheControl }) =>
      void (await write(key, bytes, { ContentType: contentType, CacheControl: cacheControl })),
    get,
    look,
    list,
    remove,
  }
}

/** What does not say when it was stored counts as new: nothing is deleted for it. */
const timeOf = (stored: Date | undefined) => (stored ?? new Date()).toISOString()

/** `once` is the same client for requests that must not be sent again. */
function open(s3Url: string): { client: S3Client; once: S3Client; bucket: string; folder: string } {
  const { host, username, password, pathname, searchParams } = new URL(s3Url)
  const [bucket = '', ...folders] = pathname.split('/').filter(Boolean)
  const settings: S3ClientConfig = {
    endpoint: `${searchParams.get('tls') === '0' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? process.env.AWS_REGION ?? 'us-east-1',
    forcePathStyle: true,
    // Without: AWS_ACCESS_KEY_ID and all other places where AWS looks.
    ...(username && {
      credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    }),
    // The last is for answers that stop in the middle.
    requestHandler: { connectionTimeout: 2000, requestTimeout: 15_000, throwOnRequestTimeout: true, socketTimeout: 15_000 },
    // Everything is named by its hash, and compared with it by whoever reads; not every S3 knows the SDK's own sums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  const [client, once] = [2, 1].map((maxAttempts) => new S3Client({ ...settings, maxAttempts })) as [S3Client, S3Client]
  return { client, once, bucket, folder: folders.map((name) => `${name}/`).join('') }
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined)

/** @throws StoreAwayError when it is anything else; a bucket that is missing is no empty one. */
function nothingWhenMissing(error: unknown): undefined {
  const isMissing = statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
  if (!isMissing) throw new StoreAwayError(error)
}
