import { countRange } from '@octet/core/ip/range.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Text } from '@octet/core/text.ts'
import { groupDigits } from '../group-digits.ts'
import { ipText } from '../text/ip.ts'
import type { Fact } from './fact-panel.tsx'
import { toUsageWords } from './usage-words.ts'

type Words = (text: Text, values?: Readonly<Record<string, unknown>>) => string

/** What the record says of the place. */
export function toPlaceFacts(record: IpRecord, t: Words): Fact[] {
  const { country_code: code, country_name: country, region_name: region, region_code: regionCode } = record
  const { latitude, longitude, accuracy_radius: km } = record
  const isPlaced = latitude !== null && longitude !== null
  return [
    { label: ipText.country, field: 'country_code', words: country && `${country} (${code})`, copied: country ?? '' },
    {
      label: ipText.region,
      field: 'region_name',
      words: region && (regionCode ? `${region} (${regionCode})` : region),
      copied: region ?? '',
    },
    { label: ipText.city, field: 'city_name', words: record.city_name },
    { label: ipText.zip, field: 'zip_code', words: record.zip_code },
    { label: ipText.coordinates, field: 'latitude', words: isPlaced ? `${latitude}, ${longitude}` : null },
    {
      label: ipText.accuracy,
      field: 'accuracy_radius',
      words: km === null ? null : t(ipText.accuracyValue, { km }),
      copied: String(km),
    },
    {
      label: ipText.elevation,
      field: 'elevation',
      words: record.elevation === null ? null : t(ipText.elevationValue, { metres: record.elevation }),
      copied: String(record.elevation),
    },
    {
      label: ipText.weather,
      field: 'weather_station_code',
      words: record.weather_station_code && [record.weather_station_name, record.weather_station_code].filter(Boolean).join(' '),
    },
    { label: ipText.capital, field: 'country_capital', words: record.country_capital },
    { label: ipText.callingCode, field: 'calling_code', words: record.calling_code },
    {
      label: ipText.eu,
      field: 'is_eu',
      words: record.is_eu === null ? null : t(record.is_eu ? ipText.euYes : ipText.euNo),
      copied: String(record.is_eu),
    },
  ]
}

/** What the record says of the network. */
export function toNetworkFacts({ ASN }: IpRecord, t: Words): Fact[] {
  const usage = toUsageWords(ASN.usage_type)
  return [
    { label: ipText.asn, field: 'ASN.asn', words: ASN.asn === null ? null : `AS${ASN.asn}` },
    { label: ipText.asName, field: 'ASN.asn_name', words: ASN.asn_name },
    { label: ipText.isp, field: 'ASN.isp', words: ASN.isp },
    { label: ipText.organization, field: 'ASN.organization', words: ASN.organization },
    { label: ipText.domain, field: 'ASN.domain', words: ASN.domain },
    { label: ipText.usage, field: 'ASN.usage_type', words: usage ? t(usage) : ASN.usage_type, copied: ASN.usage_type ?? '' },
  ]
}

/** What the record says of time and money there. */
export function toTimeFacts({ time_zone: zone, currency }: IpRecord): Fact[] {
  return [
    { label: ipText.zone, field: 'time_zone.name', words: zone.name },
    { label: ipText.offset, field: 'time_zone.offset', words: zone.offset },
    {
      label: ipText.currency,
      field: 'currency.code',
      words: currency.code && [currency.name, currency.code, currency.symbol].filter(Boolean).join(' · '),
      copied: currency.code ?? '',
    },
  ]
}

/** The addresses that have the same answer. */
export function toRangeFacts({ network, start_ip: first, end_ip: last }: IpRecord): Fact[] {
  return [
    { label: ipText.cidr, field: 'network', words: network },
    { label: ipText.first, field: 'start_ip', words: first },
    { label: ipText.last, field: 'end_ip', words: last },
    { label: ipText.size, field: 'range.size', words: toSize(first, last) },
  ]
}

function toSize(first: string | null, last: string | null): string | null {
  const [from, to] = [first, last].map((text) => (text === null ? undefined : findAddress(text)))
  if (!from || !to) return null
  const count = countRange({ version: from.version, first: from.value, last: to.value })
  const power = count.toString(2).length - 1
  return power > 53 && count === 1n << BigInt(power) ? `2^${power}` : groupDigits(count)
}
