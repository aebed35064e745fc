import { BlockList, isIPv6 } from 'node:net'

/**
 * Whether an address lies in one of these networks; single addresses count as networks of one.
 *
 * @example
 * const isOurs = createAddressList(['10.0.0.0/8', '2001:db8::1'])
 * isOurs('10.1.2.3') // true
 */
export function createAddressList(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', length] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(length ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
