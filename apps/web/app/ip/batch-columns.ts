import type { Text } from '@octet/core/text.ts'
import { batchText } from '../text/ip-batch.ts'
import type { BatchRow, SortKey } from './batch-row.ts'

export type BatchColumn = {
  readonly key: SortKey
  readonly label: Text
  readonly isNumber?: boolean
  readonly isHiddenAtFirst?: boolean
}

/** Columns of the table and of the files, in their order. */
export const BATCH_COLUMNS: readonly BatchColumn[] = [
  { key: 'query', label: batchText.address },
  { key: 'count', label: batchText.count, isNumber: true },
  { key: 'country', label: batchText.country },
  { key: 'region', label: batchText.region, isHiddenAtFirst: true },
  { key: 'city', label: batchText.city },
  { key: 'latitude', label: batchText.latitude, isNumber: true, isHiddenAtFirst: true },
  { key: 'longitude', label: batchText.longitude, isNumber: true, isHiddenAtFirst: true },
  { key: 'asn', label: batchText.asn, isNumber: true },
  { key: 'organization', label: batchText.organization },
  { key: 'usage', label: batchText.usage, isHiddenAtFirst: true },
  { key: 'network', label: batchText.network },
  { key: 'zone', label: batchText.zone, isHiddenAtFirst: true },
  { key: 'flags', label: batchText.flags },
  { key: 'error', label: batchText.problem, isHiddenAtFirst: true },
]

/** Columns of the files, also of one without rows. */
export const FILE_COLUMNS =
  'ip,count,country_code,country,region,city,latitude,longitude,asn,organization,usage,network,zone,flags,error'
    .split(',')
    .map((name) => ({ name, label: name }))

/** A row as a file has it: names of the record's own fields, in this order. */
export function toFileRow(row: BatchRow): Record<string, unknown> {
  const { query, count, countryCode, error, addressKey: _key, searchText: _text, ...rest } = row
  return { ip: query, count, country_code: countryCode, ...rest, error }
}
