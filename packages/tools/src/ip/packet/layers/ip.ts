import { sumInternet } from '../checksum.ts'
import {
  flagsOf,
  nameOf,
  toHexNumber,
  type Dissector,
  type Kind,
  type Layer,
  type Next,
  type Packet,
  type Words,
} from '../layer.ts'
import { DSCP, ECN, IP_PROTOCOLS, W } from '../words.ts'
import { toWrong } from './checksums.ts'

const MIN_HEADER = 20

/** What a protocol number of IP leads to, in either version. */
const PROTOCOL_KINDS: Readonly<Record<number, Kind>> = {
  1: 'icmp',
  2: 'igmp',
  4: 'ip',
  6: 'tcp',
  17: 'udp',
  41: 'ip',
  47: 'gre',
  50: 'esp',
  51: 'ah',
  58: 'icmpv6',
  89: 'ospf',
  112: 'vrrp',
  132: 'sctp',
}

/** Headers that stand between that of IPv6 and what it carries (RFC 8200 §4). */
const EXTENSIONS: ReadonlySet<number> = new Set([0, 43, 44, 60, 135])

function toIpNext(layer: Layer, packet: Packet, protocol: number, end: number): Next {
  packet.protocol = IP_PROTOCOLS[protocol] ?? `IP ${protocol}`
  const kind = EXTENSIONS.has(protocol) ? 'ipv6-next' : (PROTOCOL_KINDS[protocol] ?? 'data')
  return { kind, at: layer.at, end, code: protocol }
}

/** IP of the version that its first four bits tell. */
export const ip: Dissector = (layer, packet) => (layer.peek(layer.at, 1) >> 4 === 6 ? ipv6(layer, packet) : ipv4(layer, packet))

function putTrafficClass(layer: Layer, offset: number, sizeBytes: number, value: number): void {
  layer.put({ en: 'DSCP', zh: '差分服务（DSCP）' }, offset, sizeBytes, String(value >> 2), DSCP[value >> 2])
  layer.put({ en: 'ECN', zh: '拥塞通知（ECN）' }, offset, sizeBytes, String(value & 3), ECN[value & 3])
}

const IP_FLAGS = [
  [4, 'reserved'],
  [2, 'DF'],
  [1, 'MF'],
] as const

/** RFC 791 §3.1. */
function ipv4(layer: Layer, packet: Packet): Next {
  layer.name = 'IPv4'
  const first = layer.peek(layer.at, 1)
  const size = (first & 15) * 4
  layer.put(W.version, layer.at, 1, String(first >> 4))
  layer.put({ en: 'Header length', zh: '首部长度' }, layer.at, 1, `${size} B`)
  if (first >> 4 !== 4) layer.faults.push({ en: `the version is ${first >> 4}, not 4`, zh: `版本为 ${first >> 4}，不是 4` })
  if (size < MIN_HEADER) layer.faults.push({ en: 'a header has 20 bytes at least', zh: '首部至少 20 字节' })
  layer.at += 1
  putTrafficClass(layer, layer.at, 1, layer.peek(layer.at, 1))
  layer.at += 1
  const total = layer.int({ en: 'Total length', zh: '总长度' }, 2, (value) =>
    value === 0 ? { en: 'left to the network card (TSO)', zh: '由网卡填写（TSO）' } : undefined,
  )
  layer.hex({ en: 'Identification', zh: '标识' }, 2)
  const fragment = layer.peek(layer.at, 2)
  const isMore = (fragment & 0x2000) !== 0
  const shift = (fragment & 0x1fff) * 8
  layer.put(
    W.flags,
    layer.at,
    2,
    flagsOf(fragment >> 13, IP_FLAGS) || '0',
    fragment & 0x4000 ? { en: 'do not fragment', zh: '不分片' } : undefined,
  )
  layer.put({ en: 'Fragment offset', zh: '分片偏移' }, layer.at, 2, `${shift} B`)
  layer.at += 2
  layer.int({ en: 'Time to live', zh: '生存时间（TTL）' }, 1)
  const protocol = layer.int(W.protocol, 1, nameOf(IP_PROTOCOLS))
  const header = layer.bytes.subarray(layer.start, Math.min(layer.end, layer.start + Math.max(size, MIN_HEADER)))
  const wanted = header.slice()
  wanted.fill(0, 10, 12)
  const right = sumInternet(wanted)
  const isWhole = header.length === Math.max(size, MIN_HEADER)
  layer.hex(W.checksum, 2, (value) => (!isWhole ? W.unchecked : value === right ? W.right : toWrong(layer, value, right)))
  packet.source = layer.ipv4(W.source)
  packet.destination = layer.ipv4(W.destination)
  readIpv4Options(layer, layer.start + size)
  const end = total === 0 ? layer.end : Math.min(layer.end, layer.start + total)
  if (total > layer.end - layer.start)
    layer.faults.push({
      en: `${layer.start + total - layer.end} bytes of the packet are missing`,
      zh: `报文缺少 ${layer.start + total - layer.end} 字节`,
    })
  packet.addresses = isMore || shift > 0 ? undefined : toAddresses(layer, layer.start + 12, 4)
  if (shift > 0) {
    packet.protocol = IP_PROTOCOLS[protocol] ?? `IP ${protocol}`
    packet.info = { en: `Fragment at ${shift} B`, zh: `分片，偏移 ${shift} B` }
    return { kind: 'data', at: layer.at, end }
  }
  return toIpNext(layer, packet, protocol, end)
}

const toAddresses = (layer: Layer, at: number, size: number) => ({
  source: layer.bytes.subarray(at, at + size),
  destination: layer.bytes.subarray(at + size, at + size * 2),
})

