import { AppError } from '@octet/core/errors.ts'
import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { countAddresses } from '@octet/core/ip/cidr.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { listNeighbours, type NetworkPart } from '@octet/ipdb/networks/describe-network.ts'
import { NetworkIndex } from '@octet/ipdb/networks/network-index.ts'
import { findEvidence, findLastSeen, findProvider } from '../../domain/privacy/describe-privacy.ts'
import type { AbuseContact } from '../../http/record-extras.ts'
import { findContinent } from '../continents.ts'
import { isAnycast, isBogon, toDivisionCode, withoutEmpty } from '../record-facts.ts'

/** The classic form: flat, with modules for the network, the company and privacy. */
export function toClassic(record: IpRecord): Readonly<Record<string, unknown>> {
  if (isBogon(record)) return { ip: record.ip, bogon: true }
  const { ASN } = record
  return withoutEmpty({
    ip: record.ip,
    anycast: isAnycast(record) || undefined,
    city: record.city_name,
    region: record.region_name,
    country: record.country_code,
    loc: record.latitude === null ? undefined : `${record.latitude.toFixed(4)},${(record.longitude ?? 0).toFixed(4)}`,
    org: ASN.asn === null ? undefined : `AS${ASN.asn} ${ASN.asn_name ?? ''}`.trim(),
    postal: record.zip_code,
    timezone: record.time_zone.name,
    asn: toAsnModule(record),
    company: toCompany(record),
    privacy: toPrivacy(record),
  })
}

function toAsnModule({ ASN, network }: IpRecord): object | undefined {
  if (ASN.asn === null) return undefined
  return withoutEmpty({ asn: `AS${ASN.asn}`, name: ASN.asn_name, domain: ASN.domain, route: network, type: ASN.usage_type })
}

function toCompany({ ASN }: IpRecord): object {
  return withoutEmpty({ name: ASN.organization, domain: ASN.domain, type: ASN.usage_type })
}

function toPrivacy(record: IpRecord): object {
  const { proxy_data: flags } = record
  return {
    vpn: flags.is_vpn === true,
    proxy: flags.is_proxy === true,
    tor: flags.is_tor === true,
    relay: flags.is_relay === true,
    hosting: flags.is_hosting === true,
    service: record.is_proxy ? (findProvider(record) ?? '') : '',
  }
}

/** Fields of the classic form that can be asked for alone; some are known only under these names. Throws `unknown_field`. */
export function getClassicField(record: IpRecord, field: string): unknown {
  const classic = toClassic(record)
  return getKnownField(
    {
      ...classic,
      geo: Object.fromEntries(Object.entries(classic).filter(([name]) => GEO_FIELDS.has(name))),
      privacy_extended: classic['privacy'] && { ...(classic['privacy'] as object), ...toEvidence(record) },
    },
    field,
    CLASSIC_FIELDS,
  )
}

/** Where abuse is to be reported, with empty texts for what the registry does not say. */
export function toAbuse({ email, phone, network, name, country_code: country }: AbuseContact): Readonly<Record<string, string>> {
  return {
    address: '',
    country: country ?? '',
    email: email ?? '',
    name: name ?? '',
    network: network.join(', '),
    phone: phone ?? '',
  }
}

/** A field of a form; undefined when it is one of the form's but nothing is known. Throws `unknown_field`. */
export function getKnownField(form: Readonly<Record<string, unknown>>, field: string, known: ReadonlySet<string>): unknown {
  if (!known.has(field)) throw new AppError('unknown_field', { got: field, expected: [...known].join(', ') })
  return form[field]
}

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const CLASSIC_FIELDS = toSet(
  'ip hostname bogon anycast city region country loc org postal timezone asn company carrier privacy privacy_extended abuse domains geo',
)
const GEO_FIELDS = toSet('ip hostname city region country loc postal timezone bogon')
export const LITE_FIELDS = toSet('ip asn as_name as_domain country_code country continent_code continent bogon')
export const TIER_FIELDS = toSet(
  'ip hostname geo as mobile anonymous is_anonymous is_anycast is_hosting is_mobile is_satellite bogon',
)
export const AS_FIELDS = toSet(
  'asn name country allocated registry domain num_ips type prefixes prefixes6 peers upstreams downstreams',
)

