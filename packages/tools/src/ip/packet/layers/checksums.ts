import { sumSegment, toPseudoHeader } from '../checksum.ts'
import { toHexNumber, type Layer, type Packet, type Words } from '../layer.ts'
import { W } from '../words.ts'

/** A checksum that is not what the bytes add up to. */
export function toWrong(layer: Layer, value: number, right: number): Words {
  const shown = toHexNumber(right, 2)
  if (value === 0) return { en: `not written; ${shown} would be right`, zh: `未填写，正确值为 ${shown}` }
  layer.faults.push({ en: `the checksum is wrong: ${shown} would be right`, zh: `校验和错误，正确值为 ${shown}` })
  return { en: `wrong: ${shown} would be right`, zh: `错误，正确值为 ${shown}` }
}

/**
 * The checksum over a whole message; with the number of a `protocol`, over the addresses too, as ICMPv6, OSPF of IPv6 and VRRP 3
 * have it (RFC 8200 §8.1). `isEither`: programs differ in that, and both are right.
 */
export function readMessageChecksum(layer: Layer, packet: Packet, protocol?: number, isEither = false): void {
  const segment = layer.bytes.subarray(layer.start, layer.end)
  const at = layer.at - layer.start
  const isWhole = packet.addresses !== undefined && segment.length >= at + 2
  layer.hex(W.checksum, 2, (value) => {
    if (!isWhole || !packet.addresses) return W.unchecked
    const pseudo = protocol === undefined ? undefined : toPseudoHeader(packet.addresses, protocol, segment.length)
    const right = sumSegment(segment, at, pseudo)
    const isRight = value === right || (isEither && value === sumSegment(segment, at))
    return isRight ? W.right : toWrong(layer, value, right)
  })
}
