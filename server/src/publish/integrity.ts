import type { Release } from '@site/shared/release'

/**
 * What a browser compares a script with before it runs it, as in 'sha256-…'.
 * @param file in browser/ of the release.
 * @returns nothing when the release doesn't have the file.
 */
export function integrityOf({ files }: Release, file: string): string | undefined {
  const sha256 = files.find(({ path }) => path === `browser/${file}`)?.sha256
  return sha256 && `sha256-${Buffer.from(sha256, 'hex').toString('base64')}`
}
