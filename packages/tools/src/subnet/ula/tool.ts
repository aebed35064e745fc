import { AppError } from '@octet/core/errors.ts'
import { formatAddress, type Address } from '@octet/core/ip/address.ts'
import { formatCidr, toCidr, toLastAddress, type Cidr } from '@octet/core/ip/cidr.ts'
import { toReverseZones } from '@octet/core/ip/reverse-name.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import { joinText, type Lang, type Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toHalfWidth } from '../../lib/half-width.ts'
import { count, shown } from '../fields.ts'
import { readMac, readMacBits } from '../../lib/mac.ts'
import { readNetwork } from '../network/read-network.ts'
import { notesField } from '../../lib/notes-field.ts'
import { toCommands } from './commands.ts'
import { computeGlobalId, drawGlobalId, looksChosen } from './global-id.ts'

/** fd00::/8, the half of fc00::/7 that sites give themselves: the L bit is set (RFC 4193 §3.1). */
const LOCAL = 0xfdn << 120n
const SITE_BITS = 48
const LAN_BITS = 64
const LANS = 1 << (LAN_BITS - SITE_BITS)
const MAKE = { mode: ['make'] } as const

const NOTES = {
  chosen: {
    en: 'The global ID looks chosen by hand. Joining networks with someone who chose the same one requires renumbering; RFC 4193 requires a random ID.',
    zh: '全局 ID 像是人为挑选的。与选了相同前缀的网络互联时必须重新编址；RFC 4193 要求随机生成。',
  },
  undefined: {
    en: 'fc00::/8 is not defined yet: the L bit is not set. Addresses that you assign yourself begin with fd.',
    zh: 'fc00::/8 尚未定义（L 位未置位）。自行分配的地址应以 fd 开头。',
  },
  keep: {
    en: 'Keep this prefix: the next click generates a different one. Use it for one site, and do not let routers forward it to the Internet.',
    zh: '请保存此前缀，再次点击会生成另一个。一个前缀用于一个站点，且不得由路由器转发到互联网。',
  },
} satisfies Record<string, Text>

export default defineTool({
  id: 'ula',
  route: '/ip/ula',
  group: 'subnet',
  rank: 60,
  icon: 'HomeShield',
  title: { en: 'IPv6 ULA generator', zh: 'IPv6 ULA 前缀生成' },
  summary: {
    en: 'A private /48 of your own with its networks, reverse zones and router lines; checks one you have',
    zh: '生成自用的 /48 私有前缀、子网、反向解析区与路由器配置，并可检查现有前缀',
  },
  about: {
    en: 'Unique local addresses (RFC 4193) are to IPv6 what 10.0.0.0/8 is to IPv4, with one difference: 40 random bits make a prefix that almost certainly nobody else has, so that two networks can be joined without renumbering. The chance that two sites have the same is one in a trillion.\n\nWith a MAC address the sample algorithm of §3.2.2 is used, over the time and the card; otherwise the strong random source of your machine. Nothing is sent or kept.',
    zh: '唯一本地地址（RFC 4193）相当于 IPv4 的 10.0.0.0/8，区别在于含 40 位随机数，前缀几乎不会与他人相同，网络合并时无需重新编址：两个站点相同的概率约为万亿分之一。\n\n填写 MAC 地址时采用 §3.2.2 的示例算法，由时间与网卡地址计算；否则取本机的安全随机源。不发送、不保存任何内容。',
  },
  keywords: [
    'ula',
    'unique local address',
    'rfc 4193',
    'fd00',
    'fc00',
    'private ipv6',
    'ipv6 generator',
    '唯一本地地址',
    'ipv6 私有地址',
    'ipv6 内网地址',
    'ipv6 前缀',
  ],
  input: z.object({
    mode: z
      .enum(['make', 'read'])
      .default('make')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { make: { en: 'Make', zh: '生成' }, read: { en: 'Check', zh: '检查' } },
      }),
    text: z
      .string()
      .max(4_000)
      .default('')
      .meta({
        label: { en: 'Address or prefix', zh: '地址或前缀' },
        widget: 'text',
        main: true,
        when: { mode: ['read'] },
        placeholder: { en: 'fd4e:8c1b:92f0:1::1/64', zh: 'fd4e:8c1b:92f0:1::1/64' },
      }),
    mac: z
      .string()
      .max(60)
      .default('')
      .meta({
        label: { en: 'MAC address', zh: 'MAC 地址' },
        help: {
          en: 'Address of one of your network cards, for the algorithm of RFC 4193; optional',
          zh: '自己网卡的地址，用于 RFC 4193 的算法；可留空',
        },
        when: MAKE,
        placeholder: { en: '00:00:5e:00:53:af', zh: '00:00:5e:00:53:af' },
      }),
    first: z
      .string()
      .refine((text) => /^[\da-f]{1,4}$/i.test(toHalfWidth(text).trim()), {
        error: joinText({ en: 'one to four hexadecimal digits', zh: '1 至 4 位十六进制数字' }),
      })
      .default('1')
      .meta({ label: { en: 'First network', zh: '起始子网号' }, unit: 'hex', when: MAKE }),
    count: z
      .int()
      .min(1)
      .max(256)
      .default(4)
      .meta({ label: { en: 'How many networks', zh: '子网数量' } }),
  }),
  output: z.object({
    text: shown('Prefix', '前缀').meta({ main: true }),
    globalId: shown('Global ID', '全局 ID'),
    subnetId: shown('Network in it', '子网号').optional(),
    last: shown('Last address', '末地址'),
    networkCount: count('Networks of /64', '/64 子网数'),
    reverseZone: shown('Reverse zone', '反向解析区'),
    notes: notesField,
    networks: z
      .array(
        z.object({
          network: shown('Network', '网段'),
          gateway: shown('Gateway', '网关'),
          zone: shown('Reverse zone', '反向解析区'),
        }),
      )
      .meta({ label: { en: 'Networks', zh: '子网' }, widget: 'table' }),
    commands: z.string().meta({ label: { en: 'On a router', zh: '路由器配置' }, widget: 'code', language: 'shell' }),
  }),
  errors: ['bad_address'],
  examples: [
    { name: { en: 'A new prefix', zh: '生成新前缀' }, input: {} },
    { name: { en: 'From a MAC address', zh: '由 MAC 地址生成' }, input: { mac: '00:00:5e:00:53:af' } },
    {
      name: { en: 'A prefix chosen by hand', zh: '人为挑选的前缀' },
      input: { mode: 'read', text: 'fd12:3456:789a:1::1/64' },
    },
  ],
  run({ mode, text, mac, first, count: wanted }, { lang, random, now }) {
    if (mode === 'read') {
      const address = readLocal(text, lang)
      const subnetId = Number((address.value >> 64n) & 0xffffn)
      return {
        ...describe(toCidr(address, SITE_BITS), { subnetId, wanted, lang, notes: toReadNotes(address) }),
        subnetId: toHex(subnetId),
      }
    }
    const globalId = mac.trim() ? computeGlobalId(readCard(mac), now().getTime()) : drawGlobalId(random)
    const subnetId = Number.parseInt(toHalfWidth(first).trim(), 16)
    return describe(
      { version: 6, value: LOCAL | (globalId << 80n), prefix: SITE_BITS },
      { subnetId, wanted, lang, notes: [NOTES.keep] },
    )
  },
})

