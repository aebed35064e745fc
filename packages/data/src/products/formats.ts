import type { Text } from '@octet/core/text.ts'

/** How a product is written. */
export type Format = {
  readonly title: Text
  /** Ending of the file's name, with its dot. */
  readonly ending: string
  readonly mediaType: string
}

const format = (ending: string, mediaType: string, en: string, zh: string): Format => ({ title: { en, zh }, ending, mediaType })
const GZIP = 'application/gzip'
const ZIP = 'application/zip'
const MMDB = 'application/vnd.maxmind.maxmind-db'

/** Every form in which a database can be had. Archives hold a README and the licences; plain `.gz` files are the bare data. */
export const FORMATS = {
  mmdb: format('.mmdb', MMDB, 'MMDB, nested as GeoIP2 readers expect', 'MMDB，GeoIP2 嵌套结构'),
  'mmdb-flat': format('-flat.mmdb', MMDB, 'MMDB, flat', 'MMDB，扁平结构'),
  'mmdb.gz': format('.mmdb.gz', GZIP, 'MMDB, nested, gzip', 'MMDB 嵌套结构，gzip'),
  'mmdb.tar.gz': format('.tar.gz', GZIP, 'MMDB, nested, archive', 'MMDB 嵌套结构，归档包'),
  'csv.zip': format('-csv.zip', ZIP, 'CSV of networks and places, archive', 'CSV（网段表与地点表），归档包'),
  'csv-flat.zip': format('-csv-flat.zip', ZIP, 'CSV, one table, archive', 'CSV 单表，归档包'),
  'csv.gz': format('.csv.gz', GZIP, 'CSV, one table, gzip', 'CSV 单表，gzip'),
  'ndjson.zip': format('-ndjson.zip', ZIP, 'NDJSON, archive', 'NDJSON，归档包'),
  'ndjson.gz': format('.ndjson.gz', GZIP, 'NDJSON, gzip', 'NDJSON，gzip'),
  'json.zip': format('-json.zip', ZIP, 'JSON, archive', 'JSON，归档包'),
  'json.gz': format('.json.gz', GZIP, 'JSON, gzip', 'JSON，gzip'),
  parquet: format('.parquet', 'application/vnd.apache.parquet', 'Parquet', 'Parquet'),
} as const satisfies Readonly<Record<string, Format>>

export type FormatId = keyof typeof FORMATS
export const FORMAT_IDS = Object.keys(FORMATS) as [FormatId, ...FormatId[]]

/** Name of a file: `octet-geolocation-20261121.mmdb`. */
export function toProductName(product: string, formatId: FormatId, build: string): string {
  return `octet-${product}-${build.slice(0, 8)}${FORMATS[formatId].ending}`
}
