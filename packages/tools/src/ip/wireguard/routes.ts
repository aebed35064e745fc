import { formatCidr, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { mergeRanges, subtractRanges, toCidrs, toRange, type IpRange } from '@octet/core/ip/range.ts'
import type { Route } from './input.ts'

const EVERYTHING = ['0.0.0.0/0', '::/0']
/** Addresses of the Internet: those of IPv6 that are given out (RFC 4291 §2.4), and of IPv4 all but the following. */
const PUBLIC = ['0.0.0.0/0', '2000::/3']
/** This network, private and shared ones, loopback, link-local, multicast and reserved (RFC 6890). */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/3',
]

const toRanges = (networks: readonly string[]): IpRange[] => networks.map((network) => toRange(parseCidr(network).network))

type Wanted = {
  readonly route: Route
  readonly networks: readonly Cidr[]
  /** Networks that the server reaches, and those that never go through the tunnel. */
  readonly behind: readonly IpRange[]
  readonly exclude: readonly IpRange[]
}

/** AllowedIPs of the server at a device: the fewest networks that hold just what goes through the tunnel. */
export function listRoutes({ route, networks, behind, exclude }: Wanted): string[] {
  const inside = [...networks.map(toRange), ...behind]
  const far =
    route === 'vpn' ? [] : route === 'all' ? toRanges(EVERYTHING) : subtractRanges(toRanges(PUBLIC), toRanges(NOT_PUBLIC))
  const ranges = subtractRanges(mergeRanges([...far, ...inside]), exclude)
  return ranges.flatMap(toCidrs).map(formatCidr)
}
