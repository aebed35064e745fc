import { isIP } from 'node:net'
import { createAddressList } from '../domain/address-list.ts'
import { toPlainAddress } from '../domain/plain-address.ts'

/**
 * Finds the caller behind the operator's proxies: from the right, the first address of `X-Forwarded-For` that is none of
 * them, as the framework's `trustProxy` does. Undefined when what stands there is no address.
 *
 * @example
 * const findCaller = createCallerFinder(['10.0.0.0/8'])
 * findCaller('10.0.0.1', '203.0.113.7, 10.0.0.2') // '203.0.113.7'
 */
export function createCallerFinder(
  trusted: readonly string[],
): (remote: string, forwarded: string | undefined) => string | undefined {
  const isIn = createAddressList(trusted)
  const isProxy = (address: string) => isIP(address) !== 0 && isIn(address)

  return (remote, forwarded) => {
    if (forwarded === undefined || !isProxy(remote)) return remote
    let caller = remote
    for (const part of forwarded.split(',').reverse()) {
      caller = toPlainAddress(part.trim())
      if (!isProxy(caller)) break
    }
    return isIP(caller) === 0 ? undefined : caller
  }
}
