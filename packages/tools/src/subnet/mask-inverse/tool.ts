import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress, MAX_VALUE, type IpVersion } from '@octet/core/ip/address.ts'
import { formatCidr, toLastAddress } from '@octet/core/ip/cidr.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Lang } from '@octet/core/text.ts'
import * as z from 'zod'
import { toHalfWidth } from '../../lib/half-width.ts'
import { describeNetwork, toHosts } from '../describe.ts'
import { count, networkFacts, shown } from '../fields.ts'
import { readNetwork } from '../network/read-network.ts'
import { findCommon } from '../plan.ts'
import { countOnes, formatWildcard, parseNetmask, toBinary, toHexMask, type Netmask } from '../../lib/netmask.ts'

export default defineTool({
  id: 'mask-inverse',
  route: '/ziwangfys',
  group: 'subnet',
  rank: 30,
  icon: 'ArrowsExchange',
  title: { en: 'Subnet mask in reverse', zh: '子网掩码逆运算' },
  summary: {
    en: 'From a mask, wildcard or two addresses back to prefix, hosts and the network',
    zh: '由掩码、反掩码或两个地址反推前缀、主机数和网段',
  },
  about: {
    en: 'Takes a mask in any notation, alone or after an address, or two addresses: network and broadcast give their prefix, any other two the smallest network that contains both. A mask whose ones are not contiguous is no prefix (RFC 4632 §5.1) but a pattern, as access lists use: the explanation says which bits are compared and how many addresses match.',
    zh: '可输入任意写法的掩码（单独或写在地址之后），或两个地址：网络地址与广播地址得出前缀，其他两个地址得出同时包含它们的最小网段。若掩码中的 1 不连续，则不是前缀（RFC 4632 §5.1），而是访问控制列表所用的匹配模式：说明会指出比较哪些位、匹配多少地址。',
  },
  keywords: ['netmask', 'wildcard', 'acl', 'prefix', 'common network', '反掩码', '通配符掩码', '逆运算', '非连续掩码'],
  input: z.object({
    text: z.string().meta({
      label: { en: 'Mask, or two addresses', zh: '掩码，或两个地址' },
      widget: 'text',
      main: true,
      placeholder: {
        en: '255.255.255.192 · 0.0.0.63 · 192.0.2.0 192.0.2.63',
        zh: '255.255.255.192 · 0.0.0.63 · 192.0.2.0 192.0.2.63',
      },
    }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Prefix or network', zh: '前缀或网段' }, main: true }),
    form: shown('Read as', '输入识别为'),
    prefix: z
      .int()
      .optional()
      .meta({ label: { en: 'Prefix length', zh: '前缀长度' } }),
    mask: shown('Mask', '子网掩码'),
    wildcard: shown('Wildcard', '反掩码'),
    hex: shown('Hexadecimal', '十六进制'),
    binary: shown('Binary', '二进制'),
    addresses: count('Addresses', '地址数'),
    hosts: count('Usable hosts', '可用主机数'),
    networks: shown('Networks of the next class boundary', '在所属字节边界内的子网数'),
    isContiguous: z.boolean().meta({ label: { en: 'Contiguous mask', zh: '掩码连续' } }),
    explanation: z.string().meta({ label: { en: 'Explanation', zh: '说明' }, widget: 'text' }),
    facts: networkFacts.optional().meta({ label: { en: 'Network', zh: '网络' } }),
  }),
  errors: ['bad_address'],
  accepts: { netmask: { text: '' }, 'ip-range': { text: '' }, ip: { text: '' } },
  examples: [
    {
      name: { en: 'Dotted mask', zh: '点分掩码' },
      input: { text: '255.255.255.192' },
      output: {
        text: '/26',
        form: 'mask',
        prefix: 26,
        mask: '255.255.255.192',
        wildcard: '0.0.0.63',
        hex: '0xffffffc0',
        binary: '11111111.11111111.11111111.11000000',
        addresses: '64',
        hosts: '62',
        networks: '4',
        isContiguous: true,
        explanation: '26 network bits and 6 host bits.',
      },
    },
    {
      name: { en: 'A mask with gaps', zh: '不连续的掩码' },
      input: { text: '255.255.0.255' },
      output: {
        text: '255.255.0.255',
        form: 'mask',
        mask: '255.255.0.255',
        wildcard: '0.0.255.0',
        hex: '0xffff00ff',
        binary: '11111111.11111111.00000000.11111111',
        addresses: '256',
        hosts: '256',
        networks: '',
        isContiguous: false,
        explanation:
          'The ones are not contiguous, so there is no prefix length. As a pattern it compares bits 1–16, 25–32 and ignores bits 17–24: 256 addresses match, in 256 separate ranges of 1. The nearest prefix mask that compares no more is 255.255.0.0 (/16).',
      },
    },
    { name: { en: 'Network and broadcast', zh: '网络地址与广播地址' }, input: { text: '192.0.2.64 192.0.2.127' } },
    { name: { en: 'An address with its mask', zh: '地址与掩码' }, input: { text: '192.0.2.77 255.255.255.192' } },
    { name: { en: 'Two IPv6 addresses', zh: '两个 IPv6 地址' }, input: { text: '2001:db8::1 - 2001:db8:0:ff::1' } },
  ],
  run({ text }, { lang }) {
    const plain = toHalfWidth(text).trim()
    const masked = MASKED.exec(plain)
    if (masked && isMask(masked[2] ?? masked[3]!)) return fromMasked(masked[1]!, masked[2] ?? masked[3]!, lang)
    const ends = plain.split(/\s*[-–—~,]\s*|\s+/)
    if (ends.length === 2) return fromTwoAddresses(ends[0]!, ends[1]!, lang)
    return describeMask(parseNetmask(text), lang)
  },
})

/** An address with what is behind its slash, or with what can only be a mask: the last address of all ends ranges, too. */
const MASKED = /^(?=[\da-f]*[.:])([\da-f.:]+)(?:\s*\/\s*(\S+)|\s+(255\.(?!255\.255\.255$)[\d.]+))$/i

function isMask(text: string): boolean {
  return /^\d{1,3}$/.test(text) || (findAddress(text) !== undefined && parseNetmask(text).prefix !== undefined)
}

function fromMasked(one: string, other: string, lang: Lang) {
  const { address, prefix } = readNetwork(`${one}/${other}`)
  const facts = describeNetwork(address, prefix, lang)
  return {
    ...describeMask(parseNetmask(String(prefix), address.version), lang),
    text: facts.network,
    form: toFormWord(parseNetmask(other, address.version), lang),
    facts,
  }
}

function fromTwoAddresses(one: string, other: string, lang: Lang) {
  const [a, b] = [findAddress(one), findAddress(other)]
  if (!a || !b || a.version !== b.version)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'a mask, or two addresses of one family', zh: '掩码，或同一协议族的两个地址' },
      got: `${one} ${other}`.slice(0, 100),
    })
  const cidr = findCommon(a, b.value)
  const { prefix } = cidr
  const [low, high] = a.value < b.value ? [a.value, b.value] : [b.value, a.value]
  const isWhole = low === cidr.value && high === toLastAddress(cidr).value
  const network = formatCidr(cidr)
  return {
    ...describeMask(parseNetmask(String(prefix), a.version), lang),
    text: network,
    form: lang === 'zh' ? '两个地址' : 'two addresses',
    facts: describeNetwork(a, prefix, lang),
    explanation: isWhole
      ? { en: `These are the first and the last address of ${network}.`, zh: `它们正是 ${network} 的首地址和末地址。` }[lang]
      : {
          en: `${prefix === 1 ? 'The first bit agrees' : `The first ${prefix} bits agree`}: ${network} is the smallest network with both. It also holds addresses outside the two.`,
          zh: `前 ${prefix} 位相同：${network} 是同时包含两者的最小网段，其中还有两者之外的地址。`,
        }[lang],
  }
}

