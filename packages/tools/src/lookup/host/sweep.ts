import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { countAddresses, formatCidr, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { confirm, type Confirmed } from './reverse.ts'

/** A /24, or a /120 of IPv6. */
const MOST_SWEPT = 256
/** No address is begun with later. One may take two questions more, and the tool has ten seconds. */
const BEGUN_WITHIN_MS = 5_000
const QUESTION_MS = 2_000
/** So many are asked for at once, and then shown. */
const AT_ONCE = 16

export type SweptNetwork = { readonly cidr: Cidr; readonly text: string; readonly size: number }

/** A network where one is written, `192.0.2.0/28`; undefined for an address alone and for everything else. Sizes are capped. */
export function findNetwork(target: string): SweptNetwork | undefined {
  const text = toHalfWidth(target).trim()
  const [, address = ''] = /^([^\s/]+)\/\d{1,3}$/.exec(text) ?? []
  if (!findAddress(address)) return undefined
  const { network } = parseCidr(text)
  const count = countAddresses(network)
  return count === 1n
    ? undefined
    : { cidr: network, text: formatCidr(network), size: Number(count > MOST_SWEPT ? MOST_SWEPT + 1 : count) }
}

/** All addresses of a network. Throws `bad_input` for more than {@link MOST_SWEPT}. */
export function listAddresses({ cidr, text, size }: SweptNetwork): string[] {
  if (size > MOST_SWEPT)
    throw new AppError('bad_input', {
      field: 'target',
      expected: {
        en: `a network of at most ${MOST_SWEPT} addresses, such as a /24`,
        zh: `不超过 ${MOST_SWEPT} 个地址的网段，如 /24`,
      },
      got: text,
    })
  return Array.from({ length: size }, (_, index) => formatAddress({ version: cidr.version, value: cidr.value + BigInt(index) }))
}

/**
 * Asks for the reverse names of addresses, some at a time. Yields all that is known so far, by position; what there was no time
 * for says so.
 */
export async function* sweep(
  addresses: readonly string[],
  host: Host<'probe'>,
): AsyncGenerator<readonly (Confirmed | undefined)[]> {
  const found: (Confirmed | undefined)[] = addresses.map(() => undefined)
  const endsAt = performance.now() + BEGUN_WITHIN_MS
  for (let at = 0; at < addresses.length; at += AT_ONCE) {
    const isOver = performance.now() >= endsAt
    const batch = addresses.slice(at, at + AT_ONCE)
    const confirmed = isOver
      ? batch.map(() => toLate(host))
      : await Promise.all(batch.map((address) => confirm(address, host, { timeoutMs: QUESTION_MS })))
    for (const [index, one] of confirmed.entries()) found[at + index] = one
    yield [...found]
  }
}

const toLate = ({ lang }: Host<'probe'>): Confirmed => ({ names: [], isConfirmed: null, problem: NO_TIME[lang] })
const NO_TIME = { en: 'there was no time left for it; try a smaller network', zh: '时间已用完，请缩小网段后重试' }
