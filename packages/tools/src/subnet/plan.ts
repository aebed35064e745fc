import { counted, countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { BITS, formatAddress, type Address, type IpVersion } from '@octet/core/ip/address.ts'
import { countAddresses, formatCidr, splitCidr, toCidr, toLastAddress, type Cidr } from '@octet/core/ip/cidr.ts'
import { toCidrs } from '@octet/core/ip/range.ts'
import { toHalfWidth } from '../lib/half-width.ts'
import { toHosts } from './describe.ts'

/** Rows that one answer lists; the total is stated beside them. */
export const MAX_ROWS = 4096

/** One network of a plan. */
export type PlanRow = {
  name: string
  network: string
  mask: string
  firstHost: string
  lastHost: string
  broadcast: string
  hosts: string
  wanted: string
}

/** What is wanted of a plan: so many hosts, under a name. */
export type Want = { readonly name: string; readonly hosts: bigint }

/** A network as a row of a plan. */
export function toPlanRow(cidr: Cidr, { name = '', wanted = '' } = {}): PlanRow {
  const hosts = toHosts(cidr)
  const { version } = cidr
  return {
    name,
    network: formatCidr(cidr),
    mask:
      version === 4
        ? formatAddress({ version, value: ((1n << BigInt(cidr.prefix)) - 1n) << BigInt(32 - cidr.prefix) })
        : `/${cidr.prefix}`,
    firstHost: formatAddress({ version, value: hosts.first }),
    lastHost: formatAddress({ version, value: hosts.last }),
    broadcast: version === 4 && cidr.prefix < 31 ? formatAddress(toLastAddress(cidr)) : '',
    hosts: (hosts.last - hosts.first + 1n).toString(),
    wanted,
  }
}

/** The first {@link MAX_ROWS} parts of a network with a longer prefix, and how many there are in all. */
export function listParts(cidr: Cidr, prefix: number): { parts: Cidr[]; total: bigint } {
  const parts: Cidr[] = []
  for (const part of splitCidr(cidr, prefix)) if (parts.push(part) >= MAX_ROWS) break
  return { parts, total: 1n << BigInt(prefix - cidr.prefix) }
}

/** The longest prefix whose networks have so many usable hosts: one host is a /32, two a /31 (RFC 3021), more leave out two. */
export function toPrefixForHosts(version: IpVersion, hosts: bigint): number {
  if (hosts < 1n) throw badCount('count', hosts)
  const needed = version === 4 && hosts > 2n ? hosts + 2n : hosts
  const prefix = BITS[version] - countBits(needed)
  if (prefix < 0) throw badCount('count', hosts)
  return prefix
}

/** The prefix that cuts a network into at least so many equal parts. */
export function toPrefixForParts(cidr: Cidr, count: bigint): number {
  if (count < 1n) throw badCount('count', count)
  const prefix = cidr.prefix + countBits(count)
  if (prefix <= BITS[cidr.version]) return prefix
  throw new AppError('unsupported_value', {
    got: formatCidr(cidr),
    reason: {
      en: `it has ${countOf(countAddresses(cidr), 'address', 'addresses')}, too few for ${countOf(count, 'network')}`,
      zh: `仅有 ${countAddresses(cidr)} 个地址，不足以划分 ${count} 个子网`,
    },
  })
}

/** The smallest network with both an address and another one of its family. */
export function findCommon(address: Address, other: bigint): Cidr {
  const difference = address.value ^ other
  return toCidr(address, BITS[address.version] - (difference === 0n ? 0 : difference.toString(2).length))
}

/**
 * Variable-length subnets: each want gets the smallest network that holds it, the largest first, so that no gap is lost
 * to alignment. What stays free comes back as networks. Throws `unsupported_value` with what is missing.
 */
export function planSubnets(cidr: Cidr, wants: readonly Want[]): { rows: PlanRow[]; free: Cidr[] } {
  const sized = wants
    .map((want) => ({ want, prefix: toPrefixForHosts(cidr.version, want.hosts) }))
    .sort((a, b) => a.prefix - b.prefix)
  const needed = sized.reduce((sum, { prefix }) => sum + (1n << BigInt(BITS[cidr.version] - prefix)), 0n)
  if (needed > countAddresses(cidr))
    throw new AppError('unsupported_value', {
      got: formatCidr(cidr),
      reason: {
        en: `the plan needs ${countOf(needed, 'address', 'addresses')}, the network has ${countAddresses(cidr)}`,
        zh: `规划需要 ${needed} 个地址，而该网段只有 ${countAddresses(cidr)} 个`,
      },
    })
  let next = cidr.value
  const rows = sized.map(({ want, prefix }) => {
    const part: Cidr = { version: cidr.version, value: next, prefix }
    next += countAddresses(part)
    return toPlanRow(part, { name: want.name, wanted: want.hosts.toString() })
  })
  const last = toLastAddress(cidr).value
  return { rows, free: next > last ? [] : toCidrs({ version: cidr.version, first: next, last }) }
}

/** What is counted, which is no name: 100 hosts, 100人. */
const COUNTED = /(?<=\d)\s?(?:[人台个位户]|hosts?(?![\w-]))/iu

/** Wants, one per line or between commas: `50 sales`, `sales: 50`, `销售部 50人`, `50`. Throws `bad_input` with the line. */
export function parseWants(text: string): Want[] {
  const lines = toHalfWidth(text)
    .split(/[\r\n,;]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length === 0) {
    const expected = { en: 'at least one line such as “50 sales”', zh: '至少一行，如“50 销售部”' }
    throw new AppError('bad_input', { field: 'hosts', expected, got: '' })
  }
  if (lines.length > MAX_ROWS)
    throw new AppError('too_large', { field: 'hosts', limit: counted(MAX_ROWS, 'networks'), got: lines.length })
  return lines.map((line, index) => {
    const bare = line.replace(COUNTED, '').trim()
    const match = /^(\d{1,39})(?:\s+(.*))?$/.exec(bare) ?? /^(?:(.*[^\s:=]|)[\s:=]+)(\d{1,39})$/.exec(bare)
    if (!match) {
      const expected = {
        en: `a count of hosts and a name, e.g. “50 sales”, on line ${index + 1}`,
        zh: `主机数和名称，如“50 销售部”（第 ${index + 1} 行）`,
      }
      throw new AppError('bad_input', { field: 'hosts', expected, got: line.slice(0, 80) })
    }
    const isCountFirst = /^\d/.test(line) && /^\d+$/.test(match[1] ?? '')
    const [count, name] = isCountFirst ? [match[1]!, match[2] ?? ''] : [match[2]!, match[1] ?? '']
    return { name, hosts: BigInt(count) }
  })
}

/** Bits that count up to a number of things: 1 → 0, 2 → 1, 3 → 2. */
function countBits(count: bigint): number {
  return count <= 1n ? 0 : (count - 1n).toString(2).length
}

function badCount(field: string, got: bigint): AppError {
  const expected = { en: 'a count of 1 or more that the address family can hold', zh: '不小于 1 且地址族容纳得下的数量' }
  return new AppError('bad_input', { field, expected, got: got.toString() })
}
