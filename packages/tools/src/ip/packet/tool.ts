import { countOf } from '@octet/core/counted.ts'
import { bytes } from '@octet/core/field.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { readBlob, toHex, toSizeText } from '../../lib/bytes.ts'
import { moreField, toMore } from '../../lib/more.ts'
import { notesField } from '../../lib/notes-field.ts'
import { dissect } from './dissect.ts'
import { findFirst } from './find-first.ts'
import type { Kind, Layer, Words } from './layer.ts'
import { MAX_PACKETS, readCapture, type Capture, type Found } from './read-capture.ts'
import { readPackets } from './read-packets.ts'

/** Of a capture file. */
const MAX_BYTES = 128 * 1024 * 1024
/** Packets that are listed. */
const MAX_LISTED = 1_000

/** What bytes without a capture’s head may begin with. */
const FIRST_WORDS = {
  auto: { en: 'Auto', zh: '自动' },
  ethernet: { en: 'Ethernet', zh: '以太网' },
  ip: 'IP',
  sll: { en: 'Linux “any”', zh: 'Linux“any”接口' },
  loopback: { en: 'Loopback', zh: '环回' },
  tcp: 'TCP',
  udp: 'UDP',
  icmp: 'ICMP',
  icmpv6: 'ICMPv6',
  dns: 'DNS',
  dhcp: 'DHCP',
  tls: 'TLS',
} as const satisfies Partial<Record<Kind | 'auto', Words>>
type First = keyof typeof FIRST_WORDS
const FIRST = Object.keys(FIRST_WORDS) as [First, ...First[]]

const both = (words: Words): Text => (typeof words === 'string' ? { en: words, zh: words } : words)
const say = (words: Words, lang: Lang): string => both(words)[lang]
const shown = (en: string, zh: string) => z.string().meta({ label: { en, zh } })

/** A ping over Ethernet, made up. */
const PING =
  '02 00 00 00 00 02 02 00 00 00 00 01 08 00\n45 00 00 1c 12 34 40 00 40 01 3c 76 c0 00 02 01 c6 33 64 02\n08 00 f6 fe 00 01 01 00'

/** A question about a name and its answer, as tcpdump -x writes them. */
const DUMP = `15:04:05.000001 IP 192.0.2.1.40000 > 192.0.2.53.53: 6699+ A? www.example. (29)
	0x0000:  4500 0039 1234 4000 4011 a449 c000 0201
	0x0010:  c000 0235 9c40 0035 0025 ed40 1a2b 0100
	0x0020:  0001 0000 0000 0000 0377 7777 0765 7861
	0x0030:  6d70 6c65 0000 0100 01
15:04:05.000412 IP 192.0.2.53.53 > 192.0.2.1.40000: 6699* 1/0/0 A 198.51.100.7 (45)
	0x0000:  4500 0049 1235 4000 4011 a438 c000 0235
	0x0010:  c000 0201 0035 9c40 0035 0000 1a2b 8580
	0x0020:  0001 0001 0000 0000 0377 7777 0765 7861
	0x0030:  6d70 6c65 0000 0100 01c0 0c00 0100 0100
	0x0040:  000e 1000 04c6 3364 07
`

