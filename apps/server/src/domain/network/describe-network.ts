import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { NetworkIndex, type Network } from './network-index.ts'
import { parseAsn } from './parse-asn.ts'

/** Why a part of a network's description is empty. */
const gap = z.object({ reason: z.literal('source_missing'), note: z.object({ en: z.string(), zh: z.string() }) })

export const networkSchema = z.object({
  asn: z.number().int(),
  name: z.string().nullable(),
  organization: z.string().nullable(),
  domain: z.string().nullable(),
  usage_type: z.string().nullable().describe('isp, hosting, business, education or government'),
  country_code: z
    .string()
    .nullable()
    .describe('Where the location data places most of its addresses; not where it is registered, and no place for anycast'),
  countries: z
    .array(z.object({ country_code: z.string(), share: z.number() }))
    .describe('The countries with most of its IPv4 addresses (IPv6 if it has no others), at most 10; share from 0 to 1'),
  num_ips: z.number().int().describe('IPv4 addresses announced'),
  num_prefixes: z.number().int(),
  num_prefixes6: z.number().int(),
  registry: z.null(),
  allocated: z.null(),
  missing: z.record(z.string(), gap),
  source: z.object({ id: z.string(), date: z.string().nullable() }).nullable(),
  build: z.string(),
})

const MAX_COUNTRIES = 10

/** The parts of an autonomous system that can be asked for alone. */
export const NETWORK_PARTS = ['prefixes', 'peers', 'upstreams', 'downstreams'] as const
export type NetworkPart = (typeof NETWORK_PARTS)[number]

const NO_ROUTES = {
  reason: 'source_missing' as const,
  note: {
    en: 'none of the loaded sources says how networks are connected',
    zh: '已加载的数据源均不含网络之间的互联关系',
  },
}
const NO_REGISTRY = {
  reason: 'source_missing' as const,
  note: { en: 'no registry of AS numbers is loaded', zh: '未加载 AS 号注册数据' },
}

/** The network that a number or an address names. Throws `bad_input`, `network_not_found` when no network announces it. */
export function getNetwork(db: Ipdb, text: string): Network {
  const asn = findAddress(text) ? (db.lookup(text, { lang: 'en', now: new Date(0) }).ASN.asn ?? undefined) : parseAsn(text)
  const network = asn === undefined ? undefined : NetworkIndex.of(db).find(asn)
  if (!network) throw new AppError('network_not_found', { got: text })
  return network
}

/** What the data says of a network, and what it lacks. */
export function describeNetwork(db: Ipdb, network: Network): z.output<typeof networkSchema> {
  const { prefixes, prefixes6, ipv4Addresses, country, countries } = NetworkIndex.of(db).getSpace(network.asn)
  const source = db.reader.meta.sources.find(({ id }) => id === 'asn')
  return {
    asn: network.asn,
    name: network.name,
    organization: network.name,
    domain: network.domain,
    usage_type: network.usageType,
    country_code: country,
    countries: countries.slice(0, MAX_COUNTRIES).map(({ country: code, share }) => ({
      country_code: code,
      share: Math.round(share * 10_000) / 10_000,
    })),
    num_ips: ipv4Addresses,
    num_prefixes: prefixes.length,
    num_prefixes6: prefixes6.length,
    registry: null,
    allocated: null,
    missing: {
      registry: NO_REGISTRY,
      allocated: NO_REGISTRY,
      peers: NO_ROUTES,
      upstreams: NO_ROUTES,
      downstreams: NO_ROUTES,
      ...(network.domain === null && {
        domain: {
          reason: 'source_missing' as const,
          note: { en: 'no source of domains of networks is loaded', zh: '未加载网络域名数据' },
        },
      }),
    },
    source: source ? { id: source.id, date: source.date } : null,
    build: db.build,
  }
}

export type Page = { readonly page: number; readonly limit: number }

/** One page of a list, and where the next one begins; null behind the last. */
function cutPage<T>(list: readonly T[], { page, limit }: Page) {
  const items = list.slice((page - 1) * limit, page * limit)
  return { total: list.length, page, limit, next: page * limit < list.length ? page + 1 : null, items }
}

/** The announced networks: as few as cover the space. */
function listPrefixes(db: Ipdb, asn: number, family: 'both' | 'ipv4' | 'ipv6'): Cidr[] {
  const { prefixes, prefixes6 } = NetworkIndex.of(db).getSpace(asn)
  return [...(family === 'ipv6' ? [] : prefixes), ...(family === 'ipv4' ? [] : prefixes6)]
}

/** A page of a part. Neighbours are unknown, which is said, never an empty list that looks like knowledge. */
export function describePart(
  db: Ipdb,
  network: Network,
  { part, family, ...page }: Page & { part: NetworkPart; family: 'both' | 'ipv4' | 'ipv6' },
) {
  const head = { asn: network.asn, part, build: db.build }
  if (part !== 'prefixes') return { ...head, available: false, ...NO_ROUTES, total: null, items: [] }
  const { items, ...rest } = cutPage(listPrefixes(db, network.asn, family), page)
  return { ...head, available: true, ...rest, items: items.map((cidr) => formatCidr(cidr)) }
}
