import { parseAddress } from '@octet/core/ip/address.ts'
import { findSpecial, type SpecialBlock } from '@octet/core/ip/special.ts'

/** An address that is not used on the public Internet, answered without a call. */
export type Bogon = { readonly ip: string; readonly bogon: true; readonly special: SpecialBlock }

/**
 * What a private, reserved or otherwise special address is; undefined for ordinary addresses.
 *
 * @throws {AppError} `bad_address` when the text is no address
 * @example findBogon('10.0.0.1')?.special.rfc // 'RFC 1918'
 */
export function findBogon(ip: string): Bogon | undefined {
  const special = findSpecial(parseAddress(ip))
  return special && !special.global ? { ip, bogon: true, special } : undefined
}
