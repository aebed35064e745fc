import type { Address } from './address.ts'

export type EmbeddedKind = 'mapped' | 'compatible' | 'nat64' | '6to4' | 'teredo'

/** An IPv4 address written inside an IPv6 address, and by which rule. */
export type Embedded = { readonly kind: EmbeddedKind; readonly address: Address }

const LOW_32 = 0xffff_ffffn

/**
 * The IPv4 address inside an IPv6 address: mapped and compatible (RFC 4291 §2.5.5), NAT64 with the well-known prefix
 * (RFC 6052 §2.1), the gateway of 6to4 (RFC 3056 §2) and the client of Teredo, which is stored inverted (RFC 4380 §4).
 */
export function findEmbeddedIpv4({ version, value }: Address): Embedded | undefined {
  if (version === 4) return undefined
  const found = (kind: EmbeddedKind, v4: bigint): Embedded => ({ kind, address: { version: 4, value: v4 & LOW_32 } })
  const high96 = value >> 32n
  if (high96 === 0xffffn) return found('mapped', value)
  if (high96 === 0n && value > 1n) return found('compatible', value)
  if (high96 === 0x64_ff9bn << 64n) return found('nat64', value)
  if (value >> 112n === 0x2002n) return found('6to4', value >> 80n)
  if (value >> 96n === 0x2001_0000n) return found('teredo', value ^ LOW_32)
  return undefined
}

/** The IPv4 address of its mapped form, as which `::ffff:192.0.2.1` stands in registries and routes; another address as it is. */
export function toUnmapped(address: Address): Address {
  const embedded = findEmbeddedIpv4(address)
  return embedded?.kind === 'mapped' ? embedded.address : address
}

/** The IPv4-mapped form of an IPv4 address, `::ffff:192.0.2.1`. */
export function toMapped({ version, value }: Address): Address {
  return version === 6 ? { version, value } : { version: 6, value: (0xffffn << 32n) | value }
}
