import { toHex } from '../../../lib/bytes.ts'
import { sumPartly, sumSegment, toPseudoHeader } from '../checksum.ts'
import {
  flagsOf,
  joinWords,
  toHexNumber,
  type Dissector,
  type Kind,
  type Layer,
  type Next,
  type Packet,
  type Words,
} from '../layer.ts'
import { W } from '../words.ts'
import { toWrong } from './checksums.ts'
import { isText } from './text.ts'

const TCP_FLAGS = [
  [0x100, 'AE'],
  [0x80, 'CWR'],
  [0x40, 'ECE'],
  [0x20, 'URG'],
  [0x02, 'SYN'],
  [0x01, 'FIN'],
  [0x04, 'RST'],
  [0x08, 'PSH'],
  [0x10, 'ACK'],
] as const

/** Segments and datagrams: the checksum as the addresses, the protocol and the bytes want it. */
function readChecksum(layer: Layer, packet: Packet, { protocol, at, end }: { protocol: number; at: number; end: number }): void {
  const segment = layer.bytes.subarray(layer.start, end)
  layer.hex(W.checksum, 2, (value) => {
    if (value === 0 && protocol === UDP && packet.addresses?.source.length !== 16) return { en: 'not used', zh: '未使用' }
    if (!packet.addresses || end > layer.end) return W.unchecked
    const pseudo = toPseudoHeader(packet.addresses, protocol, segment.length)
    const right = sumSegment(segment, at, pseudo)
    // Of a sum of zero UDP sends ones (RFC 768).
    const wanted = protocol === UDP && right === 0 ? 0xffff : right
    if (value !== wanted && value === sumPartly(pseudo)) return toLeft(wanted)
    return value === wanted ? W.right : toWrong(layer, value, wanted)
  })
}

/** As in captures on the machine that sends. */
const toLeft = (right: number): Words => ({
  en: `left to the network card; ${toHexNumber(right, 2)} would be right`,
  zh: `留给网卡填写，正确值为 ${toHexNumber(right, 2)}`,
})

const TCP = 6
const UDP = 17

/** RFC 9293 §3.1. */
export const tcp: Dissector = (layer, packet) => {
  layer.name = 'TCP'
  packet.protocol = 'TCP'
  const source = layer.int(W.sourcePort, 2)
  const destination = layer.int(W.destinationPort, 2)
  packet.ports = [source, destination]
  const sequence = layer.int(W.sequence, 4)
  const acknowledged = layer.int({ en: 'Acknowledgment number', zh: '确认号' }, 4)
  const word = layer.peek(layer.at, 2)
  const size = (word >> 12) * 4
  layer.put({ en: 'Header length', zh: '首部长度' }, layer.at, 1, `${size} B`)
  const flags = flagsOf(word & 0x1ff, TCP_FLAGS)
  layer.put(W.flags, layer.at, 2, `0x${(word & 0xfff).toString(16).padStart(3, '0')}`, flags || W.none)
  layer.at += 2
  const window = layer.int({ en: 'Window', zh: '窗口' }, 2)
  readChecksum(layer, packet, { protocol: TCP, at: 16, end: layer.end })
  layer.int({ en: 'Urgent pointer', zh: '紧急指针' }, 2)
  if (size < 20) {
    layer.faults.push({ en: 'a header has 20 bytes at least', zh: '首部至少 20 字节' })
    return { kind: 'data', at: layer.at, end: layer.end }
  }
  const more = readTcpOptions(layer, layer.start + size)
  const length = Math.max(0, layer.end - layer.at)
  const ack = word & 0x10 ? ` Ack=${acknowledged}` : ''
  packet.info = `${source} → ${destination} [${flags}] Seq=${sequence}${ack} Win=${window} Len=${length}${more}`
  if (length === 0) return undefined
  return { kind: toTcpKind(layer, [source, destination]), at: layer.at, end: layer.end }
}

