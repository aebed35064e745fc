import type { IpRecord } from '@octet/core/ip/record.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import type { Lang } from '@octet/core/text.ts'

/** One address of a batch, flat, as the table, the filters and the files want it. */
export type BatchRow = {
  readonly query: string
  readonly count: number
  readonly countryCode: string | null
  readonly country: string | null
  readonly region: string | null
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly asn: number | null
  readonly organization: string | null
  readonly usage: string | null
  readonly network: string | null
  readonly zone: string | null
  readonly flags: string
  readonly error: string | null
  /** Sorts as the address does: IPv4 before IPv6, then by number. Made once, since lists are sorted often. */
  readonly addressKey: string
  /** Everything that a filter looks at, in small letters. */
  readonly searchText: string
}

type Facts = Omit<BatchRow, 'addressKey' | 'searchText'>

/** Fields asked for: those of a row. */
export const BATCH_FIELDS =
  'country_code,country_name,region_name,city_name,latitude,longitude,ASN.asn,ASN.organization,ASN.usage_type,network,time_zone.name,proxy_data,special'

type Line =
  | ({ readonly query: string } & Pick<
      IpRecord,
      | 'country_code'
      | 'country_name'
      | 'region_name'
      | 'city_name'
      | 'latitude'
      | 'longitude'
      | 'network'
      | 'proxy_data'
      | 'special'
    > & {
        readonly ASN: Pick<IpRecord['ASN'], 'asn' | 'organization' | 'usage_type'>
        readonly time_zone: Pick<IpRecord['time_zone'], 'name'>
      })
  | { readonly query: string; readonly error: string; readonly msg: string }

const EMPTY = {
  countryCode: null,
  country: null,
  region: null,
  city: null,
  latitude: null,
  longitude: null,
  asn: null,
  organization: null,
  usage: null,
  network: null,
  zone: null,
  flags: '',
}

/** A line of the server's NDJSON answer as a row. */
export function toBatchRow(text: string, count: number, lang: Lang): BatchRow {
  const line = JSON.parse(text) as Line
  if ('error' in line) return toRow({ ...EMPTY, query: line.query, count, error: line.msg })
  const { query, ASN, proxy_data: proxy } = line
  return toRow({
    query,
    count,
    countryCode: line.country_code,
    country: line.country_name,
    region: line.region_name,
    city: line.city_name,
    latitude: line.latitude,
    longitude: line.longitude,
    asn: ASN.asn,
    organization: ASN.organization ?? line.special?.name[lang] ?? null,
    usage: ASN.usage_type,
    network: line.network,
    zone: line.time_zone.name,
    flags: Object.entries(proxy)
      .filter(([, value]) => value)
      .map(([name]) => name.replace('is_', ''))
      .join(' '),
    error: null,
  })
}

function toRow(facts: Facts): BatchRow {
  return { ...facts, addressKey: toAddressKey(facts.query), searchText: toSearchText(facts) }
}

export type SortKey = keyof Facts
export type BatchOrder = { readonly key: SortKey; readonly isDown: boolean }

/** Rows in an order: addresses and networks by number, IPv4 first; words as the language sorts them; empty values last both ways. */
export function sortBatch(rows: readonly BatchRow[], { key, isDown }: BatchOrder, lang: Lang): BatchRow[] {
  const sign = isDown ? -1 : 1
  const toKey = toSortKey(rows, key, lang)
  const keyed = rows.map((row): [string | number | null, BatchRow] => [toKey(row), row])
  keyed.sort(([a], [b]) => {
    if (a === b) return 0
    if (a === null || a === '') return 1
    if (b === null || b === '') return -1
    return a < b ? -sign : sign
  })
  return keyed.map(([, row]) => row)
}

/** Words get their places once, since comparing them takes long and many rows hold the same. */
function toSortKey(rows: readonly BatchRow[], key: SortKey, lang: Lang): (row: BatchRow) => string | number | null {
  if (key === 'query') return ({ addressKey }) => addressKey
  if (key === 'network') return ({ network }) => network && toAddressKey(network.split('/')[0] ?? '') + network
  const words = new Set(rows.map((row) => row[key]).filter((value) => typeof value === 'string'))
  const { compare } = new Intl.Collator(lang, { numeric: true, sensitivity: 'base' })
  const places = new Map([...words].toSorted(compare).map((word, place) => [word, place]))
  return (row) => {
    const value = row[key]
    return typeof value === 'string' && value !== '' ? (places.get(value) ?? null) : value
  }
}

function toAddressKey(text: string): string {
  const address = findAddress(text)
  return address ? `${address.version}${address.value.toString(16).padStart(32, '0')}` : `9${text}`
}

/** What the visitor wants to see: words anywhere in a row, one country, one network. */
export type BatchFilter = { readonly words: string; readonly country?: string | undefined; readonly asn?: number | undefined }

/** Rows that pass a filter. The empty country and the AS number 0 stand for rows without one. */
export function filterBatch(rows: readonly BatchRow[], { words, country, asn }: BatchFilter): readonly BatchRow[] {
  const wanted = words.trim().toLowerCase()
  if (!wanted && country === undefined && asn === undefined) return rows
  return rows.filter(
    (row) =>
      (country === undefined || (row.countryCode ?? '') === country) &&
      (asn === undefined || (row.asn ?? 0) === asn) &&
      (!wanted || row.searchText.includes(wanted)),
  )
}

const toSearchText = ({ query, country, countryCode, region, city, asn, organization, network, usage, flags, error }: Facts) =>
  [query, country, countryCode, region, city, asn === null ? '' : `as${asn}`, organization, network, usage, flags, error]
    .filter(Boolean)
    .join(' ')
    .toLowerCase()
