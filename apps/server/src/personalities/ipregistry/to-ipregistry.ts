import { formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { countAddresses } from '@octet/core/ip/cidr.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { listNeighbours } from '@octet/ipdb/networks/describe-network.ts'
import { NetworkIndex } from '@octet/ipdb/networks/network-index.ts'
import { findContinent } from '../continents.ts'
import { toEmojiCodes, toEmojiFlag } from '../emoji-flag.ts'
import { isBogon } from '../record-facts.ts'
import { toMinutes, toZoneFacts } from '../zone-facts.ts'

/** The nested form of ipregistry; every part is there, with null for what is not known. The name of an address is asked for apart. */
export function toIpregistry(record: IpRecord, hostname: string | null = null): Readonly<Record<string, unknown>> {
  const { ASN, proxy_data: flags } = record
  return {
    ip: record.ip,
    type: record.ip.includes(':') ? 'IPv6' : 'IPv4',
    hostname,
    carrier: { name: null, mcc: null, mnc: null },
    company: { domain: ASN.domain, name: ASN.organization, type: ASN.usage_type },
    connection: {
      asn: ASN.asn,
      domain: ASN.domain,
      organization: ASN.organization,
      route: record.network,
      type: ASN.usage_type,
    },
    currency: toCurrency(record),
    location: toLocation(record),
    security: {
      is_abuser: false,
      is_attacker: false,
      is_bogon: isBogon(record),
      is_cloud_provider: flags.is_hosting === true || flags.is_data_center === true,
      is_proxy: flags.is_proxy === true,
      is_relay: flags.is_relay === true,
      is_tor: flags.is_tor === true,
      is_tor_exit: flags.is_tor === true,
      is_vpn: flags.is_vpn === true,
      is_anonymous: record.is_proxy === true,
      is_threat: false,
    },
    time_zone: toZone(record),
  }
}

const NO_AFFIXES = { prefix: null, suffix: null }

function toCurrency({ currency: { code, name, symbol } }: IpRecord): object {
  const unknown = { name_native: null, plural: null, plural_native: null, symbol_native: null }
  return { code, name, symbol, ...unknown, format: { negative: NO_AFFIXES, positive: NO_AFFIXES } }
}

function toLocation(record: IpRecord): object {
  const continent = findContinent(record.country_code)
  return {
    continent: { code: continent?.code ?? null, name: continent?.name ?? null },
    country: {
      area: null,
      borders: [],
      calling_code: record.calling_code?.slice(1) ?? null,
      capital: record.country_capital,
      code: record.country_code,
      name: record.country_name,
      population: null,
      population_density: null,
      flag: {
        emoji: toEmojiFlag(record.country_code),
        emoji_unicode: toEmojiCodes(record.country_code),
        emojitwo: null,
        noto: null,
        twemoji: null,
        wikimedia: null,
      },
      languages: [],
      tld: record.country_code && `.${record.country_code === 'GB' ? 'uk' : record.country_code.toLowerCase()}`,
    },
    region: { code: record.region_code, name: record.region_name },
    city: record.city_name,
    postal: record.zip_code,
    latitude: record.latitude,
    longitude: record.longitude,
    language: { code: null, name: null, native: null },
    in_eu: record.is_eu === true,
  }
}

function toZone({ time_zone: zone }: IpRecord): object {
  const { abbreviation, name, isDaylightSaving } = toZoneFacts(zone)
  return {
    id: zone.name,
    abbreviation,
    current_time: zone.current_time,
    name,
    offset: zone.offset === null ? null : toMinutes(zone.offset) * 60,
    in_daylight_saving: isDaylightSaving,
  }
}

/** An autonomous system; what registries and routes would say is null where no source of them is loaded. */
export function toIpregistryAs(db: Ipdb, asn: number): Readonly<Record<string, unknown>> | undefined {
  const index = NetworkIndex.of(db)
  const network = index.find(asn)
  if (!network) return undefined
  const { prefixes, prefixes6, ipv4Addresses, country: placed } = index.getSpace(asn)
  const facts = db.networks.get(asn)
  const country = facts?.country ?? placed
  const toPrefix = (cidr: Cidr) => ({
    cidr: formatCidr(cidr),
    country_code: country,
    organization: network.name,
    size: Number(countAddresses(cidr)),
  })
  return {
    asn,
    allocated: facts?.registered ?? null,
    country_code: country,
    domain: network.domain,
    name: network.name,
    prefixes: { ipv4_count: ipv4Addresses, ipv4: prefixes.map(toPrefix), ipv6: prefixes6.map(toPrefix) },
    relationships: facts?.providers
      ? { upstreams: listNeighbours(db, asn, 'upstreams'), peers: [], downstreams: listNeighbours(db, asn, 'downstreams') }
      : null,
    registry: null,
    type: network.usageType,
    updated: null,
  }
}
