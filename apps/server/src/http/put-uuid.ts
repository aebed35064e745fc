import { randomFillSync } from 'node:crypto'

const DASH = 45
const DIGITS = Buffer.from('0123456789abcdef', 'latin1')
const ID_BYTES = 16
const random = new Uint8Array(256 * ID_BYTES)
let used = random.length

/** Writes a random id (RFC 9562 §5.4) as 36 letters; like `randomUUID`, which makes a text of many parts. Gives the place behind it. */
export function putUuid(target: Uint8Array, at: number): number {
  if (used === random.length) {
    randomFillSync(random)
    used = 0
  }
  let to = at
  for (let i = 0; i < ID_BYTES; i++) {
    if (i === 4 || i === 6 || i === 8 || i === 10) target[to++] = DASH
    const byte = random[used + i]!
    const value = i === 6 ? (byte & 0x0f) | 0x40 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    target[to++] = DIGITS[value >>> 4]!
    target[to++] = DIGITS[value & 15]!
  }
  used += ID_BYTES
  return to
}
