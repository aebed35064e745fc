import { concatBytes, type Bytes } from '../../lib/bytes.ts'
import { toBigEndian } from './big-endian.ts'
import type { ValueWriter } from './write-values.ts'

/** Major types in the upper three bits of a head (RFC 8949 §3). */
const [UINT, NEGATIVE, BYTES, TEXT, LIST, MAP, TAG, SIMPLE] = [0, 1, 2, 3, 4, 5, 6, 7]
const [BIGNUM, NEGATIVE_BIGNUM] = [2n, 3n]
const WORDS = { false: 0xf4, true: 0xf5, null: 0xf6 } as const

/** CBOR with the shortest heads and floats (RFC 8949 §4.2.1), and bignums above 64 bits (§3.4.3). */
export const CBOR: ValueWriter = {
  word: (name) => Uint8Array.of(WORDS[name]),
  integer: (number) => {
    const magnitude = number < 0n ? -1n - number : number
    if (magnitude < 2n ** 64n) return toHead(number < 0n ? NEGATIVE! : UINT!, magnitude)
    const bytes = toBigEndian(magnitude)
    return concatBytes(toHead(TAG!, number < 0n ? NEGATIVE_BIGNUM : BIGNUM), toHead(BYTES!, BigInt(bytes.length)), bytes)
  },
  float: toFloat,
  text: (bytes) => concatBytes(toHead(TEXT!, BigInt(bytes.length)), bytes),
  listHead: (count) => toHead(LIST!, BigInt(count)),
  mapHead: (count) => toHead(MAP!, BigInt(count)),
}

function toHead(major: number, value: bigint): Bytes {
  if (value < 24n) return Uint8Array.of((major << 5) | Number(value))
  const size = [1, 2, 4].findIndex((bytes) => value < 1n << BigInt(8 * bytes))
  const power = size < 0 ? 3 : size
  return concatBytes(Uint8Array.of((major << 5) | (24 + power)), toBigEndian(value, 1 << power))
}

/** In 16, 32 or 64 bits, the fewest that keep it. */
function toFloat(number: number): Bytes {
  const half = findHalf(number)
  if (half !== undefined) return concatBytes(Uint8Array.of((SIMPLE! << 5) | 25), toBigEndian(BigInt(half), 2))
  const isSingle = Math.fround(number) === number
  const view = new DataView(new ArrayBuffer(isSingle ? 4 : 8))
  if (isSingle) view.setFloat32(0, number)
  else view.setFloat64(0, number)
  return concatBytes(Uint8Array.of((SIMPLE! << 5) | (isSingle ? 26 : 27)), new Uint8Array(view.buffer))
}

/** The bits of a number that 16 of them can hold: 11 digits in base 2, powers of two from −24 to 15. */
function findHalf(number: number): number | undefined {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0
  const magnitude = Math.abs(number)
  if (magnitude === 0) return sign
  if (magnitude > 65_504) return undefined
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)))
  const digits = magnitude / 2 ** (exponent - 10)
  if (!Number.isInteger(digits) || digits >= 2048) return undefined
  return sign | (digits < 1024 ? digits : ((exponent + 15) << 10) | (digits - 1024))
}