/** RFC 9293 §3.2, 7323, 2018, 7413, 8684 (IANA, “TCP Option Kind Numbers”). The sizes and times also go into the packet’s line. */
function readTcpOptions(layer: Layer, end: number): string {
  let info = ''
  while (layer.at < end) {
    const kind = layer.peek(layer.at, 1)
    if (kind === 0) {
      layer.add({ en: 'End of list', zh: '选项结束' }, Math.min(end, layer.end) - layer.at, '0')
      break
    }
    if (kind === 1) {
      layer.add({ en: 'No operation', zh: '空操作' }, 1, '1')
      continue
    }
    const size = layer.peek(layer.at + 1, 1)
    if (size < 2 || layer.at + size > end) throw new RangeError('length of an option')
    const at = layer.at
    const put = (name: Words, value: string, meaning?: Words) => layer.add(name, size, value, meaning)
    if (kind === 2 && size === 4) {
      const mss = layer.peek(at + 2, 2)
      put({ en: 'Maximum segment size', zh: '最大报文段（MSS）' }, String(mss))
      info += ` MSS=${mss}`
    } else if (kind === 3 && size === 3) {
      const shift = layer.peek(at + 2, 1)
      put({ en: 'Window scale', zh: '窗口扩大' }, String(shift), `× ${2 ** Math.min(shift, 14)}`)
      info += ` WS=${2 ** Math.min(shift, 14)}`
    } else if (kind === 4) {
      put({ en: 'SACK permitted', zh: '允许选择确认（SACK）' }, '4')
      info += ' SACK_PERM'
    } else if (kind === 5) {
      const edges: string[] = []
      for (let edge = at + 2; edge + 8 <= at + size; edge += 8) edges.push(`${layer.peek(edge, 4)}–${layer.peek(edge + 4, 4)}`)
      put({ en: 'Selective acknowledgment', zh: '选择确认（SACK）' }, edges.join(', '))
      info += ` SACK=${edges.join(',')}`
    } else if (kind === 8 && size === 10) {
      const [value, echo] = [layer.peek(at + 2, 4), layer.peek(at + 6, 4)]
      put({ en: 'Timestamps', zh: '时间戳' }, `${value}, ${echo}`)
      info += ` TSval=${value} TSecr=${echo}`
    } else {
      const named: Readonly<Record<number, Words>> = { 19: 'MD5', 29: 'TCP-AO', 30: 'MPTCP', 34: 'TCP Fast Open' }
      put(named[kind] ?? { en: `Option ${kind}`, zh: `选项 ${kind}` }, toHex(layer.bytes.subarray(at, at + size)))
    }
  }
  return info
}

const has = (ports: readonly number[], ...wanted: readonly number[]): boolean => ports.some((port) => wanted.includes(port))

/** A first line of a request, or of an answer. */
const SIP_OR_RTSP = /^(?:[A-Z_]{3,16} (?:sips?|rtsps?|\*)[^\r\n]*|)(?:SIP\/2\.0|RTSP\/[12]\.0)[ \r]/

/** What a segment carries, by how it begins; a port alone says little. */
function toTcpKind(layer: Layer, ports: readonly number[]): Kind {
  const bytes = layer.bytes.subarray(layer.at, layer.end)
  if (bytes.length > 5 && bytes[0]! >= 0x14 && bytes[0]! <= 0x18 && bytes[1] === 3 && bytes[2]! <= 4) return 'tls'
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  if (/^(?:HTTP\/1\.[01] |(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|CONNECT|TRACE) )/.test(start)) return 'http'
  if (SIP_OR_RTSP.test(start) && isText(bytes)) return 'http'
  if (has(ports, 53) && bytes.length > 14 && bytes[0]! * 256 + bytes[1]! + 2 === bytes.length) return 'dns-tcp'
  if (has(ports, 179) && bytes.length >= 19 && bytes.subarray(0, 16).every((byte) => byte === 0xff)) return 'bgp'
  if (has(ports, 1883) && bytes.length >= 2 && bytes[0]! >= 0x10) return 'mqtt'
  return isText(bytes) ? 'text' : 'data'
}

/** RFC 768. */
export const udp: Dissector = (layer, packet) => {
  layer.name = 'UDP'
  packet.protocol = 'UDP'
  const source = layer.int(W.sourcePort, 2)
  const destination = layer.int(W.destinationPort, 2)
  packet.ports = [source, destination]
  const length = layer.int(W.length, 2)
  const whole = layer.start + (length === 0 ? layer.end - layer.start : length)
  if (length > 0 && length < 8) layer.faults.push({ en: 'a datagram has 8 bytes at least', zh: '数据报至少 8 字节' })
  readChecksum(layer, packet, { protocol: UDP, at: 6, end: whole })
  const end = Math.max(layer.at, Math.min(layer.end, whole))
  packet.info = `${source} → ${destination} Len=${Math.max(0, whole - layer.at)}`
  if (end === layer.at) return undefined
  return { kind: toUdpKind(layer, [source, destination]), at: layer.at, end }
}

const STUN_COOKIE = 0x2112a442

