import { AppError } from '../errors.ts'
import { BITS, findAddress, formatAddress, type IpVersion } from './address.ts'
import { countAddresses, parseCidr, type Cidr } from './cidr.ts'

/** Addresses from `first` to `last`, both included. */
export type IpRange = { readonly version: IpVersion; readonly first: bigint; readonly last: bigint }

/**
 * A range written as `first-last`, as a network or as one address.
 *
 * @throws {AppError} `bad_input` with what was expected and what came
 * @example parseRange('192.0.2.10 - 192.0.2.20')
 */
export function parseRange(text: string): IpRange {
  const ends = splitRange(text)
  if (ends.length === 1) return toRange(parseCidr(text).network)
  const [first, last] = ends.map(findAddress)
  const field = { en: 'Range', zh: '地址范围' }
  if (ends.length !== 2 || !first || !last) {
    const expected = { en: 'a range such as 192.0.2.1-192.0.2.9', zh: '如 192.0.2.1-192.0.2.9 的范围' }
    throw new AppError('bad_input', { field, expected, got: text.slice(0, 100) })
  }
  if (first.version !== last.version || first.value > last.value) {
    const expected = { en: 'two addresses of one family, the lower one first', zh: '同一协议族的两个地址，小的在前' }
    throw new AppError('bad_input', { field, expected, got: text.slice(0, 100) })
  }
  return { version: first.version, first: first.value, last: last.value }
}

/** The ends of `first - last`; a pattern for the white space around the hyphen would take the square of its length. */
export function splitRange(text: string): string[] {
  return text.split(/[-–—~]/).map((end) => end.trim())
}

/** The addresses of a network. */
export function toRange(cidr: Cidr): IpRange {
  return { version: cidr.version, first: cidr.value, last: cidr.value + countAddresses(cidr) - 1n }
}

/** `192.0.2.1-192.0.2.9` */
export function formatRange({ version, first, last }: IpRange): string {
  return `${formatAddress({ version, value: first })}-${formatAddress({ version, value: last })}`
}

export function countRange({ first, last }: IpRange): bigint {
  return last - first + 1n
}

/** The fewest networks that together are exactly this range, in order. At most 2·bits − 2 of them. */
export function toCidrs({ version, first, last }: IpRange): Cidr[] {
  if (version === 4) return toIpv4Cidrs(Number(first), Number(last))
  const cidrs: Cidr[] = []
  for (let value = first; value <= last;) {
    const cidr = findWidestStartingAt(version, value, last)
    cidrs.push(cidr)
    value += SIZES[BITS[version] - cidr.prefix]!
  }
  return cidrs
}

/** The same in numbers: a country has some hundred thousand networks. */
function toIpv4Cidrs(first: number, last: number): Cidr[] {
  const cidrs: Cidr[] = []
  for (let value = first; value <= last;) {
    // The lowest bit that is set says how wide a network may begin here, the highest one of what is left how wide there is room.
    const aligned = value === 0 ? 32 : 31 - Math.clz32(value & -value)
    const room = Math.floor(Math.log2(last - value + 1))
    const hostBits = Math.min(aligned, room)
    cidrs.push({ version: 4, value: BigInt(value), prefix: 32 - hostBits })
    value += 2 ** hostBits
  }
  return cidrs
}

/** Sorted ranges without overlap: touching and overlapping ones joined, IPv4 before IPv6. */
export function mergeRanges(ranges: Iterable<IpRange>): IpRange[] {
  const merged: IpRange[] = []
  for (const range of [...ranges].sort(compareRanges)) {
    const previous = merged.at(-1)
    if (previous?.version === range.version && range.first <= previous.last + 1n) {
      if (range.last > previous.last) merged[merged.length - 1] = { ...previous, last: range.last }
    } else merged.push(range)
  }
  return merged
}

/** What is left of some ranges when others are taken away; sorted and merged. */
export function subtractRanges(from: Iterable<IpRange>, minus: Iterable<IpRange>): IpRange[] {
  const holes = mergeRanges(minus)
  const left: IpRange[] = []
  let from0 = 0
  for (const { version, first, last } of mergeRanges(from)) {
    let start = first
    while (from0 < holes.length && isBefore(holes[from0]!, version, first)) from0++
    for (let at = from0; at < holes.length && start <= last; at++) {
      const hole = holes[at]!
      if (hole.version !== version || hole.first > last) break
      if (hole.first > start) left.push({ version, first: start, last: hole.first - 1n })
      start = hole.last + 1n
    }
    if (start <= last) left.push({ version, first: start, last })
  }
  return left
}

/** What two sets of ranges have in common; sorted and merged. */
export function intersectRanges(one: Iterable<IpRange>, other: Iterable<IpRange>): IpRange[] {
  const [a, b] = [mergeRanges(one), mergeRanges(other)]
  const common: IpRange[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [x, y] = [a[i]!, b[j]!]
    if (x.version === y.version) {
      const first = x.first > y.first ? x.first : y.first
      const last = x.last < y.last ? x.last : y.last
      if (first <= last) common.push({ version: x.version, first, last })
    }
    if (x.version < y.version || (x.version === y.version && x.last < y.last)) i++
    else j++
  }
  return common
}

function isBefore(range: IpRange, version: IpVersion, first: bigint): boolean {
  return range.version < version || (range.version === version && range.last < first)
}

function compareRanges(a: IpRange, b: IpRange): number {
  if (a.version !== b.version) return a.version - b.version
  return a.first < b.first ? -1 : a.first > b.first ? 1 : 0
}

function findWidestStartingAt(version: IpVersion, value: bigint, last: bigint): Cidr {
  const bits = BITS[version]
  let hostBits = 0
  // What fits with some host bits fits with fewer, so that they are found by halves.
  for (let step = bits; step >= 1; step >>= 1) {
    const wider = hostBits + step
    if (wider > bits) continue
    const size = SIZES[wider]!
    if ((value & (size - 1n)) === 0n && value + size - 1n <= last) hostBits = wider
  }
  return { version, value, prefix: bits - hostBits }
}

/** How many addresses there are with so many host bits. */
const SIZES = Array.from({ length: 129 }, (_, hostBits) => 1n << BigInt(hostBits))
