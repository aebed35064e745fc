import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { joinText } from '@octet/core/text.ts'
import { NETWORK_ROLES, type NetworkFacts } from '../network-facts.ts'
import type { Ipdb } from '../open.ts'
import { NetworkIndex, type Network } from './network-index.ts'
import { parseAsn } from './parse-asn.ts'

/** Why a part of a network's description is empty. */
const gap = z.object({ reason: z.enum(['source_missing', 'not_in_data']), note: z.object({ en: z.string(), zh: z.string() }) })

const sourceSchema = z.object({ id: z.string(), date: z.string().nullable() })

export const networkSchema = z.object({
  asn: z.number().int(),
  name: z.string().nullable(),
  organization: z.string().nullable(),
  domain: z.string().nullable(),
  usage_type: z
    .string()
    .nullable()
    .describe(
      joinText({
        en: 'isp, hosting, business, education or government',
        zh: 'isp（运营商）、hosting（托管）、business（企业）、education（教育）或 government（政府）',
      }),
    ),
  country_code: z
    .string()
    .nullable()
    .describe(
      joinText({
        en: 'Where the location data places most of its addresses; not where it is registered, and no place for anycast',
        zh: '位置数据中其大部分地址所在地；并非注册地，任播没有位置',
      }),
    ),
  countries: z.array(z.object({ country_code: z.string(), share: z.number() })).describe(
    joinText({
      en: 'The countries with most of its IPv4 addresses (IPv6 if it has no others), at most 10; share from 0 to 1',
      zh: '拥有其 IPv4 地址最多的国家（没有 IPv4 时按 IPv6），最多 10 个；占比为 0 到 1',
    }),
  ),
  num_ips: z
    .number()
    .int()
    .describe(joinText({ en: 'IPv4 addresses announced', zh: '宣告的 IPv4 地址数' })),
  num_prefixes: z.number().int(),
  num_prefixes6: z.number().int(),
  handle: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Its name in the registry, such as CLOUDFLARENET', zh: '在注册局的名称，例如 CLOUDFLARENET' })),
  registry: z.null(),
  registered_in: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Country of the registration', zh: '注册国家' })),
  allocated: z
    .string()
    .nullable()
    .describe(joinText({ en: 'Day of the registration, YYYY-MM-DD', zh: '注册日期，YYYY-MM-DD' })),
  role: z
    .enum(NETWORK_ROLES)
    .nullable()
    .describe(joinText({ en: 'How it stands in the routing of the Internet', zh: '在互联网路由中的角色' })),
  num_upstreams: z
    .number()
    .int()
    .nullable()
    .describe(joinText({ en: 'Networks it buys transit from', zh: '为其提供转接服务的网络（上游）' })),
  num_downstreams: z
    .number()
    .int()
    .nullable()
    .describe(joinText({ en: 'Networks that buy transit from it', zh: '向其购买转接服务的网络（下游）' })),
  num_peers: z.number().int().nullable(),
  missing: z.record(z.string(), gap),
  source: sourceSchema
    .nullable()
    .describe(joinText({ en: 'Source of its number, name and addresses', zh: '号码、名称与地址的数据源' })),
  described_by: sourceSchema
    .nullable()
    .describe(joinText({ en: 'Source of its registration and its neighbours', zh: '注册信息与相邻网络的数据源' })),
  build: z.string(),
})

const MAX_COUNTRIES = 10

/** The parts of an autonomous system that can be asked for alone. */
export const NETWORK_PARTS = ['prefixes', 'peers', 'upstreams', 'downstreams'] as const
export type NetworkPart = (typeof NETWORK_PARTS)[number]

