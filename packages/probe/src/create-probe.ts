import type { ProbeCapability } from '@octet/core/probe.ts'
import { createDnsClient } from './dns/client.ts'
import type { Server } from './dns/exchange.ts'
import { createDnsProbe } from './dns/dns-probe.ts'
import type { Guard } from './guard/guard.ts'

export type ProbeOptions = {
  /** The gate every packet passes. */
  readonly guard: Guard
  /** Resolvers asked when a visitor names none; those of the system unless given. */
  readonly resolvers?: readonly Server[] | undefined
  /** Certificates (PEM) trusted beside the public ones. */
  readonly ca?: string | undefined
}

/**
 * Builds everything that sends packets. Dispose it to end its children.
 *
 * @example
 * await using probe = createProbe({ guard: createGuard() })
 * const { answers } = await probe.dns.query({ name: 'example.com', type: 'AAAA' })
 */
export function createProbe({ guard, resolvers, ca }: ProbeOptions): ProbeCapability & AsyncDisposable {
  const client = createDnsClient({ guard, systemServers: resolvers, ca })
  return {
    dns: createDnsProbe({ client, guard }),
    [Symbol.asyncDispose]: async () => {},
  }
}
