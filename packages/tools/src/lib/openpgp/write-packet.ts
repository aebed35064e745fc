import { concatBytes, type Bytes } from '../bytes.ts'
import { toNumberBytes } from '../keys/numbers.ts'

/** A packet in the present format (RFC 9580 §4.2.1). */
export function writePacket(tag: number, ...parts: readonly Uint8Array[]): Bytes {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  return concatBytes(Uint8Array.of(0xc0 | tag), writeLength(size), ...parts)
}

/** A part of a signature (RFC 9580 §5.2.3.7). */
export function writeSubpacket(type: number, ...parts: readonly Uint8Array[]): Bytes {
  const body = concatBytes(Uint8Array.of(type), ...parts)
  return concatBytes(writeLength(body.length), body)
}

function writeLength(size: number): Uint8Array {
  if (size < 192) return Uint8Array.of(size)
  if (size < 8_384) return Uint8Array.of(((size - 192) >> 8) + 192, (size - 192) & 255)
  return concatBytes(Uint8Array.of(255), toUint32(size))
}

export const toUint16 = (number: number): Bytes => toNumberBytes(BigInt(number), 2)
export const toUint32 = (number: number): Bytes => toNumberBytes(BigInt(number), 4)
export const toUint64 = (number: number): Bytes => toNumberBytes(BigInt(number), 8)

/** A number with its bits in front (RFC 9580 §3.2). */
export function writeMpi(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex((byte) => byte !== 0)
  const bare = start === -1 ? new Uint8Array() : bytes.subarray(start)
  const bits = bare.length === 0 ? 0 : 8 * bare.length - (Math.clz32(bare[0]!) - 24)
  return concatBytes(toUint16(bits), bare)
}
