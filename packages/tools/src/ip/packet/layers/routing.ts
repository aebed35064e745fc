import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { toHex } from '../../../lib/bytes.ts'
import { sumInternet } from '../checksum.ts'
import { joinWords, nameOf, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'
import { readMessageChecksum, toWrong } from './checksums.ts'

const OSPF_TYPES: Readonly<Record<number, Words>> = {
  1: 'Hello',
  2: 'Database description',
  3: 'Link state request',
  4: 'Link state update',
  5: 'Link state acknowledgment',
}
const AUTHENTICATION: Readonly<Record<number, Words>> = {
  0: W.none,
  1: { en: 'password', zh: '明文密码' },
  2: { en: 'cryptographic', zh: '加密认证' },
}
const PRIORITY: Words = { en: 'Priority', zh: '优先级' }
const HELLO_INTERVAL: Words = { en: 'Hello interval', zh: 'Hello 间隔' }
const DEAD_INTERVAL: Words = { en: 'Dead interval', zh: '失效间隔' }
const seconds = (value: number) => `${value} s`

/** Routers of one network (RFC 2328, appendix A.3; RFC 5340, appendix A.3). What stands in link states is not read. */
export const ospf: Dissector = (layer, packet) => {
  const version = layer.int(W.version, 1)
  layer.name = version === 3 ? 'OSPFv3' : 'OSPF'
  packet.protocol = 'OSPF'
  const type = layer.int(W.type, 1, nameOf(OSPF_TYPES))
  const length = layer.int(W.length, 2)
  const end = Math.min(layer.end, layer.start + length)
  const router = layer.ipv4({ en: 'Router', zh: '路由器标识' })
  const area = layer.ipv4({ en: 'Area', zh: '区域' })
  packet.info = joinWords(nameOf(OSPF_TYPES)(type) ?? `type ${type}`, {
    en: `router ${router}, area ${area}`,
    zh: `路由器 ${router}，区域 ${area}`,
  })
  if (version === 3) {
    readMessageChecksum(layer, packet, 89)
    layer.int({ en: 'Instance', zh: '实例' }, 1)
    layer.hex(W.reserved, 1)
  } else {
    readChecksum(layer, end)
    layer.int({ en: 'Authentication', zh: '认证' }, 2, nameOf(AUTHENTICATION))
    layer.raw({ en: 'Proof', zh: '认证数据' }, 8)
  }
  if (type === 1) readHello(layer, version === 3, end)
  if (layer.at < end) layer.raw(W.payload, end - layer.at)
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** Over all but the eight bytes that prove the sender; none where a secret key proves all of it (RFC 2328 §D.4). */
function readChecksum(layer: Layer, end: number): void {
  const head = layer.bytes.slice(layer.start, layer.start + 16)
  const isSecret = layer.peek(layer.at + 2, 2) === 2
  head.fill(0, 12, 14)
  const right = sumInternet(head, layer.bytes.subarray(layer.start + 24, end))
  layer.hex(W.checksum, 2, (value) => (isSecret ? undefined : value === right ? W.right : toWrong(layer, value, right)))
}

function readHello(layer: Layer, isNew: boolean, end: number): void {
  if (isNew) {
    layer.int({ en: 'Interface', zh: '接口编号' }, 4)
    layer.int(PRIORITY, 1)
    layer.hex(W.options, 3)
    layer.int(HELLO_INTERVAL, 2, seconds)
    layer.int(DEAD_INTERVAL, 2, seconds)
  } else {
    layer.ipv4({ en: 'Mask', zh: '掩码' })
    layer.int(HELLO_INTERVAL, 2, seconds)
    layer.hex(W.options, 1)
    layer.int(PRIORITY, 1)
    layer.int(DEAD_INTERVAL, 4, seconds)
  }
  layer.ipv4({ en: 'Designated router', zh: '指定路由器（DR）' })
  layer.ipv4({ en: 'Backup designated router', zh: '备份指定路由器（BDR）' })
  while (layer.at + 4 <= end) layer.ipv4({ en: 'Neighbour', zh: '邻居' })
}

/** One address of several routers (RFC 3768 §5.1; RFC 9568 §5.1 for version 3, which IPv6 has too). */
export const vrrp: Dissector = (layer, packet) => {
  layer.name = 'VRRP'
  packet.protocol = 'VRRP'
  const version = layer.peek(layer.at, 1) >> 4
  layer.int({ en: 'Version and type', zh: '版本与类型' }, 1, () => `VRRP ${version}`)
  const id = layer.int({ en: 'Virtual router', zh: '虚拟路由器（VRID）' }, 1)
  const priority = layer.int(
    PRIORITY,
    1,
    nameOf({ 0: { en: 'gives up', zh: '放弃主用' }, 255: { en: 'owns the address', zh: '地址拥有者' } }),
  )
  const count = layer.int({ en: 'Number of addresses', zh: '地址数' }, 1)
  if (version === 3) layer.int({ en: 'Interval', zh: '通告间隔' }, 2, (value) => `${(value & 0xfff) / 100} s`)
  else {
    layer.int({ en: 'Authentication', zh: '认证' }, 1, nameOf(AUTHENTICATION))
    layer.int({ en: 'Interval', zh: '通告间隔' }, 1, seconds)
  }
  const isIpv6 = packet.addresses?.source.length === 16
  // Of version 3 some programs leave the addresses of IPv4 out.
  readMessageChecksum(layer, packet, version === 3 ? 112 : undefined, !isIpv6)
  const addresses = Array.from({ length: count }, () => (isIpv6 ? layer.ipv6(ADDRESS) : layer.ipv4(ADDRESS)))
  packet.info = joinWords(
    { en: `Router ${id}, priority ${priority}`, zh: `路由器 ${id}，优先级 ${priority}` },
    addresses.slice(0, 3).join(', '),
  )
  if (version === 2 && layer.left >= 8) layer.raw({ en: 'Proof', zh: '认证数据' }, 8)
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

const ADDRESS: Words = { en: 'Address', zh: '地址' }

const BGP_TYPES = ['', 'OPEN', 'UPDATE', 'NOTIFICATION', 'KEEPALIVE', 'ROUTE-REFRESH']
const BGP_ERRORS: Readonly<Record<number, Words>> = {
  1: { en: 'message header', zh: '报文首部错误' },
  2: { en: 'OPEN message', zh: 'OPEN 报文错误' },
  3: { en: 'UPDATE message', zh: 'UPDATE 报文错误' },
  4: { en: 'hold timer expired', zh: '保持定时器超时' },
  5: { en: 'finite state machine', zh: '状态机错误' },
  6: { en: 'cease', zh: '终止' },
}
const CEASE: Readonly<Record<number, Words>> = {
  1: { en: 'too many prefixes', zh: '前缀数达上限' },
  2: { en: 'shut down by the administrator', zh: '管理员关闭' },
  3: { en: 'peer removed', zh: '对等体被删除' },
  4: { en: 'reset by the administrator', zh: '管理员重置' },
  5: { en: 'connection rejected', zh: '连接被拒绝' },
  6: { en: 'configuration changed', zh: '配置变更' },
  7: { en: 'connection collision', zh: '连接冲突' },
  8: { en: 'out of resources', zh: '资源不足' },
}
const CAPABILITIES: Readonly<Record<number, string>> = {
  1: 'multiprotocol',
  2: 'route refresh',
  5: 'extended next hop',
  6: 'extended message',
  9: 'role',
  64: 'graceful restart',
  65: '4-octet AS',
  69: 'ADD-PATH',
  70: 'enhanced route refresh',
  73: 'FQDN',
}
const ATTRIBUTES: Readonly<Record<number, Words>> = {
  1: 'ORIGIN',
  2: 'AS_PATH',
  3: 'NEXT_HOP',
  4: 'MULTI_EXIT_DISC',
  5: 'LOCAL_PREF',
  6: 'ATOMIC_AGGREGATE',
  7: 'AGGREGATOR',
  8: 'COMMUNITIES',
  9: 'ORIGINATOR_ID',
  10: 'CLUSTER_LIST',
  14: 'MP_REACH_NLRI',
  15: 'MP_UNREACH_NLRI',
  16: 'EXTENDED COMMUNITIES',
  17: 'AS4_PATH',
  18: 'AS4_AGGREGATOR',
  32: 'LARGE_COMMUNITY',
  35: 'ONLY_TO_CUSTOMER',
}
const BGP_HEAD = 19
/** Prefixes and messages that are read of one packet. */
const MAX_PREFIXES = 500

/** Networks among each other: messages of BGP as they follow on each other in a segment (RFC 4271 §4; RFC 5492, 6793, 8092). */
export const bgp: Dissector = (layer, packet) => {
  layer.name = 'BGP'
  packet.protocol = 'BGP'
  const lines: Words[] = []
  while (layer.left >= BGP_HEAD) {
    layer.raw({ en: 'Marker', zh: '标记' }, 16)
    const length = layer.int(W.length, 2)
    const type = layer.int(W.type, 1, (value) => BGP_TYPES[value])
    if (length < BGP_HEAD) throw new RangeError('length of a message')
    const end = layer.at + length - BGP_HEAD
    const name = BGP_TYPES[type] ?? `type ${type}`
    const read = { 1: readOpen, 2: readUpdate, 3: readNotification }[type]
    lines.push(joinWords(name, end > layer.end ? undefined : read?.(layer, end)))
    packet.info = lines.reduce((line, word) => joinWords(line, word))
    if (layer.at < end && layer.left > 0) layer.raw(W.payload, Math.min(end, layer.end) - layer.at)
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readOpen(layer: Layer, end: number): Words {
  layer.int(W.version, 1)
  let asn = layer.int({ en: 'AS', zh: '自治系统（AS）' }, 2)
  layer.int({ en: 'Hold time', zh: '保持时间' }, 2, seconds)
  const id = layer.ipv4({ en: 'Router', zh: '路由器标识' })
  layer.int({ en: 'Length of parameters', zh: '参数长度' }, 1)
  while (layer.at + 2 <= end) {
    const [kind, size] = [layer.peek(layer.at, 1), layer.peek(layer.at + 1, 1)]
    layer.take(2)
    const stop = layer.at + size
    const codesEnd = kind === 2 ? stop : layer.at
    while (layer.at + 2 <= codesEnd) {
      const [code, length] = [layer.peek(layer.at, 1), layer.peek(layer.at + 1, 1)]
      const bytes = layer.take(2 + length).subarray(2)
      if (code === 65 && length === 4) asn = layer.peek(layer.at - 4, 4)
      const text = code === 65 && length === 4 ? String(asn) : toHex(bytes)
      layer.put(
        { en: 'Capability', zh: '能力' },
        layer.at - 2 - length,
        2 + length,
        text,
        nameOf(CAPABILITIES)(code) ?? String(code),
      )
    }
    if (layer.at < stop) layer.raw({ en: 'Parameter', zh: '参数' }, stop - layer.at)
  }
  return `AS${asn}, ${id}`
}

function readNotification(layer: Layer): Words {
  const code = layer.int({ en: 'Error', zh: '错误' }, 1, nameOf(BGP_ERRORS))
  const detail = layer.int({ en: 'Detail', zh: '错误子码' }, 1, code === 6 ? nameOf(CEASE) : undefined)
  return joinWords(nameOf(BGP_ERRORS)(code) ?? String(code), code === 6 ? nameOf(CEASE)(detail) : String(detail))
}

function readUpdate(layer: Layer, end: number): Words {
  const withdrawn = layer.int({ en: 'Length of withdrawn routes', zh: '撤销路由长度' }, 2)
  const gone = readPrefixes(layer, { name: { en: 'Withdrawn', zh: '撤销' }, end: layer.at + withdrawn })
  const size = layer.int({ en: 'Length of attributes', zh: '路径属性长度' }, 2)
  const stop = layer.at + size
  let path = ''
  while (layer.at + 3 <= stop) {
    const from = layer.at
    const isLong = (layer.peek(from, 1) & 0x10) !== 0
    const code = layer.peek(from + 1, 1)
    const length = layer.peek(from + 2, isLong ? 2 : 1)
    layer.take(isLong ? 4 : 3)
    const bytes = layer.take(length)
    const text = toAttribute(code, bytes)
    if (code === 2) path = text
    layer.put(nameOf(ATTRIBUTES)(code) ?? { en: `Attribute ${code}`, zh: `属性 ${code}` }, from, layer.at - from, text)
  }
  const added = readPrefixes(layer, { name: { en: 'Prefix', zh: '前缀' }, end })
  const parts: Words[] = [
    added.length > 0 ? listed(added) : '',
    path === '' ? '' : { en: `path ${path}`, zh: `路径 ${path}` },
    gone.length > 0 ? { en: `withdrawn: ${listed(gone)}`, zh: `撤销 ${listed(gone)}` } : '',
  ]
  return parts.reduce((line, word) => joinWords(line, word))
}

const listed = (prefixes: readonly string[]): string => prefixes.slice(0, 3).join(', ') + (prefixes.length > 3 ? ', …' : '')

/** A length in bits and as many bytes as it needs (RFC 4271 §4.3). */
function readPrefixes(layer: Layer, { name, end }: { name: Words; end: number }): string[] {
  const found: string[] = []
  while (layer.at < end && found.length < MAX_PREFIXES) {
    const bits = layer.peek(layer.at, 1)
    if (bits > 32) throw new RangeError('length of a prefix')
    const size = (bits + 7) >> 3
    const bytes = layer.take(1 + size).subarray(1)
    const address = bytes.reduce((sum, byte, index) => sum + byte * 2 ** (24 - 8 * index), 0)
    found.push(`${formatIpv4(address)}/${bits}`)
    layer.put(name, layer.at - 1 - size, 1 + size, found.at(-1)!)
  }
  return found
}

function toAttribute(code: number, bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const each = (size: number, write: (at: number) => string) =>
    bytes.length % size === 0 ? Array.from({ length: bytes.length / size }, (_, i) => write(i * size)).join(' ') : toHex(bytes)
  if (code === 1 && bytes.length === 1) return ['IGP', 'EGP', 'INCOMPLETE'][bytes[0]!] ?? String(bytes[0])
  if (code === 2 || code === 17) return toPath(view, 4) ?? toPath(view, 2) ?? toHex(bytes)
  if ((code === 3 || code === 9) && bytes.length === 4) return formatIpv4(view.getUint32(0))
  if ((code === 4 || code === 5 || code === 35) && bytes.length === 4) return String(view.getUint32(0))
  if (code === 8) return each(4, (at) => `${view.getUint16(at)}:${view.getUint16(at + 2)}`)
  if (code === 10) return each(4, (at) => formatIpv4(view.getUint32(at)))
  if (code === 32) return each(12, (at) => [0, 4, 8].map((step) => view.getUint32(at + step)).join(':'))
  return toHex(bytes)
}

/** Segments of numbers of two or four bytes each, which only the lengths tell apart; sets in braces. */
function toPath(view: DataView, size: 2 | 4): string | undefined {
  const parts: string[] = []
  for (let at = 0; at < view.byteLength;) {
    if (at + 2 > view.byteLength) return undefined
    const [kind, count] = [view.getUint8(at), view.getUint8(at + 1)]
    if (kind < 1 || kind > 4 || count === 0 || at + 2 + count * size > view.byteLength) return undefined
    const numbers = Array.from({ length: count }, (_, i) =>
      size === 4 ? view.getUint32(at + 2 + i * 4) : view.getUint16(at + 2 + i * 2),
    )
    parts.push(toSegment(kind, numbers))
    at += 2 + count * size
  }
  return parts.join(' ')
}

/** Sets in braces, parts of a confederation in parentheses, as routers write them (RFC 4271 §4.3, RFC 5065 §3). */
function toSegment(kind: number, numbers: readonly number[]): string {
  const text = numbers.join(kind === 1 || kind === 4 ? ',' : ' ')
  const isSet = kind === 1 || kind === 4
  return kind > 2 ? (isSet ? `[${text}]` : `(${text})`) : isSet ? `{${text}}` : text
}

const RIP_COMMANDS: Readonly<Record<number, Words>> = { 1: { en: 'request', zh: '请求' }, 2: { en: 'response', zh: '响应' } }

/** Distances to networks (RFC 2453 §4; RFC 2080 §2 for IPv6). */
export const rip: Dissector = (layer, packet) => {
  const isIpv6 = packet.ports?.includes(521) === true
  layer.name = isIpv6 ? 'RIPng' : 'RIP'
  packet.protocol = String(layer.name)
  const command = layer.int({ en: 'Command', zh: '命令' }, 1, nameOf(RIP_COMMANDS))
  layer.int(W.version, 1)
  layer.hex(W.reserved, 2)
  let count = 0
  for (; layer.left >= 20; count++) readRoute(layer, isIpv6)
  packet.info = joinWords(nameOf(RIP_COMMANDS)(command) ?? `command ${command}`, {
    en: `routes: ${count}`,
    zh: `路由 ${count} 条`,
  })
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

function readRoute(layer: Layer, isIpv6: boolean): void {
  const at = layer.at
  const name: Words = { en: 'Route', zh: '路由' }
  if (isIpv6) {
    const prefix = toIpv6Text(layer.take(20).subarray(0, 16))
    return layer.put(name, at, 20, `${prefix}/${layer.peek(at + 18, 1)}`, toMetric(layer.peek(at + 19, 1)))
  }
  const family = layer.peek(at, 2)
  const [address, mask, hop] = [4, 8, 12].map((offset) => formatIpv4(layer.peek(at + offset, 4)))
  const metric = toMetric(layer.peek(at + 16, 4))
  layer.take(20)
  if (family === 0xffff) layer.put({ en: 'Authentication', zh: '认证' }, at, 20, toHex(layer.bytes.subarray(at + 4, at + 20)))
  else layer.put(name, at, 20, `${address} ${mask}${hop === '0.0.0.0' ? '' : ` → ${hop}`}`, metric)
}

const toMetric = (metric: number): Words =>
  metric >= 16 ? { en: 'not reachable', zh: '不可达' } : { en: `metric ${metric}`, zh: `度量 ${metric}` }
