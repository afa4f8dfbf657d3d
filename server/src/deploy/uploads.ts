// What deploys bring: how much room there is for it, and what happens to what never became a release.
import { cleanFiles, inMegabytes, measureFiles } from '../publish/file-store.ts'
import { cleanReleases } from '../publish/releases.ts'

/** There is no room for what was sent. */
export class QuotaError extends Error {
  readonly statusCode = 507
}

export interface Quota {
  /** @throws QuotaError when so many more bytes don't fit. */
  check: (bytes: number) => Promise<void>
  /** The same, and they count from now on: many uploads at once can't pass the limit. */
  take: (bytes: number) => Promise<void>
}

/** The disk is measured again after so many milliseconds; in between, what was taken is added up. */
const measureAgain = 10_000

/** @param limit bytes of all releases and uploads together. */
export function limitDisk(dataFolder: string, limit: number, now = Date.now): Quota {
  let measured: { at: number; bytes: Promise<number> } | undefined
  let taken = 0
  const check = async (bytes: number) => {
    if (!measured || now() - measured.at > measureAgain) {
      measured = { at: now(), bytes: measureFiles(dataFolder) }
      taken = 0
    }
    const used = (await measured.bytes) + taken
    if (used + bytes > limit)
      throw new QuotaError(
        `There is no room for ${inMegabytes(bytes)} MB more: releases and uploads have ${inMegabytes(used)} of ${inMegabytes(limit)} MB. Ask the operator to remove old releases.`,
      )
  }
  const take = async (bytes: number) => {
    await check(bytes)
    taken += bytes
  }
  return { check, take }
}

/** Removes half uploads, half releases, and files that became part of no release, all when they are a day old. */
export async function cleanUploads(dataFolder: string, now = Date.now()): Promise<void> {
  await cleanReleases(dataFolder, now)
  await cleanFiles(dataFolder, now)
}
