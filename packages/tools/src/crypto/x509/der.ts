import { toHex } from '../../lib/bytes.ts'

/** One value of DER (X.690 §8): its tag, its bytes, and where it ends. */
export type DerValue = { readonly tag: number; readonly content: Uint8Array; readonly end: number }

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

function readDer(bytes: Uint8Array, at: number): DerValue {
  const tag = bytes[at] ?? 0
  const first = bytes[at + 1] ?? 0
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const start = at + 2 + lengthBytes
  const length = lengthBytes === 0 ? first : Number(`0x${toHex(bytes.slice(at + 2, start))}`)
  const end = start + length
  if (!(end <= bytes.length)) throw new RangeError(`expected ${length} bytes of DER at ${start}, got ${bytes.length - start}`)
  return { tag, content: bytes.subarray(start, end), end }
}

/** The values inside a value. */
export const listParts = ({ content }: DerValue): DerValue[] => listDer(content)

/** An object identifier in dots (X.690 §8.19). */
export function toOid({ content }: DerValue): string {
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
