import { parseAddress } from '@octet/core/ip/address.ts'
import { findEmbeddedIpv4, type EmbeddedKind } from '@octet/core/ip/embedded.ts'
import { findSpecial, type SpecialBlock } from '@octet/core/ip/special.ts'

/** An address that is not used on the public Internet, answered without a call. */
export type Bogon = { readonly ip: string; readonly bogon: true; readonly special: SpecialBlock }

/** Forms of an IPv4 address for which the data answer as for itself. */
const ANSWERED: ReadonlySet<EmbeddedKind> = new Set(['mapped', '6to4', 'nat64'])

/**
 * What a private, reserved or otherwise special address is; undefined for ordinary addresses, and for ordinary IPv4
 * addresses in IPv6, as a socket of both families names its peer.
 *
 * @throws {AppError} `bad_address` when the text is no address
 * @example findBogon('10.0.0.1')?.special.rfc // 'RFC 1918'
 * @example findBogon('::ffff:8.8.8.8') // undefined
 */
export function findBogon(ip: string): Bogon | undefined {
  const address = parseAddress(ip)
  const embedded = findEmbeddedIpv4(address)
  const special = findSpecial(address)
  if (!special || special.global) return undefined
  if (embedded && ANSWERED.has(embedded.kind) && !findSpecial(embedded.address)) return undefined
  return { ip, bogon: true, special }
}