function toUdpKind(layer: Layer, ports: readonly number[]): Kind {
  const bytes = layer.bytes.subarray(layer.at, layer.end)
  if (has(ports, 53, 5353, 5355)) return 'dns'
  if (has(ports, 67, 68) && bytes.length >= 240) return 'dhcp'
  if (has(ports, 123) && bytes.length >= 48) return 'ntp'
  if (has(ports, 4789)) return 'vxlan'
  if (bytes.length >= 20 && bytes[0]! < 4 && layer.peek(layer.at + 4, 4) === STUN_COOKIE) return 'stun'
  if (bytes.length >= 32 && bytes[0]! >= 1 && bytes[0]! <= 4 && layer.peek(layer.at + 1, 3) === 0) return 'wireguard'
  if (has(ports, 443, 8443, 784, 853) && bytes[0]! & 0x40) return 'quic'
  const kind = UDP_PORTS.find(([wanted, , fits]) => has(ports, ...wanted) && fits(bytes))?.[1]
  if (kind) return kind
  if (!isText(bytes)) return 'data'
  return SIP_OR_RTSP.test(new TextDecoder('latin1').decode(bytes.subarray(0, 200))) ? 'http' : 'text'
}

/** Ports, what they carry, and how it can be told from what else may go there. */
const UDP_PORTS: readonly (readonly [ports: readonly number[], kind: Kind, fits: (bytes: Uint8Array) => boolean])[] = [
  [[546, 547], 'dhcpv6', ([type = 0]) => type >= 1 && type <= 13],
  [[161, 162], 'snmp', ([tag]) => tag === 0x30],
  [[1812, 1813, 1645, 1646, 3799], 'radius', (bytes) => bytes.length >= 20 && bytes[2]! * 256 + bytes[3]! <= bytes.length],
  [[69], 'tftp', ([high, low = 0]) => high === 0 && low >= 1 && low <= 6],
  [[514], 'syslog', (bytes) => /^<\d{1,3}>/.test(String.fromCharCode(...bytes.subarray(0, 5)))],
  [[500], 'ike', (bytes) => isIke(bytes)],
  // Keys are agreed upon behind four zeros; anything else is encrypted, or one byte that keeps the way open (RFC 3948 §2).
  [[4500], 'ike', (bytes) => bytes.subarray(0, 4).every((byte) => byte === 0) && isIke(bytes.subarray(4))],
  [[4500], 'esp', (bytes) => bytes.length > 16],
  [[520, 521], 'rip', (bytes) => bytes.length >= 24 && (bytes.length - 4) % 20 === 0],
  [[6081], 'geneve', ([first = 255]) => first >> 6 === 0],
  [[2152], 'gtp', (bytes) => bytes.length >= 8 && bytes[0]! >> 4 === 3],
  [[3544], 'ip', ([first = 0]) => first >> 4 === 6],
  [[5683], 'coap', ([first = 0]) => first >> 6 === 1 && (first & 15) <= 8],
  [[1900], 'http', (bytes) => /^(?:M-SEARCH|NOTIFY|HTTP)/.test(String.fromCharCode(...bytes.subarray(0, 8)))],
]

const isIke = (bytes: Uint8Array): boolean => bytes.length >= 28 && (bytes[17]! >> 4 === 1 || bytes[17]! >> 4 === 2)

const SCTP_CHUNKS: Readonly<Record<number, string>> = {
  0: 'DATA',
  1: 'INIT',
  2: 'INIT ACK',
  3: 'SACK',
  4: 'HEARTBEAT',
  5: 'HEARTBEAT ACK',
  6: 'ABORT',
  7: 'SHUTDOWN',
  8: 'SHUTDOWN ACK',
  9: 'ERROR',
  10: 'COOKIE ECHO',
  11: 'COOKIE ACK',
  14: 'SHUTDOWN COMPLETE',
}

/** RFC 9260 §3: the common header, and its chunks by name. */
export const sctp: Dissector = (layer, packet): Next | undefined => {
  layer.name = 'SCTP'
  packet.protocol = 'SCTP'
  const source = layer.int(W.sourcePort, 2)
  const destination = layer.int(W.destinationPort, 2)
  packet.ports = [source, destination]
  layer.hex({ en: 'Verification tag', zh: '验证标签' }, 4)
  layer.hex({ en: 'Checksum (CRC-32C)', zh: '校验和（CRC-32C）' }, 4, () => W.unchecked)
  packet.info = `${source} → ${destination}`
  while (layer.left >= 4) {
    const kind = layer.peek(layer.at, 1)
    const length = layer.peek(layer.at + 2, 2)
    if (length < 4) throw new RangeError('length of a chunk')
    const name = SCTP_CHUNKS[kind] ?? `chunk ${kind}`
    packet.info = joinWords(packet.info, name)
    layer.raw(name, Math.min(layer.left, (length + 3) & ~3), `${length} B`)
  }
  return undefined
}
