import * as z from 'zod'

/** A lookup that an MCP server offers beside the tools; the program that hosts it says how it is answered. */
export type Lookup = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
}

const ip = z.string().min(1).max(2_048).describe('IPv4 or IPv6 address')

/** Lookups of the data service. */
export const LOOKUPS = {
  lookup_ip: {
    name: 'lookup_ip',
    title: 'Look up an address',
    description:
      'Country, region, city, coordinates, time zone, currency, network and privacy flags of an IP address, each with its source and date.',
    input: z.object({ ip }),
  },
  lookup_privacy: {
    name: 'lookup_privacy',
    title: 'Privacy flags of an address',
    description: 'Whether an IP address is a VPN, Tor exit, proxy, relay or hosting address, and which list says so.',
    input: z.object({ ip }),
  },
  lookup_asn: {
    name: 'lookup_asn',
    title: 'Look up an autonomous system',
    description: 'Name, kind, country and size of the network of an AS number such as AS13335, or of the network of an address.',
    input: z.object({ asn: z.string().min(1).max(64).describe('AS13335, 13335 or an address') }),
  },
  list_ranges: {
    name: 'list_ranges',
    title: 'Address ranges of an owner',
    description:
      'The networks (CIDR) of a country, an AS, an organisation or a tag such as tor; cut at 1,000 with the total said.',
    input: z.object({
      by: z.enum(['country', 'asn', 'org', 'tag']),
      owner: z.string().min(1).max(100).describe('SG, AS13335, the name of an organisation, or vpn, tor, proxy, relay, hosting'),
      family: z.enum(['both', 'ipv4', 'ipv6']).default('both'),
    }),
  },
  summarize_ips: {
    name: 'summarize_ips',
    title: 'Summarise many addresses',
    description: 'How up to 10,000 IP addresses are spread over countries, cities, networks and privacy flags.',
    input: z.object({ ips: z.array(z.string().max(100)).min(1).max(10_000) }),
  },
} as const satisfies Record<string, Lookup>

export type LookupName = keyof typeof LOOKUPS
/** What answers the lookups; a program may have some of them only. */
export type LookupAnswers = {
  readonly [Name in LookupName]?: (input: z.output<(typeof LOOKUPS)[Name]['input']>) => unknown
}
