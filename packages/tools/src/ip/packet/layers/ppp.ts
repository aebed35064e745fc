import { toHex } from '../../../lib/bytes.ts'
import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { joinWords, nameOf, type Dissector, type Layer, type Packet, type Words } from '../layer.ts'
import { W } from '../words.ts'

const PPPOE_CODES: Readonly<Record<number, string>> = {
  0: 'session data',
  9: 'PADI',
  7: 'PADO',
  25: 'PADR',
  101: 'PADS',
  167: 'PADT',
}
const DISCOVERY = 0x8863

/** Tags of the discovery (RFC 2516, appendix A; RFC 4638 for the MTU). */
const TAGS: Readonly<Record<number, Words>> = {
  0x0000: { en: 'End of list', zh: '列表结束' },
  0x0101: { en: 'Service name', zh: '服务名' },
  0x0102: { en: 'Access concentrator', zh: '接入集中器（AC）' },
  0x0103: { en: 'Host’s own mark', zh: '主机标识（Host-Uniq）' },
  0x0104: { en: 'Concentrator’s cookie', zh: 'AC Cookie' },
  0x0105: { en: 'Vendor', zh: '厂商自定义' },
  0x0110: { en: 'Relay session', zh: '中继会话' },
  0x0120: { en: 'Largest payload', zh: '最大载荷（MTU）' },
  0x0201: { en: 'Error in the service name', zh: '服务名错误' },
  0x0202: { en: 'Error of the concentrator', zh: 'AC 系统错误' },
  0x0203: { en: 'Error', zh: '一般错误' },
}
const TEXT_TAGS: ReadonlySet<number> = new Set([0x0101, 0x0102, 0x0201, 0x0202, 0x0203])

/** PPP over Ethernet (RFC 2516 §4): finding a concentrator, or a session with it. */
export const pppoe: Dissector = (layer, packet) => {
  layer.name = 'PPPoE'
  layer.hex({ en: 'Version and type', zh: '版本与类型' }, 1)
  const code = layer.hex(W.code, 1, nameOf(PPPOE_CODES))
  layer.hex({ en: 'Session', zh: '会话编号' }, 2)
  const length = layer.int(W.length, 2)
  const end = Math.min(layer.end, layer.at + length)
  if (layer.code !== DISCOVERY) return { kind: 'ppp', at: layer.at, end }
  packet.info = nameOf(PPPOE_CODES)(code) ?? ''
  while (layer.at + 4 <= end) {
    const [tag, size] = [layer.peek(layer.at, 2), layer.peek(layer.at + 2, 2)]
    const bytes = layer.take(4 + size).subarray(4)
    const name = nameOf(TAGS)(tag) ?? { en: `Tag 0x${tag.toString(16)}`, zh: `标签 0x${tag.toString(16)}` }
    const text = TEXT_TAGS.has(tag)
      ? new TextDecoder().decode(bytes)
      : tag === 0x0120 && size === 2
        ? String(layer.peek(layer.at - 2, 2))
        : toHex(bytes)
    layer.put(name, layer.at - 4 - size, 4 + size, text)
    if (tag === 0x0102 || tag >= 0x0201) packet.info = joinWords(packet.info, text)
  }
  return end < layer.end ? { kind: 'padding', at: end, end: layer.end } : undefined
}

/** Protocols of PPP (IANA, “PPP DLL Protocol Numbers”). */
const PROTOCOLS: Readonly<Record<number, string>> = {
  0x0021: 'IPv4',
  0x0057: 'IPv6',
  0x0281: 'MPLS',
  0x8021: 'IPCP',
  0x8057: 'IPV6CP',
  0x80fd: 'CCP',
  0xc021: 'LCP',
  0xc023: 'PAP',
  0xc025: 'LQR',
  0xc223: 'CHAP',
}
const CODES = [
  '',
  'Configure-Request',
  'Configure-Ack',
  'Configure-Nak',
  'Configure-Reject',
  'Terminate-Request',
  'Terminate-Ack',
  'Code-Reject',
]
const LCP_CODES: readonly string[] = [...CODES, 'Protocol-Reject', 'Echo-Request', 'Echo-Reply', 'Discard-Request']
const PAP_CODES = ['', 'Authenticate-Request', 'Authenticate-Ack', 'Authenticate-Nak']
const CHAP_CODES = ['', 'Challenge', 'Response', 'Success', 'Failure']

