import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { toCidrs, type IpRange } from '@octet/core/ip/range.ts'
import type { Pacer } from '../pacer.ts'
import { toListLines, type ListFormat, type ListOptions } from './write-list.ts'

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

export type PacedListOptions = ListOptions & { readonly format: ListFormat; readonly breathe: Pacer }

/** What `writeList` writes, with breaths. */
export async function writeListPaced(cidrs: readonly Cidr[], { format, breathe, ...options }: PacedListOptions): Promise<string> {
  const lines: string[] = []
  for (const line of toListLines(cidrs, format, options)) {
    lines.push(line)
    if (lines.length % SLICE === 0) await breathe()
  }
  return lines.join('\n')
}
