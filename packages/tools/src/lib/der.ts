import { concatBytes, toHex, type Bytes } from './bytes.ts'
import { decodeText, findText } from './charset.ts'

/** One value of DER (X.690 §8): its tag, its bytes, both with the length between them, and where it ends. */
export type DerValue = { readonly tag: number; readonly content: Uint8Array; readonly raw: Uint8Array; readonly end: number }

/** The values that stand one after the other in some bytes. Throws a RangeError where the bytes end too early. */
export function listDer(bytes: Uint8Array): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length;) {
    const value = readDer(bytes, at)
    values.push(value)
    at = value.end
  }
  return values
}

/** The first value, whatever stands behind it. Throws a RangeError where the bytes end too early. */
export const readFirst = (bytes: Uint8Array): DerValue => readDer(bytes, 0)

function readDer(bytes: Uint8Array, at: number): DerValue {
  const tag = bytes[at] ?? 0
  const first = bytes[at + 1] ?? 0
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + lengthBytes
  // 0x80 alone is a length that is found by reading on, which DER does not have (X.690 §10.1).
  const length = first < 0x80 ? first : Number(`0x${toHex(bytes.slice(at + 2, start))}`)
  const end = start + length
  if (!(end <= bytes.length)) throw new RangeError(`expected ${length} bytes of DER at ${start}, got ${bytes.length - start}`)
  return { tag, content: bytes.subarray(start, end), raw: bytes.subarray(at, end), end }
}

/** The values inside a value. */
export const listParts = ({ content }: DerValue): DerValue[] => listDer(content)

/** A value that has to be there, of one kind. Throws a RangeError where it is missing or another. */
export function needDer(value: DerValue | undefined, tag: number): DerValue {
  if (value?.tag === tag) return value
  throw new RangeError(`expected a value of tag ${tag}, got ${value ? `one of tag ${value.tag}` : 'nothing'}`)
}

/** An object identifier in dots (X.690 §8.19). */
export function toOid({ content }: Pick<DerValue, 'content'>): string {
  const numbers: bigint[] = []
  let number = 0n
  for (const byte of content) {
    number = (number << 7n) | BigInt(byte & 0x7f)
    if (byte >= 0x80) continue
    numbers.push(number)
    number = 0n
  }
  const [head = 0n, ...rest] = numbers
  const top = head < 80n ? head / 40n : 2n
  return [top, head - top * 40n, ...rest].join('.')
}

export const toAscii = ({ content }: DerValue): string => new TextDecoder().decode(content)

/** A whole number of DER; one with its first bit set is negative (X.690 §8.3). */
export function toInteger({ content }: Pick<DerValue, 'content'>): bigint {
  return content.length === 0 ? 0n : BigInt.asIntN(content.length * 8, BigInt(`0x${toHex(content)}`))
}

/** The text of a value of one of the kinds of character strings, by its tag; what is not UTF-8 where it should be is Latin-1. */
export function toText({ tag, content }: DerValue): string {
  if (tag === 0x1e) return new TextDecoder('utf-16be').decode(content)
  const text = tag === 0x14 ? undefined : findText(content, tag === 0x1c ? 'utf-32be' : 'utf-8')
  return text ?? decodeText(content, 'latin1')
}

/** Character strings: UTF-8, numeric, printable, Teletex, IA5, visible, general, universal, BMP. */
const TEXTS = new Set([0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1b, 0x1c, 0x1e])

/** Whether a value is a character string. */
export const isText = ({ tag }: DerValue): boolean => TEXTS.has(tag)

/** A text as it reads, and anything else in hexadecimal digits. */
export function toValueText(value: DerValue): string {
  return isText(value) ? toText(value) : toHex(value.raw)
}

/** A whole number in pairs of hex digits, with a minus where it is below zero, as serial numbers of some old certificates are. */
export function toSignedHex(value: DerValue): string {
  const number = toInteger(value)
  const digits = (number < 0n ? -number : number).toString(16)
  return `${number < 0n ? '-' : ''}${digits.padStart(digits.length + (digits.length % 2), '0')}`
}

/** The names of the bits that are set in a bit string (X.690 §8.6), the first bit the highest of the first byte. */
export function listBits({ content }: DerValue, names: readonly string[]): string[] {
  return names.filter((_, bit) => (content[1 + (bit >> 3)] ?? 0) & (0x80 >> (bit & 7)))
}

/** Tags (X.690 §8, X.680 §8.6). */
export const DER = { integer: 2, bits: 3, octets: 4, nothing: 5, oid: 6, sequence: 0x30 } as const

/**
 * Writes a value with what it holds.
 *
 * @example writeDer(DER.sequence, writeInteger(0n), writeOid('1.3.101.112'))
 */
export function writeDer(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const content = concatBytes(...parts)
  const { length } = content
  const digits = length.toString(16)
  const size =
    length < 0x80 ? [length] : (digits.padStart(digits.length + (digits.length % 2), '0').match(/../g) ?? []).map(toByte)
  return concatBytes(Uint8Array.of(tag, ...(length < 0x80 ? [] : [0x80 | size.length]), ...size), content)
}

const toByte = (digits: string): number => Number.parseInt(digits, 16)

/** A number that is not negative. */
export function writeInteger(number: bigint): Bytes {
  const digits = number.toString(16)
  const even = digits.padStart(digits.length + (digits.length % 2), '0')
  const bytes = Uint8Array.from(even.match(/../g) ?? [], toByte)
  return writeDer(DER.integer, (bytes[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(0), bytes)
}

/** An object identifier, given in dots. */
export function writeOid(oid: string): Bytes {
  const [top = 0, second = 0, ...rest] = oid.split('.').map(Number)
  return writeDer(DER.oid, Uint8Array.from([top * 40 + second, ...rest].flatMap(toSevenBits)))
}

function toSevenBits(number: number): number[] {
  const bytes = [number % 128]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift(0x80 | (left % 128))
  return bytes
}

/** Whole bytes as a bit string: no bit of the last byte is left over. */
export function writeBits(bytes: Uint8Array): Bytes {
  return writeDer(DER.bits, Uint8Array.of(0), bytes)
}