const IP_OPTIONS: Readonly<Record<number, Words>> = {
  0: { en: 'End of list', zh: '选项结束' },
  1: { en: 'No operation', zh: '空操作' },
  7: { en: 'Record route', zh: '记录路由' },
  68: { en: 'Timestamp', zh: '时间戳' },
  130: { en: 'Security', zh: '安全' },
  131: { en: 'Loose source route', zh: '宽松源路由' },
  137: { en: 'Strict source route', zh: '严格源路由' },
  148: { en: 'Router alert', zh: '路由器警告' },
}

function readIpv4Options(layer: Layer, end: number): void {
  while (layer.at < end) {
    const kind = layer.peek(layer.at, 1)
    const name = IP_OPTIONS[kind] ?? W.options
    if (kind === 0) return layer.add(name, Math.min(end, layer.end) - layer.at, '0')
    if (kind === 1) {
      layer.add(name, 1, '1')
      continue
    }
    const size = layer.peek(layer.at + 1, 1)
    if (size < 2 || layer.at + size > end) throw new RangeError('length of an option')
    layer.raw(name, size)
  }
}

/** RFC 8200 §3. */
function ipv6(layer: Layer, packet: Packet): Next {
  layer.name = 'IPv6'
  const head = layer.peek(layer.at, 4)
  layer.put(W.version, layer.at, 1, String(head >>> 28))
  putTrafficClass(layer, layer.at, 2, (head >>> 20) & 0xff)
  layer.put({ en: 'Flow label', zh: '流标签' }, layer.at + 1, 3, `0x${(head & 0xfffff).toString(16).padStart(5, '0')}`)
  layer.at += 4
  const length = layer.int({ en: 'Payload length', zh: '载荷长度' }, 2)
  const next = layer.int({ en: 'Next header', zh: '下一首部' }, 1, nameOf(IP_PROTOCOLS))
  layer.int(W.zeroTtl, 1)
  packet.source = layer.ipv6(W.source)
  packet.destination = layer.ipv6(W.destination)
  packet.addresses = toAddresses(layer, layer.start + 8, 16)
  const end = length === 0 && next !== 59 ? layer.end : Math.min(layer.end, layer.at + length)
  if (layer.at + length > layer.end)
    layer.faults.push({
      en: `${layer.at + length - layer.end} bytes of the packet are missing`,
      zh: `报文缺少 ${layer.at + length - layer.end} 字节`,
    })
  return toIpNext(layer, packet, next, end)
}

/** A header that stands between that of IPv6 and what it carries (RFC 8200 §4; RFC 6275 for mobility). */
export const ipv6Next: Dissector = (layer, packet) => {
  const kind = layer.code
  layer.name = IP_PROTOCOLS[kind] ?? 'IPv6'
  const next = layer.int({ en: 'Next header', zh: '下一首部' }, 1, nameOf(IP_PROTOCOLS))
  if (kind === 44) {
    layer.hex(W.reserved, 1)
    const fragment = layer.peek(layer.at, 2)
    const shift = fragment & 0xfff8
    layer.put({ en: 'Fragment offset', zh: '分片偏移' }, layer.at, 2, `${shift} B`)
    layer.put({ en: 'More fragments', zh: '还有分片' }, layer.at, 2, String(fragment & 1))
    layer.at += 2
    layer.hex({ en: 'Identification', zh: '标识' }, 4)
    packet.addresses = shift > 0 || fragment & 1 ? undefined : packet.addresses
    if (shift > 0) {
      packet.protocol = IP_PROTOCOLS[next] ?? `IP ${next}`
      packet.info = { en: `Fragment at ${shift} B`, zh: `分片，偏移 ${shift} B` }
      return { kind: 'data', at: layer.at, end: layer.end }
    }
    return toIpNext(layer, packet, next, layer.end)
  }
  const size = (layer.int(W.length, 1, (value) => `${(value + 1) * 8} B`) + 1) * 8
  if (kind === 43) {
    layer.int({ en: 'Routing type', zh: '路由类型' }, 1, nameOf({ 0: 'source route', 2: 'Mobile IPv6', 3: 'RPL', 4: 'SRv6' }))
    const left = layer.int({ en: 'Segments left', zh: '剩余段数' }, 1)
    // Its last address is where the packet goes, which the checksum goes by (RFC 8200 §8.1).
    if (left > 0) packet.addresses = undefined
  }
  layer.raw(W.options, layer.start + size - layer.at)
  return toIpNext(layer, packet, next, layer.end)
}

/** Authentication header (RFC 4302 §2). */
export const ah: Dissector = (layer, packet) => {
  layer.name = 'AH'
  packet.protocol = 'AH'
  const next = layer.int({ en: 'Next header', zh: '下一首部' }, 1, nameOf(IP_PROTOCOLS))
  const size = (layer.int(W.length, 1, (value) => `${(value + 2) * 4} B`) + 2) * 4
  layer.hex(W.reserved, 2)
  layer.hex('SPI', 4)
  layer.int(W.sequence, 4)
  layer.raw({ en: 'Integrity check value', zh: '完整性校验值' }, layer.start + size - layer.at)
  return toIpNext(layer, packet, next, layer.end)
}

/** Encapsulating security payload (RFC 4303 §2): what follows is encrypted. */
export const esp: Dissector = (layer, packet) => {
  layer.name = 'ESP'
  packet.protocol = 'ESP'
  const spi = layer.hex('SPI', 4)
  layer.int(W.sequence, 4)
  packet.info = `SPI ${toHexNumber(spi, 4)}`
  layer.raw({ en: 'Encrypted', zh: '密文' }, layer.left)
  return undefined
}