export default defineTool({
  id: 'packet',
  route: '/ip/packet',
  group: 'ip',
  rank: 58,
  icon: 'PackageExport',
  title: { en: 'Packet decoder', zh: '报文解析' },
  summary: {
    en: 'Take a packet or a capture (pcap) apart, field by field: Ethernet, IP, TCP, DNS, TLS and more',
    zh: '逐字段解析报文或抓包文件（pcap）：以太网、IP、TCP、DNS、TLS 等',
  },
  about: {
    en: 'A packet may be hex or Base64 in any spelling, or a dump by tcpdump -x, Wireshark, xxd or a router; several in one text are told apart by their offsets. Files are pcap and pcapng of Ethernet, IP, loopback and Linux “any”. What the bytes begin with is found by what fits.\n\nRead are, besides those above, ARP, VLAN, MPLS, PPPoE, LLDP, STP, EAP, GRE, VXLAN, Geneve, GTP, ICMP, IGMP, MLD, DHCP of both kinds, OSPF, VRRP, BGP, RIP, NTP, SNMP, RADIUS, TFTP, syslog, IKE, WireGuard, QUIC, STUN, SIP, MQTT and CoAP.\n\nChecksums are computed anew. On the machine that sends, a capture often has wrong ones: its network card writes them later. Of TLS the ClientHello is read with its fingerprints JA3 and JA4; what is encrypted stays so. Segments are not joined, so a record that goes on in the next packet ends with this one.',
    zh: '报文可以是任意写法的十六进制或 Base64，也可以是 tcpdump -x、Wireshark、xxd 或路由器的转储；同一文本中的多个报文按偏移区分。文件支持以太网、IP、环回及 Linux“any”接口的 pcap 与 pcapng。起始协议按内容自动识别。\n\n除上述协议外，还解析 ARP、VLAN、MPLS、PPPoE、LLDP、STP、EAP、GRE、VXLAN、Geneve、GTP、ICMP、IGMP、MLD、DHCP 与 DHCPv6、OSPF、VRRP、BGP、RIP、NTP、SNMP、RADIUS、TFTP、syslog、IKE、WireGuard、QUIC、STUN、SIP、MQTT 和 CoAP。\n\n校验和会重新计算；在发送端抓包时常见错误的校验和，因为网卡稍后才填写。TLS 会解析 ClientHello 并给出 JA3、JA4 指纹；密文保持不变。不重组 TCP 报文段，跨报文的记录只显示本报文内的部分。',
  },
  keywords: [
    'packet decoder',
    'decode packet',
    'pcap',
    'pcapng',
    'tcpdump',
    'wireshark',
    'hex packet',
    'ip header',
    'tcp header',
    'ethernet frame',
    'dissect',
    'checksum',
    'lldp',
    'pppoe',
    'snmp packet',
    'ja3',
    'ja4',
    '报文',
    '报文分析',
    '抓包',
    '数据包',
    '数据包分析',
    '解码',
    '帧',
  ],
  input: z.object({
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Packet', zh: '报文' },
        widget: 'text',
        main: true,
        wanted: true,
        placeholder: {
          en: 'Hex, Base64 or a dump of tcpdump or Wireshark',
          zh: '十六进制、Base64，或 tcpdump、Wireshark 的转储',
        },
      }),
    file: bytes()
      .optional()
      .meta({ label: { en: 'or a capture', zh: '或抓包文件' }, wanted: true }),
    number: z
      .int()
      .min(1)
      .max(MAX_PACKETS)
      .default(1)
      .meta({ label: { en: 'Packet to show', zh: '显示第几个报文' } }),
    first: z
      .enum(FIRST)
      .default('auto')
      .meta({
        label: { en: 'Begins with', zh: '起始协议' },
        help: { en: 'Files say it themselves', zh: '抓包文件自带此信息' },
        options: Object.fromEntries(Object.entries(FIRST_WORDS).map(([name, words]) => [name, both(words)])),
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Report', zh: '报告' }, widget: 'text', main: true }),
    number: z.int().meta({ label: { en: 'Packet', zh: '报文' } }),
    total: z.int().meta({ label: { en: 'Packets', zh: '报文数' }, isCount: true }),
    packets: z
      .array(
        z.object({
          number: z.int().meta({ label: { en: 'No.', zh: '序号' } }),
          time: shown('Time', '时间').optional(),
          source: shown('Source', '源地址'),
          destination: shown('Destination', '目的地址'),
          protocol: shown('Protocol', '协议'),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          info: shown('Summary', '摘要'),
        }),
      )
      .meta({ label: { en: 'Packets', zh: '报文' }, widget: 'table' }),
    more: moreField(),
    layers: z
      .array(
        z.object({
          name: shown('Layer', '层'),
          offset: z.int().meta({ label: { en: 'Offset', zh: '偏移' } }),
          sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
          faults: z.array(z.string()).meta({ label: { en: 'Faults', zh: '错误' } }),
          fields: z.array(
            z.object({
              offset: z.int().meta({ label: { en: 'Offset', zh: '偏移' } }),
              sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
              name: shown('Field', '字段'),
              value: shown('Value', '值'),
              meaning: shown('Meaning', '含义').optional(),
            }),
          ),
        }),
      )
      .meta({ label: { en: 'Layers', zh: '层' }, widget: 'hidden' }),
    hex: z.string().meta({ label: { en: 'Bytes', zh: '字节' }, widget: 'hidden' }),
    notes: notesField,
  }),
  errors: ['missing_input', 'unsupported_value', 'too_large'],
  files: { packets: {} },
  examples: [
    {
      name: { en: 'A ping over Ethernet', zh: '以太网上的 ping' },
      input: { text: PING },
    },
    {
      name: { en: 'A dump of tcpdump', zh: 'tcpdump 转储' },
      input: { text: DUMP, number: 2 },
    },
  ],
  async run({ text, file, number, first }, { lang }) {
    const capture = file ? await readFile(file, lang) : readText(text, lang)
    const found = capture.packets[number - 1]
    if (!found) {
      const most = capture.packets.length
      const reason =
        most === 0
          ? { en: 'the capture has no packets', zh: '抓包文件中没有报文' }
          : { en: `there ${most === 1 ? 'is' : 'are'} ${countOf(most, 'packet')}`, zh: `共有 ${most} 个报文` }
      throw new AppError('unsupported_value', { got: String(number), reason })
    }
    const { packet, layers } = dissect(found.bytes, toFirst(found, first))
    const listed = capture.packets.slice(0, MAX_LISTED)
    const rows = listed.map((one, at) => toRow(one, { at, lang, first }))
    return {
      text: toReport(layers, { title: say(packet.info, lang), lang }),
      number,
      total: capture.total,
      packets: rows,
      ...toMore(capture.total, rows.length),
      layers: layers.map((layer) => toShown(layer, lang)),
      hex: toHex(found.bytes),
      notes: toNotes(capture, found, layers).map((words) => say(words, lang)),
    }
  },
})

