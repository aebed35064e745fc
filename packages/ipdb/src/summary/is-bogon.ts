import type { IpRecord } from '@octet/core/ip/record.ts'

type Known = Pick<IpRecord, 'special' | 'country_code'> & { readonly ASN: Pick<IpRecord['ASN'], 'asn'> }

/**
 * Whether an address is set aside and nothing is known of it. One that is written around a public IPv4 address
 * (`::ffff:8.8.8.8`, as a socket of both families names its peer, or 6to4) is not: the data answer for that.
 */
export function isBogon({ special, country_code, ASN }: Known): boolean {
  return special !== null && !special.global && country_code === null && ASN.asn === null
}
