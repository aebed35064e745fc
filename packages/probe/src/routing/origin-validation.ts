import { contains, parseCidr } from '@octet/core/ip/cidr.ts'
import type { OriginState, Roa } from '@octet/core/probe/routing.ts'

/**
 * Origin validation of a route (RFC 6811 §2): `valid` when a ROA covers the prefix, is long enough and names the origin;
 * `invalid` when ROAs cover it and none of them does; `not_found` when none covers it. AS 0 never matches (RFC 7607).
 *
 * @example validateOrigin('192.0.2.0/24', 64500, [{ prefix: '192.0.2.0/24', maxLength: 24, asn: 64500, trustAnchor: null }]) // 'valid'
 */
export function validateOrigin(prefix: string, asn: number, roas: readonly Roa[]): Exclude<OriginState, 'unknown'> {
  const covering = findCovering(prefix, roas)
  if (covering.length === 0) return 'not_found'
  const { network } = parseCidr(prefix)
  return covering.some((roa) => asn !== 0 && roa.asn === asn && network.prefix <= roa.maxLength) ? 'valid' : 'invalid'
}

/** Those whose prefix holds the whole of another prefix. */
export function findCovering<T extends { readonly prefix: string }>(prefix: string, registered: readonly T[]): T[] {
  const { network } = parseCidr(prefix)
  return registered.filter((one) => contains(parseCidr(one.prefix).network, network))
}
