import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { crc32 } from '../../lib/crc32.ts'
import type { Content } from './archive.ts'
import { unpackBzip2 } from '../../lib/unpack/bzip2.ts'
import { unpackDeflate } from './inflate.ts'
import { MISMATCH, refuseBomb, toCut, type Unpacked } from '../../lib/unpack/unpacked.ts'
import { unpackXz } from './xz.ts'
import { unpackZstd } from './zstd.ts'

/** First bytes of the record before a content, and its size without name and extra field (APPNOTE 6.3 §4.3.7). */
const [LOCAL, LOCAL_BYTES] = [0x04034b50, 30]
const STORED = 0
/** Methods of §4.4.5 that are met and read here. */
const METHODS: Readonly<Record<number, (packed: Bytes) => Promise<Unpacked>>> = {
  [STORED]: async (packed) => (refuseBomb(packed.length), { bytes: packed }),
  8: (packed) => unpackDeflate(packed, true),
  12: unpackBzip2,
  93: unpackZstd,
  95: unpackXz,
}

/** What the directory of a ZIP file says of a content. */
export type ZipPlace = {
  readonly isLocked: boolean
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  readonly sizeBytes: number
  readonly start: number
}

/** Unpacks a content and compares its size and CRC-32. What came before a fault is kept. */
export async function readZipContent(bytes: Bytes, place: ZipPlace): Promise<Content> {
  const unpack = METHODS[place.method]
  if (place.isLocked) throw refuse(LOCKED)
  if (!unpack) throw refuse(toMethodWords(place.method))
  const packed = findPacked(bytes, place)
  const found = packed ? await unpack(packed) : { bytes: new Uint8Array(), fault: WITHOUT_HEAD }
  const isCut = packed !== undefined && packed.length < place.packedBytes
  const isRight = found.bytes.length === place.sizeBytes && crc32(found.bytes) === place.crc
  const fault = isCut ? toCut(bytes.length) : (found.fault ?? (isRight ? undefined : MISMATCH))
  return { bytes: found.bytes, packedBytes: place.packedBytes, fault }
}

/** The packed bytes, behind a record of their own whose name and extra field may be other than those of the directory. */
function findPacked(bytes: Bytes, { start, packedBytes }: ZipPlace): Bytes | undefined {
  if (start + LOCAL_BYTES > bytes.length) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset + start, LOCAL_BYTES)
  if (view.getUint32(0, true) !== LOCAL) return undefined
  const from = start + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  return bytes.subarray(from, from + packedBytes)
}

const refuse = (reason: Text) => new AppError('unsupported_value', { got: 'ZIP', reason })

const LOCKED: Text = {
  en: 'the entry is encrypted; unpack it with a program that asks for the password',
  zh: '该条目已加密，请使用可输入密码的解压软件',
}
const WITHOUT_HEAD: Text = { en: 'damaged data: the directory points to no content', zh: '已损坏的数据：目录所指的位置没有内容' }

const toMethodWords = (method: number): Text => ({
  en: `its compression method (number ${method}) is not supported here`,
  zh: `此处不支持其压缩方法（编号 ${method}）`,
})
