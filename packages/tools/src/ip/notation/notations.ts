import { formatAddress, type Address } from '@octet/core/ip/address.ts'
import { findEmbeddedIpv4, toMapped } from '@octet/core/ip/embedded.ts'
import { formatFullIpv6 } from '@octet/core/ip/ipv6.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import { findEui64Mac } from '@octet/core/ip/eui64.ts'
import type { Lang, Text } from '@octet/core/text.ts'

export type NotationRow = { id: string; name: string; value: string }

const row =
  (lang: Lang) =>
  (id: string, name: Text, value: string): NotationRow => ({ id, name: name[lang], value })

/** An address in every notation of its family. */
export function toNotations(address: Address, lang: Lang): NotationRow[] {
  return address.version === 4 ? toV4Notations(address, lang) : toV6Notations(address, lang)
}

function toV4Notations(address: Address, lang: Lang): NotationRow[] {
  const add = row(lang)
  const octets = [24n, 16n, 8n, 0n].map((shift) => Number((address.value >> shift) & 255n))
  const [a, b, c, d] = octets as [number, number, number, number]
  const hex = address.value.toString(16).padStart(8, '0')
  const bits = octets.map((octet) => octet.toString(2).padStart(8, '0'))
  const v6 = (value: bigint) => formatAddress({ version: 6, value })
  return [
    add('dotted', { en: 'Dotted decimal', zh: '点分十进制' }, formatAddress(address)),
    add('integer', { en: 'Integer', zh: '十进制整数' }, address.value.toString()),
    add('signed', { en: 'Signed 32-bit integer', zh: '有符号 32 位整数' }, BigInt.asIntN(32, address.value).toString()),
    add('hex', { en: 'Hexadecimal', zh: '十六进制' }, `0x${hex}`),
    add(
      'dotted-hex',
      { en: 'Dotted hexadecimal', zh: '点分十六进制' },
      hex
        .match(/../g)!
        .map((pair) => `0x${pair}`)
        .join('.'),
    ),
    add('octal', { en: 'Octal', zh: '八进制' }, `0${address.value.toString(8)}`),
    add(
      'dotted-octal',
      { en: 'Dotted octal', zh: '点分八进制' },
      octets.map((octet) => `0${octet.toString(8).padStart(3, '0')}`).join('.'),
    ),
    add('binary', { en: 'Binary', zh: '二进制' }, bits.join('.')),
    add('short', { en: 'Short (a.b.n)', zh: '简写（a.b.n）' }, `${a}.${b}.${c * 256 + d}`),
    add('shorter', { en: 'Short (a.n)', zh: '简写（a.n）' }, `${a}.${Number(address.value & 0xff_ffffn)}`),
    add('padded', { en: 'Padded', zh: '补零对齐' }, octets.map((octet) => String(octet).padStart(3, '0')).join('.')),
    add('mapped', { en: 'IPv4-mapped IPv6', zh: 'IPv4 映射 IPv6' }, formatAddress(toMapped(address))),
    add(
      'mapped-hex',
      { en: 'IPv4-mapped, hexadecimal', zh: 'IPv4 映射（十六进制）' },
      `::ffff:${hex.slice(0, 4).replace(/^0{1,3}/, '')}:${hex.slice(4).replace(/^0{1,3}/, '')}`,
    ),
    add(
      '6to4',
      { en: '6to4 prefix (RFC 3056)', zh: '6to4 前缀（RFC 3056）' },
      `${v6((0x2002n << 112n) | (address.value << 80n))}/48`,
    ),
    add('nat64', { en: 'NAT64 (RFC 6052)', zh: 'NAT64（RFC 6052）' }, v6((0x64_ff9bn << 96n) | address.value)),
    add('arpa', { en: 'Reverse name', zh: '反向解析名' }, toReverseName(address)),
    add('url', { en: 'In a URL', zh: '网址写法' }, `http://${formatAddress(address)}/`),
  ]
}

