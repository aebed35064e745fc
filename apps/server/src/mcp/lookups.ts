import { formatCidr } from '@octet/core/ip/cidr.ts'
import { gatherCidrs } from '@octet/tools/lib/network-list/gather-cidrs.ts'
import { createPacer } from '@octet/tools/lib/pacer.ts'
import type { LookupAnswers } from '@octet/tools/mcp/lookups.ts'
import { describeNetwork, getNetwork } from '../domain/network/describe-network.ts'
import { findRanges } from '../domain/network/find-ranges.ts'
import { describePrivacy } from '../domain/privacy/describe-privacy.ts'
import { gather, summarize } from '../domain/summarize.ts'
import type { Services } from '../services.ts'

const MAX_NETWORKS = 1_000

/** The lookups of the MCP server, from the data in memory. */
export function createLookups({ ip, builds }: Pick<Services, 'ip' | 'builds'>): LookupAnswers {
  return {
    lookup_ip: (input) => ip.lookup(input.ip, 'en'),
    async lookup_privacy(input) {
      const record = ip.lookup(input.ip, 'en')
      return describePrivacy(record, await builds.sources(record.build))
    },
    lookup_asn: ({ asn }) => describeNetwork(ip.database, getNetwork(ip.database, asn)),
    async list_ranges({ by, owner, family }) {
      const version = family === 'both' ? undefined : family === 'ipv4' ? 4 : 6
      const found = findRanges(ip.database, { by, owner, version })
      const cidrs = await gatherCidrs(found.ranges, createPacer(new AbortController().signal))
      return { owner: found.owner, total: cidrs.length, networks: cidrs.slice(0, MAX_NETWORKS).map(formatCidr) }
    },
    async summarize_ips({ ips }) {
      const addresses = (async function* () {
        yield* ips
      })()
      return summarize(ip.database, await gather(ip.database, addresses, new AbortController().signal), 'en')
    },
  }
}