function describeMask(mask: Netmask, lang: Lang) {
  const { version, value, prefix } = mask
  const zeros = BITS[version] - countOnes(value)
  const hosts = prefix === undefined ? undefined : toHosts({ version, value: 0n, prefix })
  return {
    text: prefix === undefined ? formatAddress(mask) : `/${prefix}`,
    form: toFormWord(mask, lang),
    ...(prefix === undefined ? {} : { prefix }),
    mask: formatAddress(mask),
    wildcard: formatWildcard(version, value),
    hex: toHexMask(version, value),
    binary: toBinary(version, value),
    addresses: (1n << BigInt(zeros)).toString(),
    hosts: (hosts ? hosts.last - hosts.first + 1n : 1n << BigInt(zeros)).toString(),
    networks: prefix === undefined ? '' : (1n << BigInt(toBoundary(version, prefix))).toString(),
    isContiguous: prefix !== undefined,
    explanation: prefix === undefined ? explainGaps(mask, lang) : explainPrefix(version, prefix, lang),
  }
}

/** Bits since the last byte (IPv4) or the last group of sixteen (IPv6): how many such networks fill that larger one. */
function toBoundary(version: IpVersion, prefix: number): number {
  return prefix % (version === 4 ? 8 : 16)
}

function toFormWord({ form }: Netmask, lang: Lang): string {
  const words = { prefix: '前缀长度', mask: '掩码', wildcard: '反掩码', hex: '十六进制掩码', binary: '二进制掩码' }
  return lang === 'zh' ? words[form] : form
}

function explainPrefix(version: IpVersion, prefix: number, lang: Lang): string {
  const rest = BITS[version] - prefix
  return lang === 'zh' ? `网络位 ${prefix} 位，主机位 ${rest} 位。` : `${prefix} network bits and ${rest} host bits.`
}

/** Says of a mask with gaps what it compares, how many addresses match, and the nearest prefix. */
function explainGaps({ version, value }: Netmask, lang: Lang): string {
  const bits = value.toString(2).padStart(BITS[version], '0')
  const [ones, zeros] = [listRuns(bits, '1'), listRuns(bits, '0')]
  const total = 1n << BigInt(bits.length - countOnes(value))
  const tail = BigInt(bits.length - 1 - bits.lastIndexOf('1'))
  const size = 1n << tail
  const prefix = bits.indexOf('0')
  const near = formatAddress({
    version,
    value: (MAX_VALUE[version] >> BigInt(bits.length - prefix)) << BigInt(bits.length - prefix),
  })
  return {
    en: `The ones are not contiguous, so there is no prefix length. As a pattern it compares bits ${ones} and ignores bits ${zeros}: ${total} addresses match, in ${total / size} separate ranges of ${size}. The nearest prefix mask that compares no more is ${near} (/${prefix}).`,
    zh: `其中的 1 不连续，因此没有前缀长度。作为匹配模式，它比较第 ${ones} 位，忽略第 ${zeros} 位：共匹配 ${total} 个地址，分为 ${total / size} 段，每段 ${size} 个。不多比较任何位的最近似前缀掩码是 ${near}（/${prefix}）。`,
  }[lang]
}

function listRuns(bits: string, bit: '0' | '1'): string {
  return [...bits.matchAll(new RegExp(`${bit}+`, 'g'))]
    .map(({ index, 0: run }) => (run.length === 1 ? `${index + 1}` : `${index + 1}–${index + run.length}`))
    .join(', ')
}
