import { countries, getCountryData, type TCountryCode } from 'countries-list'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { findContinent } from '../continents.ts'
import { toEmojiFlag } from '../emoji-flag.ts'
import { toMinutes, toZoneFacts } from '../zone-facts.ts'

/** What was asked for, when it was a host name, and where pictures of flags lie. */
export type Asked = { readonly hostname: string | null; readonly origin: string }
type Form = Readonly<Record<string, unknown>>

/** The flat form of version 1; texts of what is not known are empty. */
export function toFlat(record: IpRecord, asked: Asked): Form {
  const { ASN } = record
  const { country_flag, geoname_id, country_emoji, ...place } = toLocation(record, asked)
  const { calling_code, tld, languages } = toCountryFacts(record)
  return {
    ...toHead(record, asked),
    ...place,
    calling_code,
    country_tld: tld,
    languages: languages.join(','),
    country_flag,
    geoname_id,
    isp: ASN.isp ?? '',
    connection_type: '',
    organization: ASN.organization ?? '',
    asn: toAsNumber(record),
    country_emoji,
    currency: toCurrency(record),
    time_zone: toZone(record),
  }
}

/** The nested form of versions 2 and 3, which put the network in different places. */
export function toNested(record: IpRecord, asked: Asked, version: 2 | 3): Form {
  const asn = { as_number: toAsNumber(record), organization: record.ASN.organization ?? '', country: '' }
  return {
    ...toHead(record, asked),
    location: toLocation(record, asked),
    country_metadata: toCountryFacts(record),
    ...(version === 2 && { network: { asn, company: { name: record.ASN.organization ?? '' } } }),
    currency: toCurrency(record),
    ...(version === 3 && { asn, time_zone: toZone(record) }),
  }
}

function toHead({ ip }: IpRecord, { hostname }: Asked): { ip: string; domain?: string } {
  return { ip, ...(hostname !== null && { domain: hostname }) }
}

function toLocation(record: IpRecord, { origin }: Asked) {
  const continent = findContinent(record.country_code)
  return {
    continent_code: continent?.code ?? '',
    continent_name: continent?.name ?? '',
    country_code2: record.country_code ?? '',
    country_code3: findCountry(record)?.iso3 ?? '',
    country_name: record.country_name ?? '',
    country_capital: record.country_capital ?? '',
    state_prov: record.region_name ?? '',
    state_code: record.region_code ?? '',
    district: '',
    city: record.city_name ?? '',
    zipcode: record.zip_code ?? '',
    latitude: record.latitude?.toFixed(5) ?? '',
    longitude: record.longitude?.toFixed(5) ?? '',
    is_eu: record.is_eu === true,
    country_flag: record.country_flag === null ? '' : origin + record.country_flag,
    geoname_id: '',
    country_emoji: toEmojiFlag(record.country_code) ?? '',
  }
}

function toCountryFacts(record: IpRecord) {
  const country = findCountry(record)
  return {
    calling_code: record.calling_code ?? '',
    tld: country ? `.${country.iso2 === 'GB' ? 'uk' : country.iso2.toLowerCase()}` : '',
    languages: country?.languages ?? [],
  }
}

function findCountry({ country_code: code }: IpRecord) {
  return code !== null && Object.hasOwn(countries, code) ? getCountryData(code as TCountryCode) : undefined
}

function toCurrency({ currency: { code, name, symbol } }: IpRecord): object {
  return { code: code ?? '', name: name ?? '', symbol: symbol ?? '' }
}

const toAsNumber = ({ ASN: { asn } }: IpRecord): string => (asn === null ? '' : `AS${asn}`)

/** Offsets in hours, the first one without the part by which the clocks are put forward. */
function toZone({ time_zone: zone }: IpRecord): object {
  const { name, offset, current_time: time } = zone
  const { isDaylightSaving, savingMinutes, hasDaylightSaving } = toZoneFacts(zone)
  const minutes = toMinutes(offset ?? '')
  return {
    name: name ?? '',
    offset: (minutes - savingMinutes) / 60,
    offset_with_dst: minutes / 60,
    current_time: time === null ? '' : toClock(time),
    current_time_unix: time === null ? 0 : Date.parse(time) / 1_000,
    is_dst: isDaylightSaving,
    dst_savings: savingMinutes / 60,
    dst_exists: hasDaylightSaving,
  }
}

/** `2026-06-01 12:00:00.000+0130` of `2026-06-01T12:00:00+01:30`. */
function toClock(time: string): string {
  const [, day = '', clock = '', offset = ''] = /^(\S+)T([\d:]+)([+-].*)$/.exec(time) ?? []
  return `${day} ${clock}.000${offset.replace(':', '')}`
}
