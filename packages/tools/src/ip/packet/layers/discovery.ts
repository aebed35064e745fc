import { toHex, toUint } from '../../../lib/bytes.ts'
import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import { flagsOf, joinWords, nameOf, toIpv6Text, type Dissector, type Layer, type Words } from '../layer.ts'
import { W } from '../words.ts'

const LLDP_TYPES: Readonly<Record<number, Words>> = {
  0: { en: 'End of list', zh: '列表结束' },
  1: { en: 'Chassis', zh: '设备标识' },
  2: { en: 'Port', zh: '端口标识' },
  3: W.lifetime,
  4: { en: 'Port description', zh: '端口描述' },
  5: { en: 'System name', zh: '系统名称' },
  6: { en: 'System description', zh: '系统描述' },
  7: { en: 'Capabilities', zh: '系统能力' },
  8: { en: 'Management address', zh: '管理地址' },
  127: { en: 'Organisation', zh: '组织自定义' },
}
const CAPABILITIES = [
  [0x0002, 'repeater'],
  [0x0004, 'bridge'],
  [0x0008, 'access point'],
  [0x0010, 'router'],
  [0x0020, 'telephone'],
  [0x0040, 'DOCSIS'],
  [0x0080, 'station'],
  [0x0100, 'C-VLAN'],
  [0x0200, 'S-VLAN'],
] as const
/** Subtypes of what names a device and a port that hold a MAC address, and those that hold an address of a network. */
const ID_KINDS = { 1: { mac: 4, address: 5 }, 2: { mac: 3, address: 4 } } as const

/** What a switch tells its neighbours of itself (IEEE 802.1AB-2016 §8): 7 bits of type, 9 of length, and the value. */
export const lldp: Dissector = (layer, packet) => {
  layer.name = 'LLDP'
  packet.protocol = 'LLDP'
  packet.info = ''
  while (layer.left >= 2) {
    const head = layer.peek(layer.at, 2)
    const [type, size] = [head >> 9, head & 0x1ff]
    const from = layer.at
    const bytes = layer.take(2 + size).subarray(2)
    const text = toLldpText(type, bytes)
    layer.put(
      nameOf(LLDP_TYPES)(type) ?? { en: `Type ${type}`, zh: `类型 ${type}` },
      from,
      2 + size,
      text,
      type === 3 ? 's' : undefined,
    )
    if (type === 0) break
    if (type === 1 || type === 2 || type === 5) packet.info = joinWords(packet.info, text)
  }
  return layer.left > 0 ? { kind: 'padding', at: layer.at, end: layer.end } : undefined
}

function toLldpText(type: number, bytes: Uint8Array): string {
  if (type === 1 || type === 2) {
    const { mac, address } = ID_KINDS[type]
    const value = bytes.subarray(1)
    if (bytes[0] === mac) return toHex(value, ':')
    return bytes[0] === address ? toAddress(value) : toText(value)
  }
  if (type === 3 && bytes.length === 2) return String(toUint(bytes))
  if (type >= 4 && type <= 6) return toText(bytes)
  if (type === 7 && bytes.length === 4) return flagsOf(toUint(bytes.subarray(2)), CAPABILITIES)
  if (type === 8 && bytes.length > 1) return toAddress(bytes.subarray(1, 1 + bytes[0]!))
  return toHex(bytes)
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** An address behind the number of its family (IANA, “Address Family Numbers”). */
function toAddress(bytes: Uint8Array): string {
  if (bytes[0] === 1 && bytes.length === 5) return formatIpv4(toUint(bytes.subarray(1)))
  if (bytes[0] === 2 && bytes.length === 17) return toIpv6Text(bytes.subarray(1))
  return toHex(bytes.subarray(1), bytes[0] === 6 ? ':' : '')
}

const BPDU_TYPES: Readonly<Record<number, Words>> = {
  0x00: { en: 'configuration', zh: '配置' },
  0x02: { en: 'rapid or multiple (RSTP, MSTP)', zh: '快速或多实例（RSTP、MSTP）' },
  0x80: { en: 'topology change', zh: '拓扑变更' },
}
const BPDU_FLAGS = [
  [0x01, 'topology change'],
  [0x02, 'proposal'],
  [0x10, 'learning'],
  [0x20, 'forwarding'],
  [0x40, 'agreement'],
  [0x80, 'acknowledged'],
] as const
/** Of the two bits between them. */
const PORT_ROLES: readonly Words[] = [
  '',
  { en: 'alternate or backup', zh: '替代或备份' },
  { en: 'root', zh: '根' },
  { en: 'designated', zh: '指定' },
]

/** Logical link control (IEEE 802.2), and what bridges tell each other with it: the spanning tree (IEEE 802.1Q-2018 §14). */
export const llc: Dissector = (layer, packet) => {
  layer.name = 'LLC'
  packet.protocol = 'LLC'
  const sap = layer.hex({ en: 'Service access points', zh: '服务访问点' }, 2, (value) =>
    value === 0x4242 ? { en: 'spanning tree (STP)', zh: '生成树（STP）' } : undefined,
  )
  layer.hex({ en: 'Control', zh: '控制' }, 1)
  if (sap !== 0x4242) return { kind: 'data', at: layer.at, end: layer.end }
  packet.protocol = 'STP'
  layer.hex(W.protocol, 2)
  const version = layer.int(W.version, 1, nameOf({ 0: 'STP', 2: 'RSTP', 3: 'MSTP' }))
  const type = layer.hex(W.type, 1, nameOf(BPDU_TYPES))
  packet.info = nameOf(BPDU_TYPES)(type) ?? ''
  if (type === 0x80) return toPadding(layer)
  layer.hex(W.flags, 1, (value) =>
    joinWords(flagsOf(value, BPDU_FLAGS) || W.none, version >= 2 ? PORT_ROLES[(value >> 2) & 3] : ''),
  )
  const root = readBridge(layer, { en: 'Root bridge', zh: '根网桥' })
  const cost = layer.int({ en: 'Cost to the root', zh: '到根的开销' }, 4)
  readBridge(layer, { en: 'This bridge', zh: '本网桥' })
  const port = layer.hex({ en: 'Port', zh: '端口' }, 2)
  for (const name of BPDU_TIMES) layer.int(name, 2, (value) => `${value / 256} s`)
  packet.info = { en: `Root ${root}, cost ${cost}, port ${port & 0xfff}`, zh: `根 ${root}，开销 ${cost}，端口 ${port & 0xfff}` }
  if (version >= 2 && layer.left > 0) layer.int({ en: 'Length of version 1', zh: '版本 1 长度' }, 1)
  return toPadding(layer)
}

const BPDU_TIMES: readonly Words[] = [
  { en: 'Age of the message', zh: '消息年龄' },
  { en: 'Maximum age', zh: '最大年龄' },
  { en: 'Hello time', zh: 'Hello 时间' },
  { en: 'Forward delay', zh: '转发延迟' },
]

/** Its priority, the number of the VLAN or instance in it, and its MAC. */
function readBridge(layer: Layer, name: Words): string {
  const value = layer.peek(layer.at, 2)
  const mac = toHex(layer.take(8).subarray(2), ':')
  const text = `${value & 0xf000}/${value & 0xfff}/${mac}`
  layer.put(name, layer.at - 8, 8, text)
  return text
}

const toPadding = (layer: Layer) => (layer.left > 0 ? ({ kind: 'data', at: layer.at, end: layer.end } as const) : undefined)
