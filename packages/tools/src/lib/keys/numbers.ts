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

/** Bits of the exponent taken at once. */
const WINDOW = 5

/** A power modulo a number, of a base and an exponent that are not negative. */
export function powMod(base: bigint, exponent: bigint, modulus: bigint): bigint {
  if (modulus === 1n) return 0n
  const bits = exponent.toString(2)
  const start = base % modulus
  if (bits.length <= 64) return powBits(start, bits, modulus)
  const table = [1n]
  for (let i = 1; i < 1 << WINDOW; i++) table.push((table[i - 1]! * start) % modulus)
  const whole = bits.padStart(Math.ceil(bits.length / WINDOW) * WINDOW, '0')
  let result = 1n
  for (let at = 0; at < whole.length; at += WINDOW) {
    for (let i = 0; i < WINDOW; i++) result = (result * result) % modulus
    const digit = Number.parseInt(whole.slice(at, at + WINDOW), 2)
    if (digit) result = (result * table[digit]!) % modulus
  }
  return result
}

function powBits(base: bigint, bits: string, modulus: bigint): bigint {
  let result = 1n
  for (const bit of bits) {
    result = (result * result) % modulus
    if (bit === '1') result = (result * base) % modulus
  }
  return result
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
