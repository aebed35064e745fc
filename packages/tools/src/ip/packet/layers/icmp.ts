import { toHex } from '../../../lib/bytes.ts'
import { findDomainNames } from '../../../lib/dhcp/domain-names.ts'
import {
  flagsOf,
  joinWords,
  nameOf,
  toIpv6Text,
  type Dissector,
  type Layer,
  type Next,
  type Packet,
  type Words,
} from '../layer.ts'
import { W } from '../words.ts'
import { readMessageChecksum } from './checksums.ts'
import { readListener } from './multicast.ts'

const TYPES: Readonly<Record<number, Words>> = {
  0: { en: 'Echo reply', zh: '回显应答' },
  3: { en: 'Destination unreachable', zh: '目的不可达' },
  4: { en: 'Source quench', zh: '源抑制' },
  5: { en: 'Redirect', zh: '重定向' },
  8: { en: 'Echo request', zh: '回显请求' },
  9: { en: 'Router advertisement', zh: '路由器通告' },
  10: { en: 'Router solicitation', zh: '路由器请求' },
  11: { en: 'Time exceeded', zh: '超时' },
  12: { en: 'Parameter problem', zh: '参数错误' },
  13: { en: 'Timestamp request', zh: '时间戳请求' },
  14: { en: 'Timestamp reply', zh: '时间戳应答' },
}

const UNREACHABLE: readonly Words[] = [
  { en: 'network unreachable', zh: '网络不可达' },
  { en: 'host unreachable', zh: '主机不可达' },
  { en: 'protocol unreachable', zh: '协议不可达' },
  { en: 'port unreachable', zh: '端口不可达' },
  { en: 'fragmentation needed', zh: '需要分片' },
  { en: 'source route failed', zh: '源路由失败' },
  { en: 'network unknown', zh: '网络未知' },
  { en: 'host unknown', zh: '主机未知' },
  { en: 'source host isolated', zh: '源主机被隔离' },
  { en: 'network prohibited', zh: '禁止访问该网络' },
  { en: 'host prohibited', zh: '禁止访问该主机' },
  { en: 'network unreachable for the type of service', zh: '网络不支持该服务类型' },
  { en: 'host unreachable for the type of service', zh: '主机不支持该服务类型' },
  { en: 'administratively prohibited', zh: '被管理策略禁止' },
  { en: 'host precedence violation', zh: '违反主机优先级' },
  { en: 'precedence cut-off', zh: '优先级过低' },
]

const CODES: Readonly<Record<number, readonly Words[]>> = {
  3: UNREACHABLE,
  5: [
    { en: 'for the network', zh: '针对网络' },
    { en: 'for the host', zh: '针对主机' },
    { en: 'for the type of service and network', zh: '针对服务类型与网络' },
    { en: 'for the type of service and host', zh: '针对服务类型与主机' },
  ],
  11: [
    { en: 'TTL exceeded in transit', zh: '传输中 TTL 耗尽' },
    { en: 'fragment reassembly time exceeded', zh: '分片重组超时' },
  ],
}

/** Types whose message is the packet that caused them. */
const QUOTING: ReadonlySet<number> = new Set([3, 4, 5, 11, 12])

/** RFC 792. */
export const icmp: Dissector = (layer, packet) => {
  layer.name = 'ICMP'
  packet.protocol = 'ICMP'
  const type = layer.int(W.type, 1, nameOf(TYPES))
  const code = layer.int(W.code, 1, (value) => CODES[type]?.[value])
  readMessageChecksum(layer, packet)
  packet.info = joinWords(TYPES[type] ?? `type ${type}`, CODES[type]?.[code])
  if (type === 0 || type === 8 || type === 13 || type === 14) readEcho(layer, packet)
  else if (type === 12) {
    const at = layer.int({ en: 'Pointer', zh: '指针' }, 1)
    layer.hex(W.reserved, 3)
    packet.info = joinWords(packet.info, { en: `at byte ${at}`, zh: `第 ${at} 字节` })
  } else if (type === 5) layer.ipv4({ en: 'Gateway', zh: '网关' })
  else if (type === 3 && code === 4) {
    layer.hex(W.reserved, 2)
    const mtu = layer.int({ en: 'MTU of the next hop', zh: '下一跳 MTU' }, 2)
    packet.info = joinWords(packet.info, `MTU ${mtu}`)
  } else layer.hex(W.reserved, 4)
  if ((type === 13 || type === 14) && layer.left >= 12)
    for (const name of TIMES) layer.int(name, 4, (value) => (value < DAY_MS ? toClock(value) : undefined))
  return toRest(layer, packet, QUOTING.has(type))
}

const TIMES: readonly Words[] = [
  { en: 'Sent', zh: '发送时间' },
  { en: 'Received', zh: '接收时间' },
  { en: 'Sent back', zh: '回送时间' },
]
const DAY_MS = 86_400_000
/** Milliseconds since midnight in UTC (RFC 792); a number beyond them counts from elsewhere. */
const toClock = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

