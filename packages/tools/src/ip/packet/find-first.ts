import { sumInternet } from './checksum.ts'
import type { Kind } from './layer.ts'
import { ETHER_TYPES } from './words.ts'

/** What bytes without a capture’s head begin with, by what fits; undefined for bytes that begin with no header known here. */
export function findFirst(bytes: Uint8Array): Kind | undefined {
  if (isIpv4(bytes, 0) || isIpv6(bytes, 0)) return 'ip'
  const at = (offset: number) => (bytes[offset] ?? 0) * 256 + (bytes[offset + 1] ?? 0)
  if (bytes.length >= 14 && Object.hasOwn(ETHER_TYPES, at(12))) return 'ethernet'
  if (bytes.length >= 16 && at(0) <= 4 && Object.hasOwn(ETHER_TYPES, at(14))) return 'sll'
  if (bytes.length >= 20 && at(2) === 0 && bytes[10]! <= 4 && Object.hasOwn(ETHER_TYPES, at(0))) return 'sll2'
  if (isIpv4(bytes, 4) || isIpv6(bytes, 4)) return 'loopback'
  // IEEE 802.3 with a length.
  if (bytes.length >= 17 && at(12) >= 3 && at(12) <= bytes.length - 14 && at(12) <= 1500) return 'ethernet'
  return undefined
}

function isIpv4(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at] ?? 0
  const size = (first & 15) * 4
  if (first >> 4 !== 4 || size < 20 || bytes.length < at + size) return false
  const total = bytes[at + 2]! * 256 + bytes[at + 3]!
  // The checksum settles it; without one, as cards that write it leave it, lengths that fit.
  return sumInternet(bytes.subarray(at, at + size)) === 0 || (total >= size && total <= bytes.length - at)
}

function isIpv6(bytes: Uint8Array, at: number): boolean {
  if ((bytes[at] ?? 0) >> 4 !== 6 || bytes.length < at + 40) return false
  return bytes[at + 4]! * 256 + bytes[at + 5]! <= bytes.length - at - 40
}
