import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'

/** A field as RFC 4180 writes it: quoted only when it must be. */
export function toCsvField(value: string | number | boolean | null): string {
  if (value === null) return ''
  return quoteCsv(typeof value === 'string' ? toHarmless(value) : String(value))
}

/** The longest name in a row, in characters. Real names are half as long; it keeps prepared texts within their size. */
const MAX_NAME_CHARS = 200

/** A name as a field; one that is out of all proportion is cut. */
export function toNameField(name: string | null): string {
  return toCsvField(name !== null && name.length > MAX_NAME_CHARS ? `${name.slice(0, MAX_NAME_CHARS - 1)}…` : name)
}

/** Columns of a bulk answer, in order. The first is the text that came in; `error` is filled when it is no address. */
export const CSV_COLUMNS = [
  'ip',
  'country_code',
  'country_name',
  'country_capital',
  'is_eu',
  'calling_code',
  'currency_code',
  'region_name',
  'region_code',
  'city_name',
  'latitude',
  'longitude',
  'zip_code',
  'time_zone',
  'accuracy_radius',
  'asn',
  'asn_name',
  'domain',
  'usage_type',
  'isp',
  'is_proxy',
  'is_vpn',
  'is_tor',
  'is_data_center',
  'is_open_proxy',
  'is_relay',
  'is_hosting',
  'error',
] as const

export const CSV_HEADER = `${CSV_COLUMNS.join()}\n`
