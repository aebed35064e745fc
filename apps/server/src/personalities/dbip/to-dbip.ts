import type { IpRecord } from '@octet/core/ip/record.ts'
import { findContinent } from '../continents.ts'
import { isBogon, withoutEmpty } from '../record-facts.ts'
import { toMinutes } from '../zone-facts.ts'

/** Country of an address that is set aside. */
const NOWHERE = 'ZZ'

/** The flat form; a field that is not known is left out, as it is there. Without a key it ends with the town. */
export function toDbip(record: IpRecord, { isKeyed }: { isKeyed: boolean }): Readonly<Record<string, unknown>> {
  if (isBogon(record)) return { ipAddress: record.ip, countryCode: NOWHERE }
  const continent = findContinent(record.country_code)
  const { country_name: countryName, region_name: stateProv, city_name: city } = record
  const code = { countryCode: record.country_code, countryName }
  const place = { continentCode: continent?.code, continentName: continent?.name, ...code }
  return withoutEmpty({
    ipAddress: record.ip,
    ...place,
    ...(isKeyed && toCountryFacts(record)),
    stateProv,
    city,
    ...(isKeyed && toFurtherFacts(record)),
  })
}

function toCountryFacts({ is_eu: isEuMember, currency, calling_code: code }: IpRecord): object {
  return { isEuMember, currencyCode: currency.code, currencyName: currency.name, phonePrefix: code?.slice(1) }
}

function toFurtherFacts(record: IpRecord): object {
  const { ASN, time_zone: zone } = record
  return {
    zipCode: record.zip_code,
    latitude: record.latitude,
    longitude: record.longitude,
    gmtOffset: zone.offset && toMinutes(zone.offset) / 60,
    timeZone: zone.name,
    weatherCode: record.weather_station_code,
    asNumber: ASN.asn,
    asName: ASN.asn_name,
    isp: ASN.isp,
    organization: ASN.organization,
    isProxy: record.is_proxy,
  }
}