function readEcho(layer: Layer, packet: Packet): void {
  const id = layer.int(W.identifier, 2)
  const sequence = layer.int(W.sequence, 2)
  packet.info = joinWords(packet.info, `id ${id}, seq ${sequence}`)
}

function toRest(layer: Layer, packet: Packet, isQuoting: boolean): Next | undefined {
  packet.addresses = undefined
  if (layer.left === 0) return undefined
  return { kind: isQuoting ? 'ip' : 'data', at: layer.at, end: layer.end, isQuoted: isQuoting }
}

const TYPES6: Readonly<Record<number, Words>> = {
  1: { en: 'Destination unreachable', zh: '目的不可达' },
  2: { en: 'Packet too big', zh: '报文过大' },
  3: { en: 'Time exceeded', zh: '超时' },
  4: { en: 'Parameter problem', zh: '参数错误' },
  128: { en: 'Echo request', zh: '回显请求' },
  129: { en: 'Echo reply', zh: '回显应答' },
  130: { en: 'Multicast listener query', zh: '组播侦听者查询' },
  131: { en: 'Multicast listener report', zh: '组播侦听者报告' },
  132: { en: 'Multicast listener done', zh: '组播侦听者离开' },
  133: { en: 'Router solicitation', zh: '路由器请求' },
  134: { en: 'Router advertisement', zh: '路由器通告' },
  135: { en: 'Neighbour solicitation', zh: '邻居请求' },
  136: { en: 'Neighbour advertisement', zh: '邻居通告' },
  137: { en: 'Redirect', zh: '重定向' },
  143: { en: 'Multicast listener report (MLDv2)', zh: '组播侦听者报告（MLDv2）' },
}

const CODES6: Readonly<Record<number, readonly Words[]>> = {
  1: [
    { en: 'no route', zh: '没有路由' },
    { en: 'administratively prohibited', zh: '被管理策略禁止' },
    { en: 'beyond the scope of the source', zh: '超出源地址范围' },
    { en: 'address unreachable', zh: '地址不可达' },
    { en: 'port unreachable', zh: '端口不可达' },
    { en: 'source refused by policy', zh: '源地址被策略拒绝' },
    { en: 'route rejected', zh: '路由被拒绝' },
  ],
  3: [
    { en: 'hop limit exceeded in transit', zh: '传输中跳数耗尽' },
    { en: 'fragment reassembly time exceeded', zh: '分片重组超时' },
  ],
  4: [
    { en: 'wrong header field', zh: '首部字段错误' },
    { en: 'unknown next header', zh: '未知的下一首部' },
    { en: 'unknown option', zh: '未知选项' },
  ],
}

/** RFC 4443; neighbour discovery of RFC 4861, MLD of RFC 2710 and 3810. */
export const icmpv6: Dissector = (layer, packet) => {
  layer.name = 'ICMPv6'
  packet.protocol = 'ICMPv6'
  const type = layer.int(W.type, 1, nameOf(TYPES6))
  const code = layer.int(W.code, 1, (value) => CODES6[type]?.[value])
  readMessageChecksum(layer, packet, 58)
  packet.info = joinWords(TYPES6[type] ?? `type ${type}`, CODES6[type]?.[code])
  switch (type) {
    case 128:
    case 129:
      readEcho(layer, packet)
      break
    case 2:
      packet.info = joinWords(packet.info, `MTU ${layer.int('MTU', 4)}`)
      break
    case 133:
      layer.hex(W.reserved, 4)
      readNeighbourOptions(layer)
      break
    case 134:
      readRouter(layer)
      break
    case 130:
    case 131:
    case 132:
    case 143:
      readListener(layer, packet, type)
      break
    case 135:
    case 136:
    case 137:
      readNeighbour(layer, packet, type)
      break
    default:
      layer.hex(type === 4 ? { en: 'Pointer', zh: '指针' } : W.reserved, 4)
  }
  return toRest(layer, packet, type < 5)
}

const ND_FLAGS = [
  [0x80, 'router'],
  [0x40, 'solicited'],
  [0x20, 'override'],
] as const

function readNeighbour(layer: Layer, packet: Packet, type: number): void {
  if (type === 136) layer.hex(W.flags, 4, (value) => flagsOf(value >>> 24, ND_FLAGS) || W.none)
  else layer.hex(W.reserved, 4)
  const target = layer.ipv6({ en: 'Target', zh: '目标' })
  packet.info = joinWords(packet.info, target)
  if (type === 137) layer.ipv6(W.destination)
  readNeighbourOptions(layer)
}

const RA_FLAGS = [
  [0x80, 'M'],
  [0x40, 'O'],
] as const

function readRouter(layer: Layer): void {
  layer.int({ en: 'Hop limit for hosts', zh: '主机跳数限制' }, 1)
  layer.hex(W.flags, 1, (value) => flagsOf(value, RA_FLAGS) || W.none)
  layer.int({ en: 'Router lifetime', zh: '路由器有效期' }, 2, (value) => `${value} s`)
  layer.int({ en: 'Reachable time', zh: '可达时间' }, 4, (value) => `${value} ms`)
  layer.int({ en: 'Retransmission timer', zh: '重传间隔' }, 4, (value) => `${value} ms`)
  readNeighbourOptions(layer)
}

