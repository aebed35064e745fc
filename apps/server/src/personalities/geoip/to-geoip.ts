import { findContinent } from '@octet/core/continent.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { toContinentMap, toCountryMap } from '@octet/ipdb/write/products/country-map.ts'
import { findEvidence, findLastSeen, findProvider } from '../../domain/privacy/describe-privacy.ts'
import { isAnycast, toDivisionCode, withoutEmpty } from '../record-facts.ts'

export const EDITIONS = ['country', 'city', 'insights'] as const
export type Edition = (typeof EDITIONS)[number]

/** A record in both languages; names are given in all that there are. */
export type Bilingual = { readonly en: IpRecord; readonly zh: IpRecord }

/**
 * A record in the nested form of GeoIP2 web services 2.1. What is not known is left out, and `is_…` stands only where it
 * is true. Countries and continents are named as in the files, in eight languages; places in `en`, and `zh-CN` where it
 * has a name of its own.
 */
export function toGeoip({ en, zh }: Bilingual, edition: Edition, queriesRemaining: number | undefined): object {
  const names = (text: string | null, chinese: string | null) =>
    text === null ? undefined : withoutEmpty({ en: text, 'zh-CN': chinese === text ? undefined : chinese })
  const continent = en.country_code === null ? undefined : findContinent(en.country_code)
  const isCity = edition !== 'country'
  return withoutEmpty({
    ...(isCity && {
      city: withoutEmpty({ names: names(en.city_name, zh.city_name) }),
      location: withoutEmpty({
        accuracy_radius: en.latitude === null ? null : en.accuracy_radius,
        latitude: en.latitude,
        longitude: en.longitude,
        time_zone: en.time_zone.name,
      }),
      postal: withoutEmpty({ code: en.zip_code }),
      subdivisions:
        en.region_name === null
          ? []
          : [withoutEmpty({ iso_code: toDivisionCode(en), names: names(en.region_name, zh.region_name) })],
    }),
    continent: continent && toContinentMap(continent),
    country: toCountry({ en, zh }),
    traits: toTraits(en, edition),
    ...(edition === 'insights' && { anonymizer: toAnonymizer(en) }),
    maxmind: withoutEmpty({ queries_remaining: queriesRemaining }),
  })
}

function toCountry({ en, zh }: Bilingual): object | undefined {
  const { country_code: code, country_name: name } = en
  if (code === null || name === null) return undefined
  return toCountryMap({ code, name: { en: name, zh: zh.country_name ?? '' }, isEu: en.is_eu === true })
}

function toTraits(record: IpRecord, edition: Edition): object {
  const { ASN } = record
  return withoutEmpty({
    ip_address: record.ip,
    network: record.network,
    is_anycast: isAnycast(record) || undefined,
    ...(edition !== 'country' && {
      autonomous_system_number: ASN.asn,
      autonomous_system_organization: ASN.asn_name,
      domain: ASN.domain,
      isp: ASN.isp,
      organization: ASN.organization,
    }),
    ...(edition === 'insights' && { user_type: toUserType(record), ...toFlags(record) }),
  })
}

/** Only what the kind of network says without doubt; an ISP has homes, phones and businesses. */
function toUserType({ ASN, proxy_data: flags }: IpRecord): string | undefined {
  if (flags.is_relay) return 'consumer_privacy_network'
  if (flags.is_hosting) return 'hosting'
  return { business: 'business', education: 'college', government: 'government', hosting: 'hosting' }[ASN.usage_type ?? '']
}

function toFlags({ proxy_data: flags }: IpRecord) {
  return withoutEmpty({
    is_anonymous: flags.is_vpn || flags.is_tor || flags.is_proxy || flags.is_relay || undefined,
    is_anonymous_vpn: flags.is_vpn || undefined,
    is_hosting_provider: flags.is_hosting || undefined,
    is_public_proxy: flags.is_proxy || undefined,
    is_tor_exit_node: flags.is_tor || undefined,
  })
}

function toAnonymizer(record: IpRecord): object {
  const flags = toFlags(record)
  if (Object.keys(flags).length === 0) return {}
  return withoutEmpty({ ...flags, network_last_seen: findLastSeen(findEvidence(record)), provider_name: findProvider(record) })
}
