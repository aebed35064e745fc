import { toHex, type Bytes } from '../bytes.ts'

/** Big-endian bytes as a number; none are 0. */
export function toNumber(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)
}

/** A number in big-endian bytes: as many as asked for, or as it needs. Throws a RangeError where it needs more. */
export function toNumberBytes(number: bigint, sizeBytes?: number): Bytes {
  const digits = number.toString(16)
  const size = sizeBytes ?? Math.ceil(digits.length / 2)
  if (number < 0n || digits.length > size * 2)
    throw new RangeError(`expected a number of ${size} bytes, got ${digits.length} digits`)
  const padded = digits.padStart(size * 2, '0')
  return Uint8Array.from({ length: size }, (_, i) => Number.parseInt(padded.slice(i * 2, i * 2 + 2), 16))
}

/** The greatest common divisor of numbers that are not negative. */
export function findDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

/** The inverse modulo a number above 1; nothing where there is none. */
export function findInverse(number: bigint, modulus: bigint): bigint | undefined {
  let [rest, divisor] = [((number % modulus) + modulus) % modulus, modulus]
  let [x, y] = [1n, 0n]
  while (rest !== 0n) {
    const quotient = divisor / rest
    ;[divisor, rest] = [rest, divisor % rest]
    ;[y, x] = [x, y - quotient * x]
  }
  return divisor === 1n ? ((y % modulus) + modulus) % modulus : undefined
}
