import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findReadable } from '../../lib/byte-text.ts'
import { toHex, type Bytes } from '../../lib/bytes.ts'
import { findSignature } from '../../lib/file-signature.ts'
import { unpackBrotli } from './brotli.ts'
import { FORMAT_WORDS, guessFormats, hasMark, type Format } from './formats.ts'
import { unpackBzip2 } from '../../lib/unpack/bzip2.ts'
import { unpackDeflate, unpackGzip } from './inflate.ts'
import type { Unpacked } from '../../lib/unpack/unpacked.ts'
import { unpackLz4 } from './lz4.ts'
import { unpackXz } from './xz.ts'
import { unpackZstd } from './zstd.ts'

export type Found = Unpacked & { readonly format: Format }

const UNPACKERS: Readonly<Record<Format, (packed: Bytes) => Promise<Unpacked>>> = {
  gzip: unpackGzip,
  zlib: (packed) => unpackDeflate(packed, false),
  deflate: (packed) => unpackDeflate(packed, true),
  brotli: unpackBrotli,
  zstd: unpackZstd,
  lz4: unpackLz4,
  xz: unpackXz,
  bzip2: unpackBzip2,
}

/** Unpacks bytes of a format, or of the one they turn out to be. Throws `bad_input` where nothing came out. */
export async function unpack(packed: Bytes, wanted: Format | 'auto', field: string): Promise<Found> {
  const formats: readonly [Format, ...Format[]] = wanted === 'auto' ? guessFormats(packed) : [wanted]
  const tried: Found[] = []
  for (const format of formats) {
    const found = { ...(await UNPACKERS[format](packed)), format }
    if (!found.fault && (wanted !== 'auto' || isLikely(found))) return found
    tried.push(found)
  }
  const [first] = tried
  const isMeant = wanted !== 'auto' || hasMark(formats[0])
  if (first && isMeant && first.bytes.length > 0) return first
  throw refuse(packed, { wanted: isMeant ? formats[0] : 'auto', field, fault: isMeant ? first?.fault : undefined })
}

/** Brotli and bare Deflate read much that never was either, so what was not asked for has to make sense. */
function isLikely({ format, bytes, restBytes }: Found): boolean {
  if (hasMark(format) || (format === 'deflate' && bytes.length > 0 && !restBytes)) return true
  return bytes.length > 0 && (findReadable(bytes) !== undefined || findSignature(bytes) !== undefined)
}

type Refused = { readonly wanted: Format | 'auto'; readonly field: string; readonly fault: Text | undefined }

function refuse(packed: Uint8Array, { wanted, field, fault }: Refused): AppError {
  const isUnknown = wanted === 'auto'
  const words = isUnknown ? ANY : toWords(FORMAT_WORDS[wanted])
  const { mime } = findSignature(packed) ?? {}
  const head = toHex(packed.subarray(0, 8), ' ')
  const got =
    mime && isUnknown ? { en: `${head} … (${mime})`, zh: `${head} …（${mime}）` } : (fault ?? (head ? `${head} …` : NOTHING))
  return new AppError('bad_input', { field, expected: words, got })
}

const toWords = ({ en, zh }: Text): Text => ({ en: `${en} data`, zh: `${zh} 数据` })
const ANY = {
  en: 'data packed with gzip, zlib, Deflate, Brotli, Zstandard, LZ4, xz or bzip2',
  zh: 'gzip、zlib、Deflate、Brotli、Zstandard、LZ4、xz 或 bzip2 压缩数据',
}
const NOTHING = { en: 'nothing', zh: '空内容' }
