import { AppError } from '@octet/core/errors.ts'
import { badCharacter } from './text-place.ts'

/** Bytes that own an ordinary buffer, as WebCrypto and Blob want them. */
export type Bytes = Uint8Array<ArrayBuffer>

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Copies bytes into an ordinary buffer of their own. */
export function toBytes(source: ArrayLike<number>): Bytes {
  return Uint8Array.from(source)
}

/** Joins a few parts into one array. */
export function concatBytes(...parts: readonly Uint8Array[]): Bytes {
  return joinBytes(parts)
}

/** Joins any number of parts: a call takes some 100,000 arguments at most. */
export function joinBytes(parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}

/** Whether two arrays hold the same bytes; takes the same time wherever they differ. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

/** A number whose highest byte comes first; exact up to six bytes. */
export const toUint = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

/** Lower-case hexadecimal digits, two per byte. */
export function toHex(bytes: Uint8Array, separator = ''): string {
  if (separator !== '' || bytes.length < LONG) return Array.from(bytes, (byte) => HEX[byte]).join(separator)
  const codes = new Uint8Array(2 * bytes.length)
  for (let at = 0; at < bytes.length; at++) {
    codes[2 * at] = HEX_CODES[bytes[at]! >> 4]!
    codes[2 * at + 1] = HEX_CODES[bytes[at]! & 15]!
  }
  return new TextDecoder().decode(codes)
}

/** Bytes above which their digits are written in one piece. */
const LONG = 256
const HEX_CODES = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))

/**
 * Hexadecimal digits without `0x` and `\x`; every character stays in its place. A single digit behind such a mark is a byte, as
 * programs write small ones.
 */
export function withoutHexMarks(text: string): string {
  return text.replaceAll(/(?:0x|\\x)((?:(?!0x)[\da-f])*)/gi, (_, digits: string) => (digits.length === 1 ? ' 0' : '  ') + digits)
}

/**
 * Reads hexadecimal bytes: `4a6f`, `4A 6F`, `4a:6f`, `0x4a, 0x6f`, `\x4a\x6f`.
 * Throws `bad_input` at the first character that is no digit, or for an odd number of digits.
 */
export function parseHex(text: string, field: string): Bytes {
  const digits = withoutHexMarks(text).replaceAll(/[\s:,;_-]/g, ' ')
  const offset = digits.search(/[^0-9a-f ]/i)
  if (offset >= 0) throw badCharacter({ field, text, offset, expected: { en: 'hexadecimal digits', zh: '十六进制数字' } })
  const dense = digits.replaceAll(' ', '')
  if (dense.length % 2) {
    const expected = { en: 'an even number of hexadecimal digits', zh: '偶数个十六进制数字' }
    throw new AppError('bad_input', { field, expected, got: dense.length })
  }
  const bytes = new Uint8Array(dense.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(dense.slice(i * 2, i * 2 + 2), 16)
  return bytes
}

/** Reads a whole Blob. */
export async function readBlob(blob: Blob): Promise<Bytes> {
  return new Uint8Array(await blob.arrayBuffer())
}

/** A size in words: `3 bytes`, `1.5 KiB`. */
export function toSizeText(sizeBytes: number): string {
  if (sizeBytes < 1024) return `${sizeBytes} B`
  const power = Math.min(4, Math.floor(Math.log2(sizeBytes) / 10))
  return `${(sizeBytes / 1024 ** power).toFixed(1)} ${['B', 'KiB', 'MiB', 'GiB', 'TiB'][power]}`
}