async function readFile(file: Blob, lang: Lang): Promise<Capture> {
  if (file.size > MAX_BYTES)
    throw new AppError('too_large', { field: 'file', limit: toSizeText(MAX_BYTES), got: toSizeText(file.size) })
  const bytes = await readBlob(file)
  const capture = readCapture(bytes)
  if (capture) return capture
  // A dump that was saved as a text, or the bytes of one packet.
  const isText = bytes.every((byte) => byte < 127 && (byte > 31 || byte === 9 || byte === 10 || byte === 13))
  return isText ? readText(new TextDecoder().decode(bytes), lang) : { packets: [{ bytes }], total: 1, isCut: false }
}

function readText(text: string, lang: Lang): Capture {
  if (text.trim() === '')
    throw new AppError('missing_input', {
      field: 'text',
      act: { en: 'enter', zh: '输入' },
      label: { en: 'Packet', zh: '报文' },
    })
  return readPackets(text, lang)
}

/** What a packet begins with: a capture says it, else what was chosen, else what fits. */
const findKind = ({ bytes, kind }: Found, first: First): Kind | undefined => kind ?? (first === 'auto' ? findFirst(bytes) : first)

/** The same of the packet that is shown. Throws `unsupported_value` where nothing fits. */
function toFirst(found: Found, first: First): Kind {
  const { bytes } = found
  const kind = findKind(found, first)
  if (kind) return kind
  throw new AppError('unsupported_value', {
    got: toHex(bytes.subarray(0, 8), ' '),
    reason: {
      en: 'it begins like no frame and no IP packet; say what it begins with',
      zh: '开头既不像以太网帧也不像 IP 报文，请指定起始协议',
    },
  })
}

function toRow(found: Found, { at, lang, first }: { at: number; lang: Lang; first: First }) {
  // One that begins like nothing known does not keep the others from being listed.
  const { packet, layers } = dissect(found.bytes, findKind(found, first) ?? 'data')
  const { source, destination } = packet
  const protocol = packet.protocol || say(layers[0]?.name ?? '', lang)
  const time = found.time === undefined ? {} : { time: toTime(found.time) }
  const sizeBytes = found.originalBytes ?? found.bytes.length
  return { number: at + 1, ...time, source, destination, protocol, sizeBytes, info: say(packet.info, lang) }
}

/** UTC to the microsecond. */
function toTime(nanoseconds: bigint): string {
  const date = new Date(Number(nanoseconds / 1_000_000n))
  if (Number.isNaN(date.getTime())) return ''
  const micro = String((nanoseconds / 1000n) % 1000n).padStart(3, '0')
  return date.toISOString().replace('T', ' ').replace('Z', micro)
}

function toShown({ name, start, at, faults, fields }: Layer, lang: Lang) {
  return {
    name: say(name, lang),
    offset: start,
    sizeBytes: at - start,
    faults: faults.map((fault) => say(fault, lang)),
    fields: fields.map(({ name, meaning, ...field }) => ({
      ...field,
      name: say(name, lang),
      ...(meaning !== undefined && { meaning: say(meaning, lang) }),
    })),
  }
}

function toReport(layers: readonly Layer[], { title, lang }: { title: string; lang: Lang }): string {
  const blocks = layers.map((layer) => {
    const head = `${say(layer.name, lang)}, ${toSizeText(layer.at - layer.start)}`
    const lines = layer.fields.map(({ name, value, meaning }) => {
      const behind = meaning === undefined ? '' : ` (${say(meaning, lang)})`
      return `  ${say(name, lang)}: ${value.replaceAll(/\r?\n/g, '\n    ')}${behind}`
    })
    return [head, ...lines, ...layer.faults.map((fault) => `  ! ${say(fault, lang)}`)].join('\n')
  })
  return [...(title === '' ? [] : [title, '']), ...blocks].join('\n')
}

function toNotes(capture: Capture, { bytes, originalBytes }: Found, layers: readonly Layer[]): Words[] {
  const notes: Words[] = layers.flatMap(({ name, faults }) =>
    faults.map((fault) => ({ en: `${both(name).en}: ${both(fault).en}`, zh: `${both(name).zh}：${both(fault).zh}` })),
  )
  if (originalBytes !== undefined && originalBytes > bytes.length)
    notes.push({
      en: `The capture keeps ${bytes.length} of the packet’s ${originalBytes} bytes`,
      zh: `报文共 ${originalBytes} 字节，抓包只保留了 ${bytes.length} 字节`,
    })
  if (capture.isCut) notes.push({ en: 'The file ends within a packet', zh: '文件在报文中间结束' })
  if (capture.total > capture.packets.length)
    notes.push({
      en: `Of ${capture.total} packets the first ${capture.packets.length} are read`,
      zh: `共 ${capture.total} 个报文，只读取前 ${capture.packets.length} 个`,
    })
  return notes
}
