import type { IncomingMessage } from 'node:http'
import { toPlainAddress } from '../domain/plain-address.ts'
import { createCallerFinder } from '../http/trusted-proxies.ts'

/** The address behind a request; that of the peer where a proxy names none. */
export function createClientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const findCaller = createCallerFinder(trustedProxies)
  return ({ socket, headers }) => {
    const remote = toPlainAddress(socket.remoteAddress ?? '')
    const forwarded = headers['x-forwarded-for']
    return findCaller(remote, forwarded === undefined ? undefined : String(forwarded)) ?? remote
  }
}
