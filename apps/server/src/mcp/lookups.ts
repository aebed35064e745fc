import { answerFirstRanges } from '@octet/tools/lib/network-list/answer-ranges.ts'
import { createPacer } from '@octet/tools/lib/pacer.ts'
import type { LookupAnswers } from '@octet/tools/mcp/lookups.ts'
import { describeNetwork, getNetwork } from '@octet/ipdb/networks/describe-network.ts'
import { findRanges } from '@octet/ipdb/networks/find-ranges.ts'
import { describePrivacy } from '../domain/privacy/describe-privacy.ts'
import { summarizeList } from '@octet/ipdb/summary/summarize.ts'
import type { Services } from '../services.ts'

/** The lookups of the MCP server, from the data in memory. */
export function createLookups({ ip, builds }: Pick<Services, 'ip' | 'builds'>): LookupAnswers {
  return {
    lookup_ip: (input) => ip.lookup(input.ip, 'en'),
    async lookup_privacy(input) {
      const record = ip.lookup(input.ip, 'en')
      return describePrivacy(record, await builds.sources(record.build))
    },
    lookup_asn: ({ asn }) => describeNetwork(ip.database, getNetwork(ip.database, asn)),
    list_ranges: (input) => answerFirstRanges(findRanges(ip.database, input), createPacer()),
    summarize_ips: ({ ips }) => summarizeList(ip.database, ips, 'en'),
  }
}
