import type { ProbeCapability } from '@octet/core/probe.ts'
import type { IcpProvider } from '@octet/core/probe/icp.ts'
import { createDnsClient } from './dns/client.ts'
import type { Server } from './dns/server.ts'
import { createDnsProbe } from './dns/dns-probe.ts'
import { createBlockListProbe } from './dnsbl/dnsbl-probe.ts'
import type { Guard } from './guard/guard.ts'
import { createFetcher } from './http/fetch.ts'
import { createCorsProbe } from './http/cors/cors-probe.ts'
import { createHttpProbe } from './http/report.ts'
import { createIcpProbe } from './icp/icp-probe.ts'
import { createMailProbe } from './mail/mail-probe.ts'
import { createPageProbe } from './page/page-probe.ts'
import { createPingProbe } from './ping/ping-probe.ts'
import { createPortProbe } from './ports/scan.ts'
import { createRoutingProbe } from './routing/routing-probe.ts'
import { createSshProbe } from './ssh/ssh-probe.ts'
import { createTlsProbe } from './tls/report.ts'
import { createWhoisProbe } from './whois/whois-probe.ts'

export type ProbeOptions = {
  /** The gate every packet passes. */
  readonly guard: Guard
  /** Resolvers asked when a visitor names none; those of the system unless given. */
  readonly resolvers?: readonly Server[] | undefined
  /** Certificates (PEM) trusted beside the public ones. */
  readonly ca?: string | undefined
  /** How we name ourselves to the servers we fetch from: product and a URL that explains it. */
  readonly userAgent?: string | undefined
  /** The operator's own source of ICP records. */
  readonly icpProvider?: IcpProvider | undefined
}

/**
 * Builds everything that sends packets. Dispose it to end its children.
 *
 * @example
 * await using probe = createProbe({ guard: createGuard() })
 * const { answers } = await probe.dns.query({ name: 'example.com', type: 'AAAA' })
 */
export function createProbe({ guard, resolvers, ca, userAgent, icpProvider }: ProbeOptions): ProbeCapability & AsyncDisposable {
  const client = createDnsClient({ guard, systemServers: resolvers, ca })
  const fetcher = createFetcher({ guard, ca, userAgent })
  const ping = createPingProbe({ guard, fetcher, client })
  return {
    dns: createDnsProbe({ client, guard }),
    whois: createWhoisProbe({ guard, fetcher }),
    ping,
    http: createHttpProbe({ fetcher, guard }),
    cors: createCorsProbe({ fetcher }),
    page: createPageProbe({ fetcher }),
    icp: createIcpProbe({ guard, fetcher, provider: icpProvider }),
    ports: createPortProbe({ guard, findRejecter: ping.findRejecter }),
    tls: createTlsProbe({ guard, fetcher, client, ca }),
    ssh: createSshProbe({ guard, client }),
    mail: createMailProbe({ guard, client, fetcher, ca }),
    blockLists: createBlockListProbe({ guard, client }),
    routing: createRoutingProbe({ guard, client }),
    [Symbol.asyncDispose]: () => ping[Symbol.asyncDispose](),
  }
}
