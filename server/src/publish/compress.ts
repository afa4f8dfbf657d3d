// Compressed copies lie beside each file, made once at publish: file.js, file.js.br, file.js.zst, file.js.gz.
import fs from 'node:fs/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const zstd = promisify(zlib.zstdCompress)
const gzip = promisify(zlib.gzip)

/**
 * 'best' is for what is compressed once and sent for years. 'good' is 2 % larger in a third of the time: what every deploy
 * compresses anew while its team waits. 'quick' is 10 % larger again in a tenth of that: for thousands of pages, and for
 * development builds with their megabytes.
 */
export type Effort = 'best' | 'good' | 'quick'

const brotliQuality = { best: 11, good: 10, quick: 6 }
const zstdLevel = { best: 9, good: 5, quick: 3 }

/** Best first: what the visitor's browser accepts of these is sent. */
export const encodings = [
  {
    name: 'br',
    suffix: '.br',
    compress: (bytes: Buffer, effort: Effort) =>
      brotli(bytes, {
        params: {
          [zlib.constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort],
          [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    name: 'zstd',
    suffix: '.zst',
    compress: (bytes: Buffer, effort: Effort) =>
      // Whoever takes zstd takes brotli too, so nobody waits for its best.
      zstd(bytes, { params: { [zlib.constants.ZSTD_c_compressionLevel]: zstdLevel[effort] } }),
  },
  {
    name: 'gzip',
    suffix: '.gz',
    compress: (bytes: Buffer, effort: Effort) => gzip(bytes, { level: effort === 'quick' ? 6 : 9 }),
  },
] as const

export type EncodingName = (typeof encodings)[number]['name'] | 'identity'

/** Writes the compressed copies of a file; none for what is compressed already (fonts, images). */
export async function compressFile(file: string, bytes: Buffer, effort: Effort = 'best'): Promise<void> {
  if (!isCompressible(file)) return
  await Promise.all(
    encodings.map(async ({ suffix, compress }) => fs.writeFile(file + suffix, await compress(bytes, effort), { flush: true })),
  )
}

export function isCompressible(file: string): boolean {
  return /\.(html|js|css|svg|json|txt|xml|webmanifest)$/.test(file)
}
