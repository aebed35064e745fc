import type { Address } from './address.ts'

/** The hardware address in a modified EUI-64 interface identifier (RFC 4291 appendix A), known by ff:fe in its middle. */
export function findEui64Mac({ version, value }: Address): string | undefined {
  const id = value & 0xffff_ffff_ffff_ffffn
  if (version === 4 || ((id >> 24n) & 0xffffn) !== 0xfffen) return undefined
  const mac = (((id >> 40n) ^ 0x02_0000n) << 24n) | (id & 0xff_ffffn)
  return mac.toString(16).padStart(12, '0').match(/../g)!.join(':')
}

/** The address a host takes in a /64 by its hardware address. */
export function fromEui64(prefix: bigint, mac: bigint): Address {
  const id = (((mac >> 24n) ^ 0x02_0000n) << 40n) | (0xfffen << 24n) | (mac & 0xff_ffffn)
  return { version: 6, value: ((prefix >> 64n) << 64n) | id }
}
