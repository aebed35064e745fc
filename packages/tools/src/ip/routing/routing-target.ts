import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress, type Address } from '@octet/core/ip/address.ts'
import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import { toUnmapped } from '@octet/core/ip/embedded.ts'
import type { RoutingTarget } from '@octet/core/probe/routing.ts'
import { findAsNumber } from '../../lib/as-number.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { parseTarget } from '../../lib/target.ts'

/**
 * What a pasted text asks about: `AS15169`, a network, an address, or the first address of a name or URL.
 *
 * @throws {AppError} `bad_input`, and what `resolve` throws
 */
export async function findRoutingTarget(text: string, resolve: (name: string) => Promise<string[]>): Promise<RoutingTarget> {
  const trimmed = toHalfWidth(text).trim()
  const asn = findAsNumber(trimmed)
  if (asn !== undefined) return { kind: 'asn', asn }
  const [before = ''] = trimmed.split('/')
  if (trimmed.includes('/') && findAddress(before)) return { kind: 'network', cidr: formatCidr(parseCidr(trimmed).network) }
  const { host } = parseTarget(trimmed)
  const address = findAddress(host) ?? findAddress((await resolve(host))[0] ?? '')
  if (!address) throw new AppError('name_not_found', { got: host })
  return { kind: 'network', cidr: toHostCidr(toUnmapped(address)) }
}

const toHostCidr = (address: Address): string => `${formatAddress(address)}/${BITS[address.version]}`
