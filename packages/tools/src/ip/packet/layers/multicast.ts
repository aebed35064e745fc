import { joinWords, nameOf, type Dissector, type Layer, type Packet, type Words } from '../layer.ts'
import { W } from '../words.ts'
import { readMessageChecksum } from './checksums.ts'

const IGMP_TYPES: Readonly<Record<number, Words>> = {
  0x11: { en: 'Membership query', zh: '成员查询' },
  0x12: { en: 'Membership report (v1)', zh: '成员报告（v1）' },
  0x16: { en: 'Membership report (v2)', zh: '成员报告（v2）' },
  0x17: { en: 'Leave group', zh: '离开组' },
  0x22: { en: 'Membership report (v3)', zh: '成员报告（v3）' },
}

const GROUP: Words = { en: 'Group', zh: '组地址' }
const SOURCE: Words = { en: 'Source of the group', zh: '组的源地址' }
const SOURCES: Words = { en: 'Number of sources', zh: '源地址数' }

/** What a record says of the sources of a group (RFC 3376 §4.2.12, RFC 3810 §5.2.12). */
const RECORDS: readonly Words[] = [
  '',
  { en: 'only from', zh: '仅接收' },
  { en: 'from all but', zh: '排除' },
  { en: 'changes to only from', zh: '改为仅接收' },
  { en: 'changes to all but', zh: '改为排除' },
  { en: 'also from', zh: '新增允许' },
  { en: 'no more from', zh: '阻止' },
]

/** Groups of IPv4 (RFC 1112, 2236, 3376). */
export const igmp: Dissector = (layer, packet) => {
  layer.name = 'IGMP'
  packet.protocol = 'IGMP'
  const type = layer.hex(W.type, 1, nameOf(IGMP_TYPES))
  if (type === 0x22) layer.hex(W.reserved, 1)
  else layer.int({ en: 'Longest response time', zh: '最长响应时间' }, 1, (value) => `${readFloat(value, 8) / 10} s`)
  readMessageChecksum(layer, packet)
  packet.info = nameOf(IGMP_TYPES)(type) ?? ''
  if (type === 0x22) readReport(layer, packet, 4)
  else {
    const group = layer.ipv4(GROUP)
    packet.info = joinWords(packet.info, group === '0.0.0.0' ? { en: 'all groups', zh: '所有组' } : group)
    if (type === 0x11 && layer.left >= 4) readQuery(layer, 4)
  }
  return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
}

/** Groups of IPv6 from behind the checksum on (RFC 2710 §3, RFC 3810 §5). */
export function readListener(layer: Layer, packet: Packet, type: number): void {
  if (type === 143) return readReport(layer, packet, 16)
  layer.int({ en: 'Longest response time', zh: '最长响应时间' }, 2, (value) => `${readFloat(value, 16)} ms`)
  layer.hex(W.reserved, 2)
  const group = layer.ipv6(GROUP)
  packet.info = joinWords(packet.info, group === '::' ? { en: 'all groups', zh: '所有组' } : group)
  if (type === 130 && layer.left >= 4) readQuery(layer, 16)
}

/** From half its range on a number of a few bits and a power of two (RFC 3376 §4.1.1: 8 bits; RFC 3810 §5.1.3: 16 bits). */
function readFloat(value: number, bits: 8 | 16): number {
  const mantissa = bits === 8 ? 4 : 12
  if (value < 2 ** (bits - 1)) return value
  const exponent = (value >> mantissa) & 7
  return ((value & (2 ** mantissa - 1)) | (2 ** mantissa)) << (exponent + 3)
}

/** What versions with sources add to a query. */
function readQuery(layer: Layer, size: 4 | 16): void {
  const first = layer.peek(layer.at, 1)
  layer.put({ en: 'Routers stay silent (S)', zh: '抑制路由器处理（S）' }, layer.at, 1, String((first >> 3) & 1))
  layer.put({ en: 'Robustness', zh: '健壮系数（QRV）' }, layer.at, 1, String(first & 7))
  layer.at += 1
  layer.int({ en: 'Query interval', zh: '查询间隔（QQIC）' }, 1, (value) => `${readFloat(value, 8)} s`)
  readSources(layer, size)
}

function readSources(layer: Layer, size: 4 | 16, count = layer.int(SOURCES, 2)): void {
  for (let index = 0; index < count; index++) readAddress(layer, SOURCE, size)
}

const readAddress = (layer: Layer, name: Words, size: 4 | 16): string => (size === 4 ? layer.ipv4(name) : layer.ipv6(name))

function readReport(layer: Layer, packet: Packet, size: 4 | 16): void {
  layer.hex(W.reserved, 2)
  const count = layer.int({ en: 'Number of groups', zh: '组记录数' }, 2)
  for (let index = 0; index < count; index++) {
    const kind = layer.int({ en: 'Record', zh: '记录' }, 1, (value) => RECORDS[value])
    const words = layer.int({ en: 'Length of auxiliary data', zh: '附加数据长度' }, 1, (value) => `${value * 4} B`)
    const sources = layer.int(SOURCES, 2)
    const group = readAddress(layer, GROUP, size)
    // To take from all but none is to join, to take from none is to leave (RFC 3376 §3.1).
    const what = sources > 0 ? undefined : kind === 4 || kind === 2 ? JOIN : kind === 3 || kind === 1 ? LEAVE : undefined
    if (index < MAX_SHOWN) packet.info = joinWords(packet.info, what ? withWords(what, group) : group)
    readSources(layer, size, sources)
    if (words > 0) layer.raw(W.options, words * 4)
  }
}

/** Groups in the packet’s line. */
const MAX_SHOWN = 3
const JOIN = { en: 'joins', zh: '加入' }
const LEAVE = { en: 'leaves', zh: '离开' }
const withWords = (words: { en: string; zh: string }, text: string): Words => ({
  en: `${words.en} ${text}`,
  zh: `${words.zh} ${text}`,
})