function toEvidence(record: IpRecord): object {
  const evidence = findEvidence(record)
  return { last_seen: findLastSeen(evidence), lists: evidence.map(({ list }) => list) }
}

/** The Lite form. */
export function toLite(record: IpRecord): Readonly<Record<string, unknown>> {
  if (isBogon(record)) return { ip: record.ip, bogon: true }
  const continent = findContinent(record.country_code)
  const { ASN } = record
  return withoutEmpty({
    ip: record.ip,
    asn: ASN.asn === null ? undefined : `AS${ASN.asn}`,
    as_name: ASN.asn_name,
    as_domain: ASN.domain,
    country_code: record.country_code,
    country: record.country_name,
    continent_code: continent?.code,
    continent: continent?.name,
  })
}

/**
 * The form of Core, Plus and Max: all of it for each, since the clients of Core and Plus ask the same path. Flags that are
 * unknown are false, as they expect booleans, and the parts are there for a bogon, too: they read `geo.country_code` of
 * whatever comes.
 */
export function toTier(record: IpRecord): Readonly<Record<string, unknown>> {
  const { ASN, proxy_data: flags } = record
  const continent = findContinent(record.country_code)
  const isAnonymous = flags.is_vpn === true || flags.is_tor === true || flags.is_proxy === true || flags.is_relay === true
  return {
    ip: record.ip,
    ...(isBogon(record) && { bogon: true }),
    geo: withoutEmpty({
      city: record.city_name,
      region: record.region_name,
      region_code: toDivisionCode(record),
      country: record.country_name,
      country_code: record.country_code,
      continent: continent?.name,
      continent_code: continent?.code,
      latitude: record.latitude,
      longitude: record.longitude,
      timezone: record.time_zone.name,
      postal_code: record.zip_code,
      radius: record.accuracy_radius,
    }),
    as: withoutEmpty({
      asn: ASN.asn === null ? undefined : `AS${ASN.asn}`,
      name: ASN.asn_name,
      domain: ASN.domain,
      type: ASN.usage_type,
    }),
    mobile: {},
    anonymous: withoutEmpty({
      is_proxy: flags.is_proxy === true,
      is_relay: flags.is_relay === true,
      is_tor: flags.is_tor === true,
      is_vpn: flags.is_vpn === true,
      name: isAnonymous ? findProvider(record) : undefined,
    }),
    is_anonymous: isAnonymous,
    is_anycast: isAnycast(record),
    is_hosting: flags.is_hosting === true,
    is_mobile: false,
    is_satellite: false,
  }
}

/** An autonomous system; neighbours and registry data are left out, since no source of them is loaded. */
export function toAs(db: Ipdb, asn: number): Readonly<Record<string, unknown>> | undefined {
  const index = NetworkIndex.of(db)
  const network = index.find(asn)
  if (!network) return undefined
  const { prefixes, prefixes6, ipv4Addresses, country: placed } = index.getSpace(asn)
  const facts = db.networks.get(asn)
  const country = facts?.country ?? placed
  const toNeighbours = (part: NetworkPart) => (facts?.providers ? listNeighbours(db, asn, part).map(String) : undefined)
  const toPrefix = (cidr: Cidr) =>
    withoutEmpty({
      netblock: formatCidr(cidr),
      name: network.name,
      country,
      size: String(countAddresses(cidr)),
      domain: network.domain,
    })
  return {
    ...withoutEmpty({
      asn: `AS${asn}`,
      name: network.name,
      country,
      allocated: facts?.registered,
      domain: network.domain,
      type: network.usageType,
    }),
    num_ips: ipv4Addresses,
    prefixes: prefixes.map(toPrefix),
    prefixes6: prefixes6.map(toPrefix),
    ...withoutEmpty({ upstreams: toNeighbours('upstreams'), downstreams: toNeighbours('downstreams') }),
  }
}