const toGap = (reason: z.output<typeof gap>['reason'], en: string, zh: string) => ({ reason, note: { en, zh } })
const NO_ROUTES = toGap(
  'source_missing',
  'none of the loaded sources says how networks are connected',
  '已加载的数据源均不含网络之间的互联关系',
)
const NO_REGISTRY = toGap('source_missing', 'no registry of AS numbers is loaded', '未加载 AS 号注册数据')
const NO_DOMAINS = toGap('source_missing', 'no source of domains of networks is loaded', '未加载网络域名数据')
const NOT_SEEN = toGap('not_in_data', 'the loaded source has seen no route of this network', '已加载的数据源未见该网络的路由')
const NOT_NAMED = toGap('not_in_data', 'the loaded source says how many, but not which', '已加载的数据源只有数量，没有名单')
const NOT_SAID = toGap('not_in_data', 'the loaded source does not say', '已加载的数据源未提供')
const UNNAMED_REGISTRY = toGap(
  'not_in_data',
  'the loaded source names the country, not the registry',
  '已加载的数据源只有国家，没有注册机构',
)

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
  const { sources, fixedSources } = db.reader.meta
  const source = sources.find(({ id }) => id === 'asn')
  const describedBy = sources[fixedSources.networks ?? -1]
  const facts = db.networks.get(network.asn)
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
    handle: facts?.handle || null,
    registry: null,
    registered_in: facts?.country ?? null,
    allocated: facts?.registered ?? null,
    role: facts?.role ?? null,
    num_upstreams: facts?.providers?.length ?? null,
    num_downstreams: facts?.providers ? db.networks.customersOf(network.asn).length : null,
    num_peers: facts?.peerCount ?? null,
    missing: {
      ...explainFacts(db, facts),
      ...(network.domain === null && { domain: NetworkIndex.of(db).hasDomains ? NOT_SAID : NO_DOMAINS }),
    },
    source: source ? { id: source.id, date: source.date } : null,
    described_by: facts && describedBy ? { id: describedBy.id, date: describedBy.date } : null,
    build: db.build,
  }
}

/** Why what registries and routes would say is empty, or not whole. */
function explainFacts(db: Ipdb, facts: NetworkFacts | undefined): z.output<typeof networkSchema>['missing'] {
  if (db.networks.size === 0)
    return { registry: NO_REGISTRY, allocated: NO_REGISTRY, peers: NO_ROUTES, upstreams: NO_ROUTES, downstreams: NO_ROUTES }
  return {
    registry: facts?.country ? UNNAMED_REGISTRY : NOT_SAID,
    ...(!facts?.registered && { allocated: NOT_SAID }),
    peers: facts?.providers ? NOT_NAMED : NOT_SEEN,
    ...(!facts?.providers && { upstreams: NOT_SEEN, downstreams: NOT_SEEN }),
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

type Neighbour = { asn: number; name: string | null; country_code: string | null }

/** A page of a part. Neighbours that are unknown are said to be, never an empty list that looks like knowledge. */
export function describePart(
  db: Ipdb,
  network: Network,
  { part, family, ...page }: Page & { part: NetworkPart; family: 'both' | 'ipv4' | 'ipv6' },
) {
  const head = { asn: network.asn, part, build: db.build }
  if (part === 'prefixes') {
    const { items, ...rest } = cutPage(listPrefixes(db, network.asn, family), page)
    return { ...head, available: true, ...rest, items: items.map((cidr) => formatCidr(cidr)) }
  }
  const facts = db.networks.get(network.asn)
  const gap = explainFacts(db, facts)[part]
  if (gap) return { ...head, available: false, ...gap, total: part === 'peers' ? (facts?.peerCount ?? null) : null, items: [] }
  const { items, ...rest } = cutPage(listNeighbours(db, network.asn, part), page)
  const networks = items.map((asn): Neighbour => {
    const { name = null } = NetworkIndex.of(db).find(asn) ?? {}
    return { asn, name, country_code: db.networks.get(asn)?.country ?? null }
  })
  return { ...head, available: true, ...rest, items: items.map((asn) => `AS${asn}`), networks }
}

/** Numbers of the networks above or below one, ascending; none where that is not known. */
export function listNeighbours(db: Ipdb, asn: number, part: NetworkPart): readonly number[] {
  if (part === 'downstreams') return db.networks.customersOf(asn)
  return part === 'upstreams' ? (db.networks.get(asn)?.providers ?? []).toSorted((a, b) => a - b) : []
}
