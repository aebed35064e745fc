import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { toPlainAddress } from '../http/caller.ts'

/** The address behind a request: the first from the right of X-Forwarded-For that no trusted proxy has written. */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', length] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    trusted.addSubnet(address, Number(length ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
    const path = [...forwarded.map((part) => toPlainAddress(part.trim())), toPlainAddress(socket.remoteAddress ?? '')]
    for (const address of path.toReversed())
      if (!isTrusted(address)) return isIP(address) ? address : toPlainAddress(socket.remoteAddress ?? '')
    return path[0] ?? ''
  }
}
