import { toHex } from '../../../lib/bytes.ts'
import { nameOf, toHexNumber, type Dissector, type Kind, type Layer, type Next, type Packet, type Words } from '../layer.ts'
import { ETHER_TYPES, W } from '../words.ts'

/** Below it the two bytes are a length (IEEE 802.3 §3.2.6). */
const FIRST_ETHER_TYPE = 0x0600
const LLC_SNAP = 0xaaaa03

const BROADCAST = 'ff:ff:ff:ff:ff:ff'

/** Well-known groups (IEEE 802.1Q, RFC 1112 §6.4, RFC 2464 §7). */
function toMacMeaning(mac: string): Words | undefined {
  if (mac === BROADCAST) return { en: 'broadcast', zh: '广播' }
  if (mac.startsWith('01:00:5e')) return { en: 'IPv4 multicast', zh: 'IPv4 组播' }
  if (mac.startsWith('33:33')) return { en: 'IPv6 multicast', zh: 'IPv6 组播' }
  if (mac === '01:80:c2:00:00:00') return { en: 'spanning tree', zh: '生成树' }
  if (mac === '01:80:c2:00:00:0e') return { en: 'nearest bridge (LLDP)', zh: '最近网桥（LLDP）' }
  const first = Number.parseInt(mac.slice(0, 2), 16)
  if (first & 1) return { en: 'multicast', zh: '组播' }
  if (first & 2) return { en: 'locally administered', zh: '本地管理' }
  return undefined
}

/** Ethernet II, and IEEE 802.3 with a length. */
export const ethernet: Dissector = (layer, packet) => {
  packet.destination = layer.mac(W.destination, toMacMeaning)
  packet.source = layer.mac(W.source, toMacMeaning)
  const type = layer.peek(layer.at, 2)
  if (type >= FIRST_ETHER_TYPE) {
    layer.name = 'Ethernet II'
    layer.hex(W.type, 2, nameOf(ETHER_TYPES))
    return toEtherNext(layer, packet, type)
  }
  layer.name = 'IEEE 802.3'
  layer.int(W.length, 2)
  const end = Math.min(layer.end, layer.at + type)
  if (layer.left >= 8 && layer.peek(layer.at, 3) === LLC_SNAP) {
    layer.hex({ en: 'LLC (SNAP)', zh: 'LLC（SNAP）' }, 3)
    layer.hex({ en: 'Organisation', zh: '组织代码' }, 3)
    const inner = layer.hex(W.type, 2, nameOf(ETHER_TYPES))
    return { ...toEtherNext(layer, packet, inner), end }
  }
  return { kind: 'llc', at: layer.at, end }
}

/** What an EtherType announces. */
export function toEtherNext(layer: Layer, packet: Packet, type: number): Next {
  const at = layer.at
  packet.protocol = nameOf(ETHER_TYPES)(type)?.toString() ?? toHexNumber(type, 2)
  return { kind: ETHER_KINDS[type] ?? 'data', at, end: layer.end, code: type }
}

const ETHER_KINDS: Readonly<Record<number, Kind>> = {
  0x0800: 'ip',
  0x0806: 'arp',
  0x6558: 'ethernet',
  0x8035: 'arp',
  0x8100: 'ether-type',
  0x86dd: 'ip',
  0x8847: 'ether-type',
  0x8848: 'ether-type',
  0x8863: 'pppoe',
  0x8864: 'pppoe',
  0x888e: 'eapol',
  0x880b: 'ppp',
  0x88a8: 'ether-type',
  0x88cc: 'lldp',
}

/** Priorities of IEEE 802.1Q, by what they are for (802.1Q-2018, table I-2). */
const PRIORITIES = ['BE', 'BK', 'EE', 'CA', 'VI', 'VO', 'IC', 'NC']

/** What stands behind a type that has a header of its own: a VLAN tag or MPLS labels. */
export const etherType: Dissector = (layer, packet) => {
  const type = layer.code
  if (type === 0x8100 || type === 0x88a8) {
    layer.name = type === 0x8100 ? 'VLAN (802.1Q)' : 'VLAN (802.1ad)'
    const tag = layer.peek(layer.at, 2)
    const offset = layer.at
    layer.put({ en: 'Priority', zh: '优先级' }, offset, 2, String(tag >> 13), PRIORITIES[tag >> 13])
    layer.put({ en: 'Drop eligible', zh: '可丢弃' }, offset, 2, String((tag >> 12) & 1))
    layer.put({ en: 'VLAN', zh: 'VLAN 编号' }, offset, 2, String(tag & 0xfff))
    layer.at += 2
    const inner = layer.hex(W.type, 2, nameOf(ETHER_TYPES))
    return toEtherNext(layer, packet, inner)
  }
  return readMpls(layer, packet)
}

