import { formatIpv4 } from '@octet/core/ip/ipv4.ts'

/** A destination as CIDR, and the router to it. */
type DhcpRoute = { readonly network: string; readonly router: string }

/** Classless static routes (RFC 3442): of a network only the bytes that its prefix reaches into. Undefined for what is none. */
export function findDhcpRoutes(bytes: Uint8Array): DhcpRoute[] | undefined {
  const routes: DhcpRoute[] = []
  for (let at = 0; at < bytes.length;) {
    const prefix = bytes[at]!
    const size = Math.ceil(prefix / 8)
    const end = at + 1 + size + 4
    if (prefix > 32 || end > bytes.length) return undefined
    const network = toNumber([...bytes.subarray(at + 1, at + 1 + size), 0, 0, 0, 0].slice(0, 4))
    routes.push({
      network: `${formatIpv4(network)}/${prefix}`,
      router: formatIpv4(toNumber(bytes.subarray(end - 4, end))),
    })
    at = end
  }
  return routes
}

/** Four bytes as an unsigned number. */
export const toNumber = (bytes: ArrayLike<number>): number =>
  ((bytes[0]! << 24) | (bytes[1]! << 16) | (bytes[2]! << 8) | bytes[3]!) >>> 0
