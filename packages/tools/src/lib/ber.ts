import { joinBytes, type Bytes } from './bytes.ts'
import { DER, listDer, needDer, writeDer } from './der.ts'

/** A tag with this bit holds other values (X.690 §8.1.2.5). */
const HOLDS_VALUES = 0x20
/** Behind it stands no number: the values go on until two zeros (X.690 §8.1.3.6). */
const UNTIL_ZEROS = 0x80
/** Octets in pieces (X.690 §8.7.3). */
const PIECES = HOLDS_VALUES | DER.octets
const MAX_DEPTH = 32

/**
 * Writes values of BER as DER: lengths that were found by reading on are counted, and octets in pieces are joined. Some
 * programs write files of PKCS #12 so. Throws a RangeError where the bytes end too early.
 */
export function berToDer(bytes: Uint8Array): Bytes {
  const parts: Bytes[] = []
  for (let at = 0; at < bytes.length;) {
    const value = readBer(bytes, at, 0)
    parts.push(value.der)
    at = value.end
  }
  return joinBytes(parts)
}

/** Writes the first value as DER, whatever stands behind it. Throws a RangeError where the bytes end too early. */
export const firstBerToDer = (bytes: Uint8Array): Bytes => readBer(bytes, 0, 0).der

type BerValue = { readonly der: Bytes; readonly end: number }

function readBer(bytes: Uint8Array, at: number, depth: number): BerValue {
  if (depth > MAX_DEPTH) throw new RangeError(`expected at most ${MAX_DEPTH} values within each other`)
  const tag = bytes[at] ?? 0
  const { start, length } = readLength(bytes, at + 1)
  if (length === undefined && !(tag & HOLDS_VALUES)) throw new RangeError(`expected a length behind the tag ${tag}`)
  const end = length === undefined ? bytes.length : start + length
  if (end > bytes.length) throw new RangeError(`expected ${length} bytes of BER at ${start}, got ${bytes.length - start}`)
  if (!(tag & HOLDS_VALUES)) return { der: writeDer(tag, bytes.subarray(start, end)), end }
  const parts: Bytes[] = []
  let next = start
  while (length === undefined ? bytes[next] !== 0 || bytes[next + 1] !== 0 : next < end) {
    const part = readBer(bytes.subarray(0, end), next, depth + 1)
    parts.push(part.der)
    next = part.end
  }
  const content = joinBytes(parts)
  const der = tag === PIECES ? writeDer(DER.octets, joinPieces(content)) : writeDer(tag, content)
  return { der, end: length === undefined ? next + 2 : end }
}

/** What octets hold that stand one after the other. */
export function joinPieces(bytes: Uint8Array): Bytes {
  return joinBytes(listDer(bytes).map((value) => needDer(value, DER.octets).content))
}

function readLength(bytes: Uint8Array, at: number): { start: number; length: number | undefined } {
  const first = bytes[at]
  if (first === undefined) throw new RangeError(`expected a length at ${at}, got the end`)
  if (first < UNTIL_ZEROS) return { start: at + 1, length: first }
  if (first === UNTIL_ZEROS) return { start: at + 1, length: undefined }
  const start = at + 1 + (first & 0x7f)
  let length = 0
  for (const byte of bytes.subarray(at + 1, start)) length = length * 256 + byte
  return { start, length }
}
