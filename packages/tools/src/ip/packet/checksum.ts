import type { Addresses } from './layer.ts'

/** The Internet checksum over some parts, each of even length but the last (RFC 1071); 0 where theirs is right. */
export function sumInternet(...parts: readonly Uint8Array[]): number {
  let sum = 0
  for (const part of parts) {
    for (let at = 0; at + 1 < part.length; at += 2) sum += part[at]! * 256 + part[at + 1]!
    if (part.length % 2) sum += part[part.length - 1]! * 256
  }
  while (sum > 0xffff) sum = (sum % 0x1_0000) + Math.floor(sum / 0x1_0000)
  return ~sum & 0xffff
}

/** The checksum that should stand at `offset` of a segment: over the pseudo-header, if any, and the segment with zeros there. */
export function sumSegment(segment: Uint8Array, offset: number, pseudo?: Uint8Array): number {
  const copy = segment.slice()
  copy.fill(0, offset, offset + 2)
  return sumInternet(pseudo ?? new Uint8Array(), copy)
}

/** What a system writes that leaves the rest to its network card: the sum of the pseudo-header alone, not inverted. */
export const sumPartly = (pseudo: Uint8Array): number => ~sumInternet(pseudo) & 0xffff

/** What transport protocols add to their own bytes (RFC 9293 §3.1 for IPv4, RFC 8200 §8.1 for IPv6). */
export function toPseudoHeader({ source, destination }: Addresses, protocol: number, length: number): Uint8Array {
  const isWide = source.length === 16
  const header = new Uint8Array(isWide ? 40 : 12)
  header.set(source)
  header.set(destination, source.length)
  const view = new DataView(header.buffer)
  if (isWide) {
    view.setUint32(32, length)
    header[39] = protocol
  } else {
    header[9] = protocol
    view.setUint16(10, length)
  }
  return header
}