/** RFC 4861 §4.6; RFC 4191 for routes, 8106 for name servers, 8781 for NAT64, 8910 for the portal. */
function readNeighbourOptions(layer: Layer): void {
  while (layer.left >= 2) {
    const kind = layer.peek(layer.at, 1)
    const size = layer.peek(layer.at + 1, 1) * 8
    if (size === 0) throw new RangeError('length of an option')
    const end = layer.at + size
    const read = NEIGHBOUR_OPTIONS[kind]
    if (read) {
      layer.take(2)
      read(layer, end)
    } else layer.raw({ en: `Option ${kind}`, zh: `选项 ${kind}` }, size)
    if (layer.at < end) layer.raw(W.reserved, end - layer.at)
  }
}

const PREFIX_FLAGS = [
  [0x80, 'on-link'],
  [0x40, 'autonomous'],
  [0x20, 'router address'],
] as const
const PREFIX_LENGTH: Words = { en: 'Prefix length', zh: '前缀长度' }
const toPrefixName = (bits: number): Words => ({ en: `Prefix (/${bits})`, zh: `前缀（/${bits}）` })
const NEVER_ENDS = 0xffffffff
const toSeconds = (value: number): Words => (value === NEVER_ENDS ? { en: 'without end', zh: '永久' } : `${value} s`)
/** Of networks that translate IPv4, by three bits (RFC 8781 §4). */
const PREF64_LENGTHS = [96, 64, 56, 48, 40, 32]
const PREFERENCES: readonly Words[] = [
  { en: 'medium', zh: '中' },
  { en: 'high', zh: '高' },
  { en: 'reserved', zh: '保留' },
  { en: 'low', zh: '低' },
]

/** From behind the length of an option on. */
const NEIGHBOUR_OPTIONS: Readonly<Record<number, (layer: Layer, end: number) => void>> = {
  1: (layer) => layer.mac({ en: 'Source link-layer address', zh: '源链路层地址' }),
  2: (layer) => layer.mac({ en: 'Target link-layer address', zh: '目标链路层地址' }),
  3: (layer) => {
    const bits = layer.int(PREFIX_LENGTH, 1)
    layer.hex(W.flags, 1, (value) => flagsOf(value, PREFIX_FLAGS) || W.none)
    layer.int({ en: 'Valid lifetime', zh: '有效期' }, 4, toSeconds)
    layer.int({ en: 'Preferred lifetime', zh: '首选期' }, 4, toSeconds)
    layer.hex(W.reserved, 4)
    layer.ipv6(toPrefixName(bits))
  },
  5: (layer) => {
    layer.take(2)
    layer.int('MTU', 4)
  },
  14: (layer, end) => layer.raw({ en: 'Nonce', zh: '随机数' }, end - layer.at),
  24: (layer, end) => {
    const bits = layer.int(PREFIX_LENGTH, 1)
    layer.hex({ en: 'Preference', zh: '优先级' }, 1, (value) => PREFERENCES[(value >> 3) & 3])
    layer.int({ en: 'Lifetime of the route', zh: '路由有效期' }, 4, toSeconds)
    // As long as it has to be: 0, 8 or 16 bytes.
    const bytes = layer.take(end - layer.at)
    const prefix = new Uint8Array(16)
    prefix.set(bytes.subarray(0, 16))
    layer.put(toPrefixName(bits), end - bytes.length, bytes.length, toIpv6Text(prefix))
  },
  25: (layer, end) => {
    layer.take(2)
    layer.int({ en: 'Lifetime of name servers', zh: 'DNS 服务器有效期' }, 4, toSeconds)
    while (layer.at + 16 <= end) layer.ipv6({ en: 'Name server', zh: 'DNS 服务器' })
  },
  31: (layer, end) => {
    layer.take(2)
    layer.int({ en: 'Lifetime of the search list', zh: '搜索域有效期' }, 4, toSeconds)
    const bytes = layer.take(end - layer.at)
    // Filled up with zeros, each of which would be a name of its own.
    const names = findDomainNames(bytes)?.filter((name) => name !== '.')
    layer.put({ en: 'Search list', zh: 'DNS 搜索域' }, end - bytes.length, bytes.length, names?.join(', ') ?? toHex(bytes))
  },
  37: (layer, end) => layer.text({ en: 'Captive portal', zh: '门户认证地址' }, end - layer.at),
  38: (layer) => {
    const word = layer.peek(layer.at, 2)
    layer.add({ en: 'Lifetime of the NAT64 prefix', zh: 'NAT64 前缀有效期' }, 2, `${word & 0xfff8} s`)
    const prefix = new Uint8Array(16)
    prefix.set(layer.take(12))
    layer.put(
      { en: 'NAT64 prefix', zh: 'NAT64 前缀' },
      layer.at - 12,
      12,
      `${toIpv6Text(prefix)}/${PREF64_LENGTHS[word & 7] ?? '?'}`,
    )
  },
}