type DescribeOptions = {
  readonly subnetId: number
  readonly wanted: number
  readonly lang: Lang
  readonly notes: readonly Text[]
}

function describe(site: Cidr, { subnetId, wanted, lang, notes }: DescribeOptions) {
  const lans = Array.from({ length: Math.min(wanted, LANS - subnetId) }, (_, index) => toLan(site, subnetId + index))
  return {
    text: formatCidr(site),
    globalId: toGlobalId(site).toString(16).padStart(10, '0'),
    last: formatAddress(toLastAddress(site)),
    networkCount: String(LANS),
    reverseZone: toReverseZones(site).join(' '),
    notes: notes.map((note) => note[lang]),
    networks: lans.map((lan) => ({
      network: formatCidr(lan),
      gateway: formatAddress({ version: 6, value: lan.value + 1n }),
      zone: toReverseZones(lan).join(' '),
    })),
    commands: toCommands(lans[0]!, site),
  }
}

const toLan = (site: Cidr, subnetId: number): Cidr => ({
  version: 6,
  value: site.value | (BigInt(subnetId) << 64n),
  prefix: LAN_BITS,
})

const toGlobalId = ({ value }: Address) => (value >> 80n) & 0xff_ffff_ffffn

const toHex = (subnetId: number) => subnetId.toString(16).padStart(4, '0')

/** The digits of the address of one card. Throws `bad_input`. */
function readCard(text: string): string {
  const mac = readMac(text, { field: 'mac' })
  if (!readMacBits(mac).isGroup) return mac
  const expected = { en: 'the address of one card, not multicast', zh: '单个网卡的地址，而非组播地址' }
  throw new AppError('bad_input', { field: 'mac', expected, got: text })
}

/** An address of fc00::/7, of which at least a /48 is known. Throws `bad_address`, `bad_input`. */
function readLocal(text: string, lang: Lang): Address {
  const { address, prefix } = readNetwork(text)
  if (address.version === 6 && address.value >> 121n === 0x7en && prefix >= SITE_BITS) return address
  const type = findSpecial(address)?.name[lang]
  throw new AppError('bad_input', {
    field: 'text',
    expected: {
      en: 'an IPv6 address that begins with fc or fd, or its prefix of at least /48',
      zh: '以 fc 或 fd 开头的 IPv6 地址，或至少 /48 的前缀',
    },
    got: `${formatAddress(address)}/${prefix}${type ? ` (${type})` : ''}`,
  })
}

function toReadNotes(address: Address): Text[] {
  const isDefined = address.value >> 120n === 0xfdn
  return [...(isDefined ? [] : [NOTES.undefined]), ...(looksChosen(toGlobalId(address)) ? [NOTES.chosen] : [])]
}
