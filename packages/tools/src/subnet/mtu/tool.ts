import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { shown } from '../fields.ts'
import { notesField } from '../../lib/notes-field.ts'
import { toCommands } from './commands.ts'
import { LAYERS, parseLayers, toInnerMtu, type Used } from './layers.ts'
import { KNOWN, toEfficiency, toSizes } from './sizes.ts'

const number = (en: string, zh: string) => z.int().meta({ label: { en, zh }, unit: 'B' })
/** RFC 791 §3.2: every link carries this much; RFC 8200 §5 asks for the other. */
const LEAST = { 4: 68, 6: 1280 } as const
/** What every host takes over IPv4 (RFC 791 §3.1). */
const TAKEN_BY_ALL = 576
const MAX_MTU = 65_535

export default defineTool({
  id: 'mtu',
  route: '/ip/mtu',
  group: 'subnet',
  rank: 50,
  icon: 'Package',
  title: { en: 'MTU and MSS calculator', zh: 'MTU 与 MSS 计算' },
  summary: {
    en: 'What fits through PPPoE, WireGuard, IPsec, VXLAN and others; the ping to test it, the MSS to set',
    zh: '计算 PPPoE、WireGuard、IPsec、VXLAN 等封装后的 MTU 与 MSS，并给出验证与设置命令',
  },
  about: {
    en: 'An MTU is the largest IP packet that a link carries whole. Each tunnel subtracts its headers; ESP also pads to whole blocks. The MSS is what remains for TCP after an IP header of 20 (IPv6: 40) and a TCP header of 20 bytes.\n\nToo large an MTU shows as pages that begin to load and then hang: small packets pass, full ones vanish. VLAN tags are part of the frame and do not shrink the packet, if the switch allows the larger frame.',
    zh: 'MTU 是链路能完整传送的最大 IP 包。每层隧道都会占用头部，ESP 还要按块补齐。MSS 是再减去 IP 头（IPv4 为 20 字节，IPv6 为 40 字节）和 20 字节 TCP 头后的部分。\n\nMTU 设得过大的典型现象是网页开始加载后卡住：小包能通，满包丢失。VLAN 标签位于帧内，只要交换机允许更大的帧，就不减少 IP 包的大小。',
  },
  keywords: ['mtu', 'mss', 'pmtu', 'fragment', 'clamp', 'pppoe', 'wireguard', 'vxlan', 'ipsec', '分片', '最大传输单元', '巨帧'],
  input: z.object({
    layers: z
      .string()
      .max(1000)
      .default('')
      .meta({
        label: { en: 'Layers, from the outside in', zh: '封装层，由外到内' },
        main: true,
        placeholder: { en: 'pppoe, wireguard/6', zh: 'pppoe, wireguard/6' },
        help: {
          en: `Separated by commas; append /6 where it travels over IPv6. Known: ${Object.keys(LAYERS).join(', ')}`,
          zh: `以逗号分隔；经 IPv6 传输的加 /6。可用：${Object.keys(LAYERS).join('、')}`,
        },
      }),
    known: z
      .enum(['mtu', 'ping', 'ping6', 'mss', 'mss6'])
      .default('mtu')
      .meta({
        label: { en: 'Given', zh: '已知' },
        options: {
          mtu: { en: 'MTU', zh: 'MTU' },
          ping: { en: 'Largest ping', zh: '最大 ping 长度' },
          ping6: { en: 'Largest ping, IPv6', zh: '最大 ping 长度（IPv6）' },
          mss: { en: 'MSS', zh: 'MSS' },
          mss6: { en: 'MSS, IPv6', zh: 'MSS（IPv6）' },
        },
        widget: 'select',
      }),
    size: z
      .int()
      .min(1)
      .max(MAX_MTU)
      .default(1500)
      .meta({
        label: { en: 'Size', zh: '大小' },
        unit: 'B',
        help: { en: 'Ethernet has 1500, jumbo frames 9000', zh: '以太网为 1500，巨帧为 9000' },
      }),
  }),
  output: z.object({
    text: shown('MTU inside', '内层 MTU').meta({ main: true }),
    steps: z
      .array(
        z.object({
          layer: shown('Layer', '层'),
          over: shown('Over', '经由'),
          taken: number('Takes', '占用'),
          left: number('MTU inside', '剩余 MTU'),
        }),
      )
      .meta({ label: { en: 'Step by step', zh: '逐层计算' }, widget: 'table' }),
    sizes: z
      .array(
        z.object({
          family: shown('Family', '协议'),
          mss: number('MSS of TCP', 'TCP MSS'),
          data: number('TCP data, with timestamps', 'TCP 数据（含时间戳选项）'),
          udp: number('UDP data', 'UDP 数据'),
          ping: number('Ping size', 'ping 长度'),
        }),
      )
      .meta({ label: { en: 'What fits into a packet', zh: '每个包的容量' }, widget: 'table' }),
    efficiency: z
      .number()
      .meta({ label: { en: 'Payload share of an Ethernet line', zh: '以太网线路的有效数据比例' }, unit: '%' }),
    notes: notesField,
    commands: z.string().meta({ label: { en: 'Commands', zh: '命令' }, widget: 'code', language: 'shell' }),
  }),
  // Commands and notes are many: mtu.test.ts compares them.
  examples: [
    { name: { en: 'WireGuard over IPv6', zh: 'WireGuard（经 IPv6）' }, input: { layers: 'wireguard/6' } },
    { name: { en: 'IPsec behind PPPoE', zh: 'PPPoE 上的 IPsec' }, input: { layers: 'pppoe, ipsec-gcm-nat' } },
    { name: { en: 'VXLAN on jumbo frames', zh: '巨帧上的 VXLAN' }, input: { size: 9000, layers: 'vlan, vxlan' } },
    { name: { en: 'From the largest ping', zh: '由最大 ping 推算' }, input: { known: 'ping', size: 1464 } },
  ],
  run({ known, size, layers }, { lang }) {
    const linkMtu = size + KNOWN[known]
    const used = parseLayers(layers)
    const steps = toSteps(linkMtu, used)
    const mtu = steps.at(-1)?.left ?? linkMtu
    if (mtu < LEAST[4]) throw tooSmall(mtu, steps.length > 0 ? 'layers' : 'size')
    const sizes = toSizes(mtu)
    const moreBytes = used.reduce((sum, { layer }) => sum + (layer.frameBytes ?? 0), 0)
    return {
      text: String(mtu),
      steps: steps.map(({ name, over, taken, left }) => ({ layer: name[lang], over, taken, left })),
      sizes: ([4, 6] as const)
        .filter((family) => mtu >= LEAST[family])
        .map((family) => ({ family: `IPv${family}`, ...sizes[family] })),
      efficiency: toEfficiency(sizes[4].data, { mtu: linkMtu, moreBytes }),
      notes: listNotes(mtu, { linkMtu, moreBytes, used }).map((note) => note[lang]),
      commands: toCommands(mtu, { lang, hasIpv6: mtu >= LEAST[6] }),
    }
  },
})

