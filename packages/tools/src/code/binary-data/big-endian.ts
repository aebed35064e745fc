import type { Bytes } from '../../lib/bytes.ts'

/** A number that is not negative as bytes, the highest first: so many, or as few as hold it. */
export function toBigEndian(number: bigint, size?: number): Bytes {
  const digits = number.toString(16)
  const width = size === undefined ? digits.length + (digits.length % 2) : size * 2
  return Uint8Array.from(digits.padStart(width, '0').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