/** A stack of labels (RFC 3032 §2.1); what they carry, only its first four bits tell. */
function readMpls(layer: Layer, packet: Packet): Next {
  layer.name = 'MPLS'
  packet.protocol = 'MPLS'
  for (let isLast = false; !isLast;) {
    const entry = layer.peek(layer.at, 4)
    isLast = (entry & 0x100) !== 0
    const meaning = `TC ${(entry >>> 9) & 7}, S ${isLast ? 1 : 0}, TTL ${entry & 0xff}`
    layer.add({ en: 'Label', zh: '标签' }, 4, String(entry >>> 12), meaning)
  }
  const nibble = layer.left > 0 ? layer.peek(layer.at, 1) >> 4 : 0
  return { kind: nibble === 4 || nibble === 6 ? 'ip' : 'data', at: layer.at, end: layer.end }
}

const SLL_TYPES: readonly Words[] = [
  { en: 'sent to us', zh: '发给本机' },
  { en: 'broadcast', zh: '广播' },
  { en: 'multicast', zh: '组播' },
  { en: 'sent to someone else', zh: '发给其他主机' },
  { en: 'sent by us', zh: '本机发出' },
]

/** Linux “cooked” capture, of all interfaces at once (tcpdump.org, LINKTYPE_LINUX_SLL). */
export const sll: Dissector = (layer, packet) => {
  layer.name = 'Linux SLL'
  layer.int(W.type, 2, (value) => SLL_TYPES[value])
  layer.int({ en: 'Kind of device (ARPHRD)', zh: '设备类型（ARPHRD）' }, 2)
  const length = layer.int({ en: 'Address length', zh: '地址长度' }, 2)
  packet.source = toHex(layer.raw(W.source, 8).subarray(0, Math.min(8, length)), ':')
  const type = layer.hex(W.protocol, 2, nameOf(ETHER_TYPES))
  return toEtherNext(layer, packet, type)
}

/** The same in its second form (LINKTYPE_LINUX_SLL2). */
export const sll2: Dissector = (layer, packet) => {
  layer.name = 'Linux SLL2'
  const type = layer.hex(W.protocol, 2, nameOf(ETHER_TYPES))
  layer.hex(W.reserved, 2)
  layer.int({ en: 'Interface', zh: '接口编号' }, 4)
  layer.int({ en: 'Kind of device (ARPHRD)', zh: '设备类型（ARPHRD）' }, 2)
  layer.int(W.type, 1, (value) => SLL_TYPES[value])
  const length = layer.int({ en: 'Address length', zh: '地址长度' }, 1)
  packet.source = toHex(layer.raw(W.source, 8).subarray(0, Math.min(8, length)), ':')
  return toEtherNext(layer, packet, type)
}

/** Address families of BSD systems and of Linux, in the order of bytes of either machine (LINKTYPE_NULL, LINKTYPE_LOOP). */
export const loopback: Dissector = (layer) => {
  layer.name = { en: 'Loopback', zh: '环回' }
  layer.hex({ en: 'Address family', zh: '地址族' }, 4)
  return { kind: 'ip', at: layer.at, end: layer.end }
}

const ARP_OPERATIONS: Readonly<Record<number, Words>> = {
  1: { en: 'request', zh: '请求' },
  2: { en: 'reply', zh: '应答' },
  3: { en: 'reverse request', zh: '反向请求' },
  4: { en: 'reverse reply', zh: '反向应答' },
}

/** Address resolution (RFC 826) of IPv4 over Ethernet; others only as far as their lengths are known. */
export const arp: Dissector = (layer, packet) => {
  layer.name = 'ARP'
  packet.protocol = 'ARP'
  const hardware = layer.int({ en: 'Hardware type', zh: '硬件类型' }, 2, nameOf({ 1: 'Ethernet' }))
  const type = layer.hex({ en: 'Protocol type', zh: '协议类型' }, 2, nameOf(ETHER_TYPES))
  const long = layer.int({ en: 'Hardware address length', zh: '硬件地址长度' }, 1)
  const short = layer.int({ en: 'Protocol address length', zh: '协议地址长度' }, 1)
  const operation = layer.int({ en: 'Operation', zh: '操作' }, 2, nameOf(ARP_OPERATIONS))
  if (hardware !== 1 || type !== 0x0800 || long !== 6 || short !== 4) return { kind: 'data', at: layer.at, end: layer.end }
  const senderMac = layer.mac({ en: 'Sender MAC', zh: '发送方 MAC' })
  const sender = layer.ipv4({ en: 'Sender IP', zh: '发送方 IP' })
  layer.mac({ en: 'Target MAC', zh: '目标 MAC' })
  const target = layer.ipv4({ en: 'Target IP', zh: '目标 IP' })
  if (operation === 1)
    packet.info =
      sender === target
        ? { en: `${sender} announces itself (gratuitous)`, zh: `${sender} 通告自身（免费 ARP）` }
        : { en: `Who has ${target}? Tell ${sender}`, zh: `谁是 ${target}？请告知 ${sender}` }
  else if (operation === 2) packet.info = { en: `${sender} is at ${senderMac}`, zh: `${sender} 在 ${senderMac}` }
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}