function toSteps(linkMtu: number, used: readonly Used[]) {
  let left = linkMtu
  return used.map((one) => {
    const before = left
    left = toInnerMtu(before, one)
    return { name: one.layer.name, over: one.family ? `IPv${one.family}` : '', taken: before - left, left }
  })
}

function tooSmall(mtu: number, field: string): AppError {
  return new AppError('bad_input', {
    field,
    expected: {
      en: `an MTU that leaves ${LEAST[4]} bytes or more for IP (RFC 791)`,
      zh: `留给 IP 至少 ${LEAST[4]} 字节的 MTU（RFC 791）`,
    },
    got: { en: `${countOf(mtu, 'byte')} left`, zh: `剩余 ${mtu} 字节` },
  })
}

type Found = { readonly linkMtu: number; readonly moreBytes: number; readonly used: readonly Used[] }

function listNotes(mtu: number, { linkMtu, moreBytes, used }: Found): Text[] {
  const notes: (Text | false)[] = [
    used.length === 0 && {
      en: 'No layers: this is the MTU of the link itself. Name layers, such as pppoe, wireguard/6, to see what they leave',
      zh: '未填写封装层：此为链路本身的 MTU。填写封装层（如 pppoe, wireguard/6）可计算封装后的 MTU',
    },
    mtu < LEAST[6] && {
      en: `IPv6 needs ${LEAST[6]} bytes (RFC 8200 §5); ${mtu} bytes carry IPv4 only`,
      zh: `IPv6 要求至少 ${LEAST[6]} 字节（RFC 8200 §5），${mtu} 字节只能承载 IPv4`,
    },
    mtu < TAKEN_BY_ALL && {
      en: `Below the ${TAKEN_BY_ALL} bytes that every host accepts (RFC 791); many packets will be fragmented`,
      zh: `低于所有主机都应接受的 ${TAKEN_BY_ALL} 字节（RFC 791），数据包会频繁分片`,
    },
    linkMtu > 1500 && {
      en: 'Every switch and host on the link must allow jumbo frames; across the Internet 1500 is the most',
      zh: '链路上的所有交换机与主机都必须启用巨帧；公网上最大为 1500',
    },
    moreBytes > 0 && {
      en: `The tags make the frame ${moreBytes} bytes larger: ${linkMtu + 18 + moreBytes} with header and check sum`,
      zh: `标签使帧增大 ${moreBytes} 字节：含头部与校验和共 ${linkMtu + 18 + moreBytes} 字节`,
    },
    used.some(({ layer }) => layer.padding) && {
      en: 'ESP pads packets to whole blocks: one byte more outside need not give one more inside',
      zh: 'ESP 会把数据包补齐到整块：外层多 1 字节，内层不一定多 1 字节',
    },
  ]
  return notes.filter((note) => note !== false)
}
