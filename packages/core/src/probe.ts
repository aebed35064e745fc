import type { CorsProbe } from './probe/cors.ts'
import type { DnsProbe } from './probe/dns.ts'
import type { BlockListProbe } from './probe/dnsbl.ts'
import type { HttpProbe } from './probe/http.ts'
import type { IcpProbe } from './probe/icp.ts'
import type { MailProbe } from './probe/mail.ts'
import type { PageProbe } from './probe/page.ts'
import type { PingProbe } from './probe/ping.ts'
import type { PortProbe } from './probe/ports.ts'
import type { RoutingProbe } from './probe/routing.ts'
import type { SshProbe } from './probe/ssh.ts'
import type { TlsProbe } from './probe/tls.ts'
import type { WhoisProbe } from './probe/whois.ts'

/**
 * Everything that sends packets on a visitor's behalf; `packages/probe` makes it. Streams yield the whole result so far,
 * the last value being the answer.
 */
export type ProbeCapability = {
  readonly dns: DnsProbe
  readonly whois: WhoisProbe
  /** Ping and traceroute. */
  readonly ping: PingProbe
  readonly http: HttpProbe
  /** What pages of other sites may read. */
  readonly cors: CorsProbe
  /** What a page says of itself to those who share, list and crawl it. */
  readonly page: PageProbe
  readonly icp: IcpProbe
  readonly ports: PortProbe
  readonly tls: TlsProbe
  readonly ssh: SshProbe
  readonly mail: MailProbe
  readonly blockLists: BlockListProbe
  /** BGP, RPKI and the routing registries. */
  readonly routing: RoutingProbe
}
