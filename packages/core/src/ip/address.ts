import { AppError } from '../errors.ts'
import type { Text } from '../text.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'
import { formatIpv6, parseIpv6 } from './ipv6.ts'

export type IpVersion = 4 | 6

/** One address: its family and its number. */
export type Address = { readonly version: IpVersion; readonly value: bigint }

/** Bits of an address of a family. */
export const BITS: Readonly<Record<IpVersion, number>> = { 4: 32, 6: 128 }

/** The highest number of a family. */
export const MAX_VALUE: Readonly<Record<IpVersion, bigint>> = { 4: (1n << 32n) - 1n, 6: (1n << 128n) - 1n }

/** The address a text spells, or undefined. Only dotted decimal and RFC 4291 spellings count; nothing is guessed. */
export function findAddress(text: string): Address | undefined {
  const v4 = parseIpv4(text)
  if (v4 >= 0) return { version: 4, value: BigInt(v4) }
  const v6 = parseIpv6(text)
  return v6 >= 0n ? { version: 6, value: v6 } : undefined
}

/**
 * The address a text spells.
 *
 * @throws {AppError} `not_one_address` for a network, `bad_address` with the reason for everything else
 * @example parseAddress('2001:DB8::1') // { version: 6, value: 0x20010db8000000000000000000000001n }
 */
export function parseAddress(text: string): Address {
  const address = findAddress(text)
  if (address) return address
  const slash = text.indexOf('/')
  if (slash > 0 && /^\d{1,3}$/.test(text.slice(slash + 1)) && findAddress(text.slice(0, slash)))
    throw new AppError('not_one_address', { got: text })
  throw new AppError('bad_address', { reason: explainRefusal(text), got: shorten(text) })
}

/** The canonical spelling: dotted decimal or RFC 5952. */
export function formatAddress({ version, value }: Address): string {
  return version === 4 ? formatIpv4(Number(value)) : formatIpv6(value)
}

/** Why a text is not an address, in both languages. */
function explainRefusal(text: string): Text {
  const rule = REFUSALS.find(({ test }) => test(text))
  return rule ? rule.reason : { en: 'this is neither of the two', zh: '无法识别' }
}

const reason = (en: string, zh: string): Text => ({ en, zh })
const octets = (text: string) => text.split('.')
const groups = (text: string) => text.split(':').filter((group) => group !== '')

/** Checked in order; the first that fits names the fault. */
const REFUSALS: readonly { test: (text: string) => boolean; reason: Text }[] = [
  { test: (text) => text === '', reason: reason('the input is empty', '输入为空') },
  { test: (text) => text.trim() === '', reason: reason('the input holds only spaces', '输入只有空格') },
  { test: (text) => /\s/u.test(text), reason: reason('spaces do not belong in an address', '地址中不能有空格') },
  {
    test: (text) => /[\uff00-\uffef\u3002]/u.test(text),
    reason: reason('full-width characters must be written in half width', '全角字符须改为半角'),
  },
  {
    test: (text) => /^\[.*\](:\d*)?$/.test(text),
    reason: reason('brackets and a port belong to a URL, not to an address', '方括号和端口属于网址，不属于地址'),
  },
  {
    test: (text) => /^[\d.]+:\d{1,5}$/.test(text),
    reason: reason('a port does not belong to an address', '地址后不能带端口'),
  },
  {
    test: (text) => text.includes('%'),
    reason: reason('a zone id (%…) has a meaning only on one machine', '区域标识（%…）只在单台机器上有意义'),
  },
  { test: (text) => text.includes('/'), reason: reason('a network or a URL is not one address', '网段或网址不是单个地址') },
  {
    test: (text) => /^[\dA-Fa-f:.]+-[\dA-Fa-f:.]+$/.test(text) && /[.:]/.test(text),
    reason: reason('a range is not one address', '地址范围不是单个地址'),
  },
  {
    test: (text) => /^(0x[\da-f]+|\d+)(\.(0x[\da-f]+|\d+))*$/i.test(text) && /0x/i.test(text),
    reason: reason(
      'hexadecimal IPv4 numbers are read differently by different programs',
      '十六进制的 IPv4 写法在不同程序中含义不同',
    ),
  },
  {
    test: (text) => /^\d+(\.\d+)*$/.test(text) && octets(text).some((part) => Number(part) > 255) && octets(text).length > 1,
    reason: reason('every number of an IPv4 address is at most 255', 'IPv4 的每个数不能超过 255'),
  },
  {
    test: (text) => /^\d+(\.\d+)*$/.test(text) && octets(text).some((part) => /^0\d/.test(part)),
    reason: reason('numbers with leading zeros may be meant as octal', '带前导零的数可能被当作八进制'),
  },
  {
    test: (text) => /^\d+(\.\d+){0,2}$/.test(text),
    reason: reason('an IPv4 address has four numbers; short forms are not expanded', 'IPv4 地址有四个数，不展开简写形式'),
  },
  {
    test: (text) => /^\d+(\.\d+){4,}$/.test(text),
    reason: reason('an IPv4 address has only four numbers', 'IPv4 地址只有四个数'),
  },
  {
    test: (text) => /^[\d.]+$/.test(text),
    reason: reason('a number is missing between two dots or at an end', '点与点之间或首尾缺少数字'),
  },
  { test: (text) => /:::/.test(text), reason: reason('three colons in a row', '连续出现三个冒号') },
  {
    test: (text) => (text.match(/::/g)?.length ?? 0) > 1,
    reason: reason('“::” may stand only once, else its length is not known', '“::”只能出现一次，否则无法确定其长度'),
  },
  {
    test: (text) => text.includes(':') && /[^\dA-Fa-f:.]/.test(text),
    reason: reason('IPv6 uses only the digits 0–9 and a–f', 'IPv6 只使用数字 0–9 和字母 a–f'),
  },
  {
    test: (text) => text.includes(':') && groups(text).some((group) => !group.includes('.') && group.length > 4),
    reason: reason('a group of an IPv6 address has at most four digits', 'IPv6 每组最多四位'),
  },
  {
    test: (text) =>
      text.includes(':') && /^[^.]*:[\d.]*\.[\d.]*$/.test(text) && parseIpv4(text.slice(text.lastIndexOf(':') + 1)) < 0,
    reason: reason('the dotted end of the IPv6 address is not a valid IPv4 address', 'IPv6 末尾的点分部分不是有效的 IPv4 地址'),
  },
  {
    test: (text) => text.includes(':') && countGroups(text) > (text.includes('::') ? 7 : 8),
    reason: reason('an IPv6 address has eight groups, here are more', 'IPv6 地址有八组，此处多于八组'),
  },
  {
    test: (text) =>
      /^[\dA-Fa-f:.]*:[\dA-Fa-f:.]*$/.test(text) && !text.includes('::') && countGroups(text) < 8 && !/^:|:$/.test(text),
    reason: reason('an IPv6 address without “::” has eight groups, here are fewer', '不含“::”的 IPv6 地址须有八组，此处不足'),
  },
  {
    test: (text) => /^:[^:]|[^:]:$/.test(text),
    reason: reason('a single colon stands at an end', '首尾有单个冒号'),
  },
  {
    test: (text) => /^[a-z\d](-*[a-z\d])*(\.[a-z\d](-*[a-z\d])*)+\.?$/i.test(text),
    reason: reason('this looks like a host name', '这看起来是主机名'),
  },
]

function countGroups(text: string): number {
  return groups(text).reduce((sum, group) => sum + (group.includes('.') ? 2 : 1), 0)
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
