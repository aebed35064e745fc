import type { IpRecord } from '@octet/core/ip/record.ts'

/** Header that carries the address to look up. */
export const ADDRESS_HEADER = 'x-geo-address'

/**
 * A record as headers for a proxy in front of an application (nginx `auth_request`, Traefik and Caddy forward auth).
 * Values that are not known are left out; text outside ASCII is percent-encoded UTF-8 (RFC 3986 §2.1).
 */
export function toGeoHeaders({ ASN, proxy_data: flags, ...record }: IpRecord): Record<string, string> {
  const values = {
    'x-geo-address': record.ip,
    'x-geo-network': record.network,
    'x-geo-country-code': record.country_code,
    'x-geo-country': record.country_name,
    'x-geo-region': record.region_name,
    'x-geo-region-code': record.region_code,
    'x-geo-city': record.city_name,
    'x-geo-latitude': record.latitude,
    'x-geo-longitude': record.longitude,
    'x-geo-time-zone': record.time_zone.name,
    'x-geo-is-eu': record.is_eu,
    'x-geo-asn': ASN.asn,
    'x-geo-organization': ASN.organization,
    'x-geo-usage-type': ASN.usage_type,
    'x-geo-is-proxy': record.is_proxy,
    'x-geo-is-vpn': flags.is_vpn,
    'x-geo-is-tor': flags.is_tor,
    'x-geo-is-relay': flags.is_relay,
    'x-geo-is-hosting': flags.is_hosting,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, toHeaderValue(String(value))]])),
  )
}

function toHeaderValue(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]+|%/g, encodeURIComponent)
}
