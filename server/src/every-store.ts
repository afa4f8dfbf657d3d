// For tests: the same tests on a folder and, where it is installed, on a real S3.
import { afterAll, beforeAll, describe } from 'vitest'
import { temporaryFolder } from './publish/tiny-release.ts'
import { folderStore } from './store/folder-store.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'
import { isS3Installed, startS3, type ThrowawayS3 } from './throwaway-s3.ts'

/** @param tests are given what makes a new empty store, and where: S3 takes a hundred times as long. */
export function describeEveryStore(tests: (createStore: () => Promise<Store>, place: 'folder' | 'S3') => void): void {
  describe('in a folder', () => {
    const folders: { remove: () => Promise<void> }[] = []
    tests(async () => {
      const folder = await temporaryFolder()
      folders.push(folder)
      return folderStore(folder.path)
    }, 'folder')
    afterAll(() => Promise.all(folders.map((folder) => folder.remove())))
  })
  describeS3('in S3', (s3) => tests(async () => openStore(await s3().createBucket()), 'S3'))
}

/** Tests that need a real S3: without one they are skipped, and their title says so. */
export function describeS3(title: string, tests: (s3: () => ThrowawayS3) => void): void {
  const isInstalled = isS3Installed()
  describe.skipIf(!isInstalled)(isInstalled ? title : `${title} (skipped: Ceph's gateway is not installed here)`, () => {
    let s3: ThrowawayS3
    beforeAll(async () => {
      s3 = await startS3()
    }, 240_000)
    tests(() => s3)
    afterAll(() => s3?.remove())
  })
}
