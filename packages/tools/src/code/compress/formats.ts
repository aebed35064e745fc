import type { Text } from '@octet/core/text.ts'
import { isBzip2 } from '../../lib/unpack/bzip2.ts'
import { isLz4 } from './lz4.ts'
import { isXz } from './xz.ts'
import { isFrame, isSkippable } from './zstd.ts'

/** What compressed bytes can be, with words. */
export const FORMAT_WORDS = {
  gzip: { en: 'gzip', zh: 'gzip' },
  zlib: { en: 'zlib', zh: 'zlib' },
  deflate: { en: 'Deflate, bare', zh: 'Deflate（无封装）' },
  brotli: { en: 'Brotli', zh: 'Brotli' },
  zstd: { en: 'Zstandard', zh: 'Zstandard' },
  lz4: { en: 'LZ4', zh: 'LZ4' },
  xz: { en: 'xz', zh: 'xz' },
  bzip2: { en: 'bzip2', zh: 'bzip2' },
} as const satisfies Record<string, Text>
export type Format = keyof typeof FORMAT_WORDS
export const FORMATS = Object.keys(FORMAT_WORDS) as [Format, ...Format[]]

/** What files of each format end in. */
export const ENDINGS = {
  gzip: 'gz',
  zlib: 'zz',
  deflate: 'deflate',
  brotli: 'br',
  zstd: 'zst',
  lz4: 'lz4',
  xz: 'xz',
  bzip2: 'bz2',
} as const satisfies Record<Format, string>

/** Whether data of the format begin with a mark of their own. */
export const hasMark = (format: Format): boolean => format !== 'deflate' && format !== 'brotli'

/** Formats that these bytes may be, the likeliest first. */
export function guessFormats(bytes: Uint8Array): readonly [Format, ...Format[]] {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return ['gzip']
  if (isLz4(bytes)) return ['lz4']
  if (isFrame(bytes) || isSkippable(bytes)) return ['zstd']
  if (isXz(bytes)) return ['xz']
  if (isBzip2(bytes)) return ['bzip2']
  return isZlib(bytes) ? ['zlib', 'deflate', 'brotli'] : ['deflate', 'brotli']
}

/** The two bytes before zlib data: method 8, a window of 32 KiB at most, a multiple of 31 (RFC 1950 §2.2). */
function isZlib([method = 0, flags = 0]: Uint8Array): boolean {
  return (method & 0x0f) === 8 && method >> 4 <= 7 && (method * 256 + flags) % 31 === 0
}