function toV6Notations(address: Address, lang: Lang): NotationRow[] {
  const add = row(lang)
  const { value } = address
  const full = formatFullIpv6(value)
  const hex = value.toString(16).padStart(32, '0')
  const bits = value.toString(2).padStart(128, '0')
  const rows = [
    add('canonical', { en: 'Canonical (RFC 5952)', zh: '规范写法（RFC 5952）' }, formatAddress(address)),
    add('full', { en: 'Written out', zh: '完整写法' }, full),
    add(
      'unpadded',
      { en: 'Eight groups', zh: '八组写法' },
      full
        .split(':')
        .map((group) => group.replace(/^0{1,3}/, ''))
        .join(':'),
    ),
    add('dotted-tail', { en: 'Dotted tail', zh: '末尾点分写法' }, toDottedTail(value)),
    add('integer', { en: 'Integer', zh: '十进制整数' }, value.toString()),
    add('hex', { en: 'Hexadecimal', zh: '十六进制' }, `0x${hex}`),
    add('binary', { en: 'Binary', zh: '二进制' }, bits.match(/.{16}/g)!.join(':')),
    add('arpa', { en: 'Reverse name', zh: '反向解析名' }, toReverseName(address)),
    add('url', { en: 'In a URL', zh: '网址写法' }, `http://[${formatAddress(address)}]/`),
    add(
      'unc',
      { en: 'Windows UNC name', zh: 'Windows UNC 写法' },
      `${formatAddress(address).replaceAll(':', '-')}.ipv6-literal.net`,
    ),
    add('solicited', { en: 'Solicited-node multicast', zh: '被请求节点组播地址' }, toSolicitedNode(value)),
    add('multicast-mac', { en: 'Its multicast MAC', zh: '对应的组播 MAC' }, `33:33:ff:${hex.slice(26).match(/../g)!.join(':')}`),
  ]
  const mac = findEui64Mac({ version: 6, value })
  if (mac) rows.push(add('mac', { en: 'MAC inside (EUI-64)', zh: '其中的 MAC（EUI-64）' }, mac))
  return [...rows, ...toEmbeddedRows(address, lang)]
}

/** IPv4 addresses inside, and the parts of a Teredo address (RFC 4380 §4). */
function toEmbeddedRows(address: Address, lang: Lang): NotationRow[] {
  const add = row(lang)
  const embedded = findEmbeddedIpv4(address)
  if (!embedded) return []
  const names: Readonly<Record<typeof embedded.kind, Text>> = {
    mapped: { en: 'Mapped IPv4', zh: '映射的 IPv4' },
    compatible: { en: 'IPv4-compatible', zh: '兼容的 IPv4' },
    nat64: { en: 'IPv4 behind NAT64', zh: 'NAT64 对应的 IPv4' },
    '6to4': { en: 'IPv4 of the 6to4 gateway', zh: '6to4 网关的 IPv4' },
    teredo: { en: 'Teredo client', zh: 'Teredo 客户端' },
  }
  const rows = [add(`ipv4-${embedded.kind}`, names[embedded.kind], formatAddress(embedded.address))]
  if (embedded.kind !== 'teredo') return rows
  const flags = (address.value >> 48n) & 0xffffn
  return [
    ...rows,
    add(
      'teredo-server',
      { en: 'Teredo server', zh: 'Teredo 服务器' },
      formatAddress({ version: 4, value: (address.value >> 64n) & 0xffff_ffffn }),
    ),
    add('teredo-port', { en: 'Teredo UDP port', zh: 'Teredo UDP 端口' }, String(((address.value >> 32n) & 0xffffn) ^ 0xffffn)),
    add(
      'teredo-flags',
      { en: 'Teredo flags', zh: 'Teredo 标志' },
      `0x${flags.toString(16).padStart(4, '0')}${flags & 0x8000n ? ' (cone)' : ''}`,
    ),
  ]
}

function toDottedTail(value: bigint): string {
  const head = formatFullIpv6(value)
    .split(':')
    .slice(0, 6)
    .map((group) => group.replace(/^0{1,3}/, ''))
    .join(':')
  const tail = formatAddress({ version: 4, value: value & 0xffff_ffffn })
  return `${head.replace(/(?:^|:)0(?::0)+(?=:|$)/, ':')}:${tail}`.replace(/^:(?!:)/, '::').replace(':::', '::')
}

/** RFC 4291 §2.7.1: ff02::1:ff00:0/104 and the low 24 bits. */
function toSolicitedNode(value: bigint): string {
  return formatAddress({ version: 6, value: (0xff02n << 112n) | (0x1_ffn << 24n) | (value & 0xff_ffffn) })
}
