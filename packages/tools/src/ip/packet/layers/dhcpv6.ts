import { toHex } from '../../../lib/bytes.ts'
import { findDomainNames } from '../../../lib/dhcp/domain-names.ts'
import { joinWords, nameOf, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

const MESSAGES = [
  '',
  'SOLICIT',
  'ADVERTISE',
  'REQUEST',
  'CONFIRM',
  'RENEW',
  'REBIND',
  'REPLY',
  'RELEASE',
  'DECLINE',
  'RECONFIGURE',
  'INFORMATION-REQUEST',
  'RELAY-FORWARD',
  'RELAY-REPLY',
]
const RELAYED: ReadonlySet<number> = new Set([12, 13])

/** Options (RFC 8415 §21, RFC 3646, RFC 4704, RFC 5970, RFC 4580; IANA, “DHCPv6 Option Codes”). */
const OPTIONS: Readonly<Record<number, Words>> = {
  1: { en: 'Client', zh: '客户端标识' },
  2: { en: 'Server', zh: '服务器标识' },
  3: { en: 'Addresses (IA_NA)', zh: '地址（IA_NA）' },
  4: { en: 'Temporary addresses (IA_TA)', zh: '临时地址（IA_TA）' },
  5: { en: 'Address', zh: '地址' },
  6: { en: 'Asked for', zh: '请求的选项' },
  7: { en: 'Preference', zh: '优先级' },
  8: { en: 'Time since begun', zh: '已用时间' },
  9: { en: 'Message of the relay', zh: '中继报文' },
  11: { en: 'Authentication', zh: '认证' },
  12: { en: 'Server’s address', zh: '服务器单播地址' },
  13: { en: 'Status', zh: '状态' },
  14: { en: 'Rapid commit', zh: '快速提交' },
  15: { en: 'User class', zh: '用户类别' },
  16: { en: 'Vendor class', zh: '厂商类别' },
  17: { en: 'Vendor’s options', zh: '厂商选项' },
  18: { en: 'Interface', zh: '接口标识' },
  20: { en: 'Accepts reconfiguration', zh: '接受重新配置' },
  23: { en: 'Name servers', zh: 'DNS 服务器' },
  24: { en: 'Search list', zh: 'DNS 搜索域' },
  25: { en: 'Prefixes (IA_PD)', zh: '前缀（IA_PD）' },
  26: { en: 'Prefix', zh: '前缀' },
  31: { en: 'SNTP servers', zh: 'SNTP 服务器' },
  32: { en: 'Refresh after', zh: '刷新间隔' },
  37: { en: 'Remote', zh: '远端标识' },
  38: { en: 'Subscriber', zh: '用户标识' },
  39: { en: 'Client’s name (FQDN)', zh: '客户端域名（FQDN）' },
  56: { en: 'NTP servers', zh: 'NTP 服务器' },
  59: { en: 'Boot file', zh: '启动文件' },
  61: { en: 'Kind of client', zh: '客户端架构' },
  64: { en: 'AFTR (DS-Lite)', zh: 'AFTR（DS-Lite）' },
  79: { en: 'Client’s link-layer address', zh: '客户端链路层地址' },
  82: { en: 'Longest SOLICIT interval', zh: 'SOLICIT 最大间隔' },
  83: { en: 'Longest INFORMATION-REQUEST interval', zh: 'INFORMATION-REQUEST 最大间隔' },
}
const STATUS = ['Success', 'UnspecFail', 'NoAddrsAvail', 'NoBinding', 'NotOnLink', 'UseMulticast', 'NoPrefixAvail']
const DUID_KINDS: Readonly<Record<number, string>> = { 1: 'LLT', 2: 'EN', 3: 'LL', 4: 'UUID' }

/** DHCP of IPv6 (RFC 8415 §8, §9). Options inside others follow them. */
export const dhcpv6: Dissector = (layer, packet) => {
  layer.name = 'DHCPv6'
  packet.protocol = 'DHCPv6'
  const found: string[] = []
  /** Where the messages and options end inside which the next one stands. */
  const ends = [layer.end]
  readHead(layer, found)
  while (layer.left >= 4) {
    while (ends.length > 1 && layer.at >= ends.at(-1)!) ends.pop()
    const at = layer.at
    const [code, size] = [layer.peek(at, 2), layer.peek(at + 2, 2)]
    if (at + 4 + size > ends.at(-1)!) throw new RangeError('length of an option')
    const head = HEADS[code] ?? size
    const inner = Math.min(head, size)
    const bytes = layer.take(4 + inner).subarray(4)
    const [text, meaning] = toText(code, bytes)
    layer.put(nameOf(OPTIONS)(code) ?? { en: `Option ${code}`, zh: `选项 ${code}` }, at, 4 + inner, text, meaning)
    if (code === 5 || code === 26) found.push(text)
    if (head >= size) continue
    ends.push(at + 4 + size)
    if (code === 9) readHead(layer, found)
  }
  packet.info = found.reduce<Words>((line, word) => joinWords(line, word), '')
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}

function readHead(layer: Layer, found: string[]): void {
  const type = layer.int(W.type, 1, (value) => MESSAGES[value])
  found.push(MESSAGES[type] ?? `type ${type}`)
  if (RELAYED.has(type)) {
    layer.int({ en: 'Relays passed', zh: '经过的中继' }, 1)
    layer.ipv6({ en: 'Link address', zh: '链路地址' })
    layer.ipv6({ en: 'Peer address', zh: '对端地址' })
  } else {
    const id = layer.hex({ en: 'Transaction', zh: '事务编号' }, 3)
    found.push(`0x${id.toString(16).padStart(6, '0')}`)
  }
}

/** Bytes of an option before the options inside it. */
const HEADS: Readonly<Record<number, number>> = { 3: 12, 4: 4, 5: 24, 9: 0, 25: 12, 26: 25 }

const hexadecimal = (value: number) => `0x${value.toString(16).padStart(8, '0')}`

function toText(code: number, bytes: Uint8Array): [text: string, meaning?: Words] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const times = (at: number, first: string, second: string) =>
    `${first} ${view.getUint32(at)} s, ${second} ${view.getUint32(at + 4)} s`
  switch (code) {
    case 1:
    case 2:
      return bytes.length > 2 ? [toHex(bytes), `DUID-${DUID_KINDS[view.getUint16(0)] ?? view.getUint16(0)}`] : [toHex(bytes)]
    case 3:
    case 25:
      return bytes.length === 12 ? [hexadecimal(view.getUint32(0)), times(4, 'T1', 'T2')] : [toHex(bytes)]
    case 5:
      return bytes.length === 24 ? [toIpv6Text(bytes.subarray(0, 16)), toLifetimes(view, 16)] : [toHex(bytes)]
    case 26:
      return bytes.length === 25 ? [`${toIpv6Text(bytes.subarray(9))}/${bytes[8]!}`, toLifetimes(view, 0)] : [toHex(bytes)]
    case 6:
      return [Array.from({ length: bytes.length >> 1 }, (_, i) => view.getUint16(i * 2)).join(', ')]
    case 8:
      return bytes.length === 2 ? [`${view.getUint16(0) * 10} ms`] : [toHex(bytes)]
    case 13:
      return bytes.length >= 2
        ? [String(view.getUint16(0)), joinWords(STATUS[view.getUint16(0)] ?? '', new TextDecoder().decode(bytes.subarray(2)))]
        : [toHex(bytes)]
    case 12:
    case 23:
    case 31:
      return bytes.length % 16 === 0
        ? [Array.from({ length: bytes.length / 16 }, (_, i) => toIpv6Text(bytes.subarray(i * 16, i * 16 + 16))).join(', ')]
        : [toHex(bytes)]
    case 24:
    case 64:
      return [findDomainNames(bytes)?.join(', ') ?? toHex(bytes)]
    case 39:
      // Its end may be left open (RFC 4704 §4.2).
      return [
        findDomainNames(bytes.at(-1) === 0 ? bytes.subarray(1) : Uint8Array.of(...bytes.subarray(1), 0))?.[0] ?? toHex(bytes),
      ]
    case 32:
    case 82:
    case 83:
      return bytes.length === 4 ? [`${view.getUint32(0)} s`] : [toHex(bytes)]
    case 59:
      return [new TextDecoder().decode(bytes)]
    default:
      return [toHex(bytes)]
  }
}

const toLifetimes = (view: DataView, at: number): Words => {
  const [preferred, valid] = [view.getUint32(at), view.getUint32(at + 4)]
  return { en: `preferred ${preferred} s, valid ${valid} s`, zh: `首选期 ${preferred} s，有效期 ${valid} s` }
}
