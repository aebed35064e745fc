import { networkInterfaces } from 'node:os'

/**
 * Addresses of this machine, which nobody may aim at from here. They change while a program runs: leases end, and IPv6
 * makes a new one every day (RFC 8981).
 */
export function findOwnAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.replace(/%.*$/, '')))
}
