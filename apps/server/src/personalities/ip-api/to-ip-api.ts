import type { IpRecord } from '@octet/core/ip/record.ts'
import { findContinent } from '../continents.ts'
import { isBogon, toDivisionCode } from '../record-facts.ts'
import { toMinutes } from '../zone-facts.ts'

/** Fields in the order in which they are written, with the bit of each in a number given as `fields`. */
const BITS = {
  status: 1 << 14,
  message: 1 << 15,
  continent: 1 << 20,
  continentCode: 1 << 21,
  country: 1 << 0,
  countryCode: 1 << 1,
  region: 1 << 2,
  regionName: 1 << 3,
  city: 1 << 4,
  district: 1 << 19,
  zip: 1 << 5,
  lat: 1 << 6,
  lon: 1 << 7,
  timezone: 1 << 8,
  offset: 1 << 25,
  currency: 1 << 23,
  isp: 1 << 9,
  org: 1 << 10,
  as: 1 << 11,
  asname: 1 << 22,
  reverse: 1 << 12,
  mobile: 1 << 16,
  proxy: 1 << 17,
  hosting: 1 << 24,
  query: 1 << 13,
} as const
export type Field = keyof typeof BITS
const ORDER = Object.keys(BITS) as Field[]
/** What comes where nothing is asked for: neither continent, district, offset, currency, name of the AS, name of the address nor flags. */
const DEFAULT = 61_439

/** The fields that are asked for by names or by a number; names that there are not are passed over, as they are there. */
export function readFields(text: string | undefined): ReadonlySet<Field> {
  if (text === undefined || text === '') return fromNumber(DEFAULT)
  if (/^\d+$/.test(text)) return fromNumber(Number(text))
  const names = new Set(text.split(',').map((name) => name.trim()))
  return new Set(ORDER.filter((name) => names.has(name)))
}

function fromNumber(number: number): ReadonlySet<Field> {
  return new Set(ORDER.filter((name) => (number & BITS[name]) !== 0))
}

export type IpApiForm = Readonly<Partial<Record<Field, string | number | boolean>>>

/** The flat form: empty texts and 0 for what is not known. `reverse` is the name of the address, where it was asked for. */
export function toIpApi(record: IpRecord, fields: ReadonlySet<Field>, reverse: string | null = null): IpApiForm {
  if (isBogon(record)) return toFailed(record.ip, isPrivate(record) ? 'private range' : 'reserved range', fields)
  const { ASN, proxy_data: flags } = record
  const continent = findContinent(record.country_code)
  return select(fields, {
    status: 'success',
    continent: continent?.name ?? '',
    continentCode: continent?.code ?? '',
    country: record.country_name ?? '',
    countryCode: record.country_code ?? '',
    region: toDivisionCode(record) ?? '',
    regionName: record.region_name ?? '',
    city: record.city_name ?? '',
    district: '',
    zip: record.zip_code ?? '',
    lat: record.latitude ?? 0,
    lon: record.longitude ?? 0,
    timezone: record.time_zone.name ?? '',
    offset: toMinutes(record.time_zone.offset ?? '') * 60,
    currency: record.currency.code ?? '',
    isp: ASN.isp ?? '',
    org: ASN.organization ?? '',
    as: ASN.asn === null ? '' : `AS${ASN.asn} ${ASN.asn_name ?? ''}`.trim(),
    asname: ASN.asn_name ?? '',
    reverse: reverse ?? '',
    mobile: false,
    proxy: flags.is_vpn === true || flags.is_tor === true || flags.is_proxy === true,
    hosting: flags.is_hosting === true || flags.is_data_center === true,
    query: record.ip,
  })
}

/** An answer without one; the status of HTTP says nothing of it there. */
export function toFailed(query: string, message: string, fields: ReadonlySet<Field>): IpApiForm {
  return select(fields, { status: 'fail', message, query })
}

function select(fields: ReadonlySet<Field>, form: IpApiForm): IpApiForm {
  return Object.fromEntries(ORDER.flatMap((name) => (fields.has(name) && form[name] !== undefined ? [[name, form[name]]] : [])))
}

/** Networks that are private, unique local ones included. */
function isPrivate({ special }: IpRecord): boolean {
  return special?.rfc === 'RFC 1918' || special?.rfc === 'RFC 4193'
}