const LCP_OPTIONS: Readonly<Record<number, Words>> = {
  1: { en: 'Maximum receive unit', zh: '最大接收单元（MRU）' },
  2: { en: 'Control characters', zh: '控制字符映射' },
  3: { en: 'Authentication', zh: '认证协议' },
  4: { en: 'Quality', zh: '质量协议' },
  5: { en: 'Magic number', zh: '魔术字' },
  7: { en: 'Protocol field compression', zh: '协议字段压缩' },
  8: { en: 'Address field compression', zh: '地址字段压缩' },
}
const IPCP_OPTIONS: Readonly<Record<number, Words>> = {
  2: { en: 'Compression', zh: 'IP 压缩' },
  3: { en: 'Address', zh: 'IP 地址' },
  129: { en: 'First name server', zh: '首选 DNS' },
  130: { en: 'First NBNS server', zh: '首选 NBNS' },
  131: { en: 'Second name server', zh: '备用 DNS' },
  132: { en: 'Second NBNS server', zh: '备用 NBNS' },
}

/** PPP behind its protocol number (RFC 1661 §2, §5): what it carries, or how its ends come to terms. */
export const ppp: Dissector = (layer, packet) => {
  layer.name = 'PPP'
  // The first byte of the number is even and its last odd; alone, its first was left out (RFC 1661 §6.5).
  const size = layer.peek(layer.at, 1) & 1 ? 1 : 2
  const protocol = layer.hex({ en: 'PPP protocol', zh: 'PPP 协议' }, size, nameOf(PROTOCOLS))
  packet.protocol = nameOf(PROTOCOLS)(protocol)?.toString() ?? 'PPP'
  if (protocol === 0x21 || protocol === 0x57) return { kind: 'ip', at: layer.at, end: layer.end }
  const codes = { 0xc021: LCP_CODES, 0x8021: CODES, 0x8057: CODES, 0xc023: PAP_CODES, 0xc223: CHAP_CODES }[protocol]
  if (codes === undefined) return { kind: 'data', at: layer.at, end: layer.end }
  layer.name = packet.protocol
  const code = layer.int(W.code, 1, (value) => codes[value])
  layer.int(W.identifier, 1)
  const length = layer.int(W.length, 2)
  if (length < 4) throw new RangeError('length')
  const end = Math.min(layer.end, layer.at + length - 4)
  packet.info = codes[code] ?? `code ${code}`
  if (protocol === 0xc023) readPap(layer, packet, { code, end })
  else if (protocol === 0xc223) readChap(layer, packet, { code, end })
  else if (code >= 1 && code <= 4) readOptions(layer, packet, { protocol, end })
  else if (code >= 9 && code <= 11 && layer.at + 4 <= end) layer.hex({ en: 'Magic number', zh: '魔术字' }, 4)
  if (layer.at < end) layer.raw(W.payload, end - layer.at)
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}

function readOptions(layer: Layer, packet: Packet, { protocol, end }: { protocol: number; end: number }): void {
  const isIp = protocol === 0x8021
  while (layer.at + 2 <= end) {
    const [kind, size] = [layer.peek(layer.at, 1), layer.peek(layer.at + 1, 1)]
    if (size < 2) throw new RangeError('length of an option')
    const at = layer.at + 2
    const bytes = layer.take(size).subarray(2)
    const table = isIp ? IPCP_OPTIONS : protocol === 0xc021 ? LCP_OPTIONS : { 1: { en: 'Interface identifier', zh: '接口标识' } }
    let text = toHex(bytes, protocol === 0x8057 ? ':' : '')
    let meaning: Words | undefined
    if (isIp && bytes.length === 4 && kind !== 2) {
      text = formatIpv4(layer.peek(at, 4))
      packet.info = joinWords(packet.info, text)
    } else if (protocol === 0xc021 && kind === 1 && bytes.length === 2) text = String(layer.peek(at, 2))
    else if (protocol === 0xc021 && kind === 3 && bytes.length >= 2) {
      meaning = nameOf(PROTOCOLS)(layer.peek(at, 2))
      packet.info = joinWords(packet.info, meaning)
    }
    layer.put(nameOf(table)(kind) ?? { en: `Option ${kind}`, zh: `选项 ${kind}` }, at - 2, size, text, meaning)
  }
}

type Part = { readonly code: number; readonly end: number }

/** A name and a password, both as they are (RFC 1334 §2). */
function readPap(layer: Layer, packet: Packet, { code, end }: Part): void {
  const names: readonly Words[] =
    code === 1
      ? [
          { en: 'Name', zh: '用户名' },
          { en: 'Password', zh: '密码' },
        ]
      : [W.message]
  for (const name of names) {
    if (layer.at >= end) return
    const size = layer.peek(layer.at, 1)
    layer.take(1)
    const text = layer.text(name, size)
    if (name === names[0]) packet.info = joinWords(packet.info, text)
  }
}

/** A challenge, and what was made of it and the password (RFC 1994 §4). */
function readChap(layer: Layer, packet: Packet, { code, end }: Part): void {
  if (code < 3 && layer.at < end) {
    const size = layer.peek(layer.at, 1)
    layer.take(1)
    layer.raw({ en: 'Value', zh: '值' }, size)
  }
  if (layer.at >= end) return
  packet.info = joinWords(packet.info, layer.text(code < 3 ? { en: 'Name', zh: '名称' } : W.message, end - layer.at))
}
