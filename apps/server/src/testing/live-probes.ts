import { createDnsClient } from '@octet/probe/dns/client.ts'
import { createDnsProbe } from '@octet/probe/dns/dns-probe.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { rr, startDnsServer } from '@octet/probe/testing/dns-server.ts'
import { guard as whoisGuard, serveRdap } from '@octet/probe/testing/whois-server.ts'
import type { WhoisLimits } from '@octet/probe/whois/limits.ts'
import { createWhoisProbe } from '@octet/probe/whois/whois-probe.ts'

const NETWORK = {
  objectClassName: 'ip network',
  handle: 'NET-8-8-8-0-1',
  name: 'EXAMPLE-NET',
  country: 'US',
  startAddress: '8.8.8.0',
  endAddress: '8.8.8.255',
  cidr0_cidrs: [{ v4prefix: '8.8.8.0', length: 24 }],
  entities: [
    {
      objectClassName: 'entity',
      roles: ['abuse'],
      vcardArray: [
        'vcard',
        [
          ['version', {}, 'text', '4.0'],
          ['email', {}, 'text', 'abuse@example.net'],
          ['tel', {}, 'text', '+1-555-0100'],
        ],
      ],
    },
  ],
}

const PATIENCE_MS = 60_000
/** Those of the product are for an idle machine, on which a registry that is slow is left. */
const PATIENT: WhoisLimits = {
  totalMs: PATIENCE_MS,
  rdapMs: PATIENCE_MS,
  secondMs: PATIENCE_MS,
  fileMs: PATIENCE_MS,
  turnMs: PATIENCE_MS,
  serverMs: PATIENCE_MS,
  idleMs: PATIENCE_MS,
}

/**
 * Probes that ask servers on loopback: 8.8.8.8 is `a.example`, which leads back, and has a contact for abuse; other addresses
 * are `b.example`, which does not, and no registry of them can be reached.
 */
export async function startLiveProbes() {
  await using stack = new AsyncDisposableStack()
  let asked = 0
  const dns = stack.use(
    await startDnsServer(({ name, type }) => {
      if (type === 12) return { answers: [rr(name, 'PTR', { name: name.startsWith('8.8.8.8') ? 'a.example.' : 'b.example.' })] }
      return { answers: type === 1 && name === 'a.example.' ? [rr(name, 'A', { address: '8.8.8.8' })] : [] }
    }),
  )
  const registry = stack.use(
    await serveRdap(({ url }, response) => {
      if (url === '/ipv4.json') response.end(JSON.stringify({ services: [[['8.0.0.0/8'], [registry.base]]] }))
      else if (url === '/ip/8.8.8.8' && ++asked) response.end(JSON.stringify(NETWORK))
      else response.writeHead(404).end()
    }),
  )
  const guard = createGuard({ resolver: async () => [] })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: dns.port, isTrusted: true }],
  })
  const owned = stack.move()
  return {
    probe: {
      dns: createDnsProbe({ client, guard }),
      whois: createWhoisProbe({ guard: whoisGuard, fetcher: registry.fetcher, bootstrapUrl: registry.base, limits: PATIENT }),
    },
    /** How often the registry was asked for 8.8.8.8. */
    countAsked: () => asked,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
