import { AppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress, type Address } from '@octet/core/ip/address.ts'
import { contains, parseCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { findEmbeddedIpv4 } from '@octet/core/ip/embedded.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import type { Text } from '@octet/core/text.ts'

export type PolicyOptions = {
  /** Networks the operator opens although they are not public; the only way past the policy. */
  readonly allowTargets?: readonly string[] | undefined
  /** Networks the operator closes although they are public, such as those whose owners want no probes; stronger than `allowTargets`. */
  readonly refuseTargets?: readonly string[] | undefined
  /** Public addresses of this installation and its monitoring points, as networks; a function where they may change. */
  readonly ownAddresses?: readonly string[] | (() => readonly string[]) | undefined
}

/** Decides which addresses this program may send packets to on a visitor's behalf. */
export type Policy = {
  /** Why an address is refused; undefined when it is open. */
  findRefusal(address: Address): Text | undefined
}

/** Addresses that look public and are not: the host agent of a large cloud. */
const HIDDEN_SERVICES = ['168.63.129.16/32']
/** Own addresses that have been read are good for so long. */
const OWN_MS = 10_000
const GLOBAL_UNICAST = parseCidr('2000::/3').network

/**
 * Only global unicast is open: IPv4 outside every special block, IPv6 inside 2000::/3 and outside every special block.
 * An IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4) is judged as the IPv4 address it reaches.
 */
export function createPolicy({ allowTargets = [], refuseTargets = [], ownAddresses = [] }: PolicyOptions = {}): Policy {
  const allowed = allowTargets.map(toNetwork)
  const closed = refuseTargets.map(toNetwork)
  const readOwn = toReader(ownAddresses)
  const hidden = HIDDEN_SERVICES.map(toNetwork)
  return {
    findRefusal(address) {
      const reached = toReached(address)
      if ([address, reached].some((one) => isIn(closed, one)))
        return { en: 'it is closed by the operator of this service', zh: '本站管理员已禁止对该地址的访问' }
      if ([address, reached].some((one) => isIn(allowed, one))) return undefined
      if (isIn(readOwn(), reached)) return { en: 'it is an address of this service', zh: '这是本服务自身的地址' }
      if (isIn(hidden, reached)) return { en: 'it is an internal service of a cloud', zh: '这是云平台的内部服务' }
      return findSpecialRefusal(reached)
    },
  }
}

/**
 * Reads an address in its one normal spelling (dotted decimal, RFC 5952); every other spelling is refused,
 * since another parser might read it as another address.
 *
 * @throws {AppError} `bad_address`
 */
export function parseCanonical(text: string): Address {
  const address = findAddress(text)
  const normal = address && formatAddress(address)
  if (address && normal === text) return address
  const reason = address
    ? { en: `write it as ${normal}`, zh: `请写作 ${normal}` }
    : { en: 'only dotted decimal and RFC 5952 are accepted', zh: '仅接受点分十进制与 RFC 5952 写法' }
  throw new AppError('bad_address', { got: text.slice(0, 100), reason })
}

/** The address that packets really reach: the IPv4 address inside a mapped, compatible, NAT64 or 6to4 address. */
export function toReached(address: Address): Address {
  const embedded = findEmbeddedIpv4(address)
  return embedded && embedded.kind !== 'teredo' ? embedded.address : address
}

function findSpecialRefusal(address: Address): Text | undefined {
  const special = findSpecial(address)
  if (special) return { en: `${special.name.en} (${special.rfc})`, zh: `${special.name.zh}（${special.rfc}）` }
  if (address.version === 6 && !contains(GLOBAL_UNICAST, address))
    return { en: 'not a global unicast address', zh: '不是全球单播地址' }
  return undefined
}

/** Asks again for what changes, but not for every packet. */
function toReader(addresses: readonly string[] | (() => readonly string[])): () => readonly Cidr[] {
  if (typeof addresses !== 'function') {
    const networks = addresses.map(toNetwork)
    return () => networks
  }
  let networks: readonly Cidr[] = []
  let untilMs = -Infinity
  return () => {
    if (performance.now() >= untilMs) {
      networks = addresses().map(toNetwork)
      untilMs = performance.now() + OWN_MS
    }
    return networks
  }
}

function toNetwork(text: string): Cidr {
  return parseCidr(text).network
}

function isIn(networks: readonly Cidr[], address: Address): boolean {
  return networks.some((network) => contains(network, address))
}
