import { flagsOf, joinWords, nameOf, type Dissector, type Kind, type Words } from '../layer.ts'
import { ETHER_TYPES, W } from '../words.ts'
import { toEtherNext } from './link.ts'

const GRE_FLAGS = [
  [0x8000, 'checksum'],
  [0x2000, 'key'],
  [0x1000, 'sequence'],
] as const

/** Generic routing encapsulation (RFC 2784, 2890; RFC 2637 for its second version, that of PPTP). */
export const gre: Dissector = (layer, packet) => {
  layer.name = 'GRE'
  packet.protocol = 'GRE'
  const flags = layer.hex(W.flags, 2, (value) => flagsOf(value, GRE_FLAGS))
  const type = layer.hex(W.protocol, 2, nameOf(ETHER_TYPES))
  if (flags & 0x8000) layer.hex(W.checksum, 4)
  if ((flags & 7) === 1) {
    const size = layer.int({ en: 'Payload length', zh: '载荷长度' }, 2)
    layer.int({ en: 'Call', zh: '呼叫编号' }, 2)
    if (flags & 0x1000) layer.int(W.sequence, 4)
    if (flags & 0x80) layer.int({ en: 'Acknowledgment number', zh: '确认号' }, 4)
    return size > 0 ? { kind: 'ppp', at: layer.at, end: Math.min(layer.end, layer.at + size) } : undefined
  }
  if (flags & 0x2000) layer.hex({ en: 'Key', zh: '密钥' }, 4)
  if (flags & 0x1000) layer.int(W.sequence, 4)
  return toEtherNext(layer, packet, type)
}

/** Virtual extensible LAN (RFC 7348 §5). */
export const vxlan: Dissector = (layer, packet) => {
  layer.name = 'VXLAN'
  packet.protocol = 'VXLAN'
  layer.hex(W.flags, 1)
  layer.hex(W.reserved, 3)
  layer.int({ en: 'Network (VNI)', zh: '网络标识（VNI）' }, 3)
  layer.hex(W.reserved, 1)
  return { kind: 'ethernet', at: layer.at, end: layer.end }
}

const GENEVE_FLAGS = [
  [0x80, 'control'],
  [0x40, 'critical options'],
] as const

/** Generic network virtualization encapsulation (RFC 8926 §3.4). */
export const geneve: Dissector = (layer, packet) => {
  layer.name = 'Geneve'
  packet.protocol = 'Geneve'
  const size =
    (layer.int(W.version, 1, (value) => ({ en: `options of ${(value & 63) * 4} B`, zh: `选项 ${(value & 63) * 4} B` })) & 63) * 4
  layer.hex(W.flags, 1, (value) => flagsOf(value, GENEVE_FLAGS) || W.none)
  const type = layer.hex(W.protocol, 2, nameOf(ETHER_TYPES))
  layer.int({ en: 'Network (VNI)', zh: '网络标识（VNI）' }, 3)
  layer.hex(W.reserved, 1)
  if (size > 0) layer.raw(W.options, size)
  return toEtherNext(layer, packet, type)
}

const GTP_FLAGS = [
  [0x04, 'extension headers'],
  [0x02, 'sequence'],
  [0x01, 'N-PDU'],
] as const
const GTP_TYPES: Readonly<Record<number, Words>> = {
  1: { en: 'echo request', zh: '回显请求' },
  2: { en: 'echo response', zh: '回显应答' },
  26: { en: 'error indication', zh: '错误指示' },
  31: { en: 'supported extension headers', zh: '支持的扩展首部' },
  254: { en: 'end marker', zh: '结束标记' },
  255: 'G-PDU',
}
const G_PDU = 255

/** The tunnels of mobile networks, as far as users’ packets go through them (3GPP TS 29.281 §5). */
export const gtp: Dissector = (layer, packet) => {
  layer.name = 'GTP-U'
  packet.protocol = 'GTP'
  const flags = layer.hex(W.flags, 1, (value) => flagsOf(value, GTP_FLAGS) || W.none)
  const type = layer.int(W.type, 1, nameOf(GTP_TYPES))
  layer.int(W.length, 2)
  const tunnel = layer.hex({ en: 'Tunnel (TEID)', zh: '隧道标识（TEID）' }, 4)
  packet.info = joinWords(nameOf(GTP_TYPES)(type) ?? `type ${type}`, `TEID 0x${tunnel.toString(16).padStart(8, '0')}`)
  if (flags & 7) {
    layer.int(W.sequence, 2)
    layer.int('N-PDU', 1)
    let next = layer.hex({ en: 'Next extension', zh: '下一扩展首部' }, 1)
    if (!(flags & 4)) next = 0
    while (next !== 0) {
      const size = layer.peek(layer.at, 1) * 4
      if (size === 0) throw new RangeError('length of an extension')
      next = layer.peek(layer.at + size - 1, 1)
      layer.raw({ en: 'Extension', zh: '扩展首部' }, size)
    }
  }
  if (layer.left === 0) return undefined
  const version = layer.peek(layer.at, 1) >> 4
  const kind: Kind = type === G_PDU && (version === 4 || version === 6) ? 'ip' : 'data'
  return { kind, at: layer.at, end: layer.end }
}
