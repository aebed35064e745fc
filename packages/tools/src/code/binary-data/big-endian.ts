import type { Bytes } from '../../lib/bytes.ts'

/** A number that is not negative as bytes, the highest first: so many, or as few as hold it. */
export function toBigEndian(number: bigint, size = countBytes(number)): Bytes {
  const bytes = new Uint8Array(size)
  if (number <= MOST_EXACT) {
    let rest = Number(number)
    for (let at = size - 1; rest > 0; at--) {
      bytes[at] = rest % 256
      rest = Math.floor(rest / 256)
    }
    return bytes
  }
  let rest = number
  for (let at = size - 1; at >= 0; at--) {
    bytes[at] = Number(rest & 0xffn)
    rest >>= 8n
  }
  return bytes
}

const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER)

const countBytes = (number: bigint): number => Math.ceil(number.toString(16).length / 2)
