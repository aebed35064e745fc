import { AppError } from '@octet/core/errors.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { IpRange } from '@octet/core/ip/range.ts'
import type { Pacer } from '../pacer.ts'
import { formatCidrs, gatherCidrs, writeListPaced, type PacedListOptions } from './gather-cidrs.ts'

/** What the data have of an owner, as `@octet/ipdb/networks/find-ranges.ts` finds it. */
export type OwnedRanges = {
  /** The owner as the data write it. */
  readonly owner: string
  /** The autonomous systems behind an organisation or a domain. */
  readonly networks: readonly { readonly asn: number }[]
  readonly ranges: Iterable<IpRange>
}

export type RangesAnswer = { owner: string; asns?: number[]; networks: string[] }

/** The fewest networks of an owner, as data. Throws `unsupported_value` where there are none. */
export async function answerRanges(found: OwnedRanges, breathe: Pacer): Promise<RangesAnswer> {
  const cidrs = await gatherOwned(found, breathe)
  const asns = found.networks.length > 0 ? { asns: found.networks.map(({ asn }) => asn) } : {}
  return { owner: found.owner, ...asns, networks: await formatCidrs(cidrs, breathe) }
}

/** The same as a list in the words of a firewall or a program, without the last line's end. */
export async function writeRanges(found: OwnedRanges, options: PacedListOptions): Promise<string> {
  return writeListPaced(await gatherOwned(found, options.breathe), options)
}

/** Networks of one answer for a model, whose memory is small. */
const MAX_SHOWN = 1_000

/** The first {@link MAX_SHOWN} networks of an owner, and how many there are; none is an answer too. */
export async function answerFirstRanges(found: OwnedRanges, breathe: Pacer) {
  const cidrs = await gatherCidrs(found.ranges, breathe)
  return { owner: found.owner, total: cidrs.length, networks: cidrs.slice(0, MAX_SHOWN).map(formatCidr) }
}

async function gatherOwned({ owner, ranges }: OwnedRanges, breathe: Pacer): Promise<Cidr[]> {
  const cidrs = await gatherCidrs(ranges, breathe)
  if (cidrs.length > 0) return cidrs
  throw new AppError('unsupported_value', {
    got: owner,
    reason: { en: 'the data has no ranges for it', zh: '数据中没有它的地址段' },
  })
}
