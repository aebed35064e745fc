import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { toCidrs, type IpRange } from '@octet/core/ip/range.ts'
import type { Pacer } from '../pacer.ts'
import { writeList, type ListFormat, type ListOptions } from './write-list.ts'

/** Networks between two breaths. */
const SLICE = 4_096

/** The fewest networks of some ranges, with breaths: a country has some hundred thousand. */
export async function gatherCidrs(ranges: Iterable<IpRange>, breathe: Pacer): Promise<Cidr[]> {
  const cidrs: Cidr[] = []
  let next = SLICE
  for (const range of ranges) {
    cidrs.push(...toCidrs(range))
    if (cidrs.length < next) continue
    next = cidrs.length + SLICE
    await breathe()
  }
  return cidrs
}

/** Networks as text, with breaths. */
export async function formatCidrs(cidrs: readonly Cidr[], breathe: Pacer): Promise<string[]> {
  const texts: string[] = []
  for (let at = 0; at < cidrs.length; at += SLICE) {
    for (const cidr of cidrs.slice(at, at + SLICE)) texts.push(formatCidr(cidr))
    await breathe()
  }
  return texts
}

/** Formats of a line for each network, with the lines that stand before them; those of others belong together. */
const HEAD_LINES: Partial<Record<ListFormat, 0 | 1>> = {
  text: 0,
  range: 0,
  csv: 1,
  nginx: 0,
  apache: 0,
  haproxy: 1,
  iptables: 0,
  route: 0,
  mikrotik: 0,
}

export type PacedListOptions = ListOptions & { readonly format: ListFormat; readonly breathe: Pacer }

/** What `writeList` writes, with breaths where each network has a line for itself. */
export async function writeListPaced(cidrs: readonly Cidr[], { format, breathe, ...options }: PacedListOptions): Promise<string> {
  const head = HEAD_LINES[format]
  if (head === undefined || cidrs.length <= SLICE) return writeList(cidrs, format, options)
  const parts: string[] = []
  for (let at = 0; at < cidrs.length; at += SLICE) {
    const lines = writeList(cidrs.slice(at, at + SLICE), format, options)
    parts.push(head === 1 && at > 0 ? lines.slice(lines.indexOf('\n') + 1) : lines)
    await breathe()
  }
  return parts.join('\n')
}
