import { quoteCsv, toHarmless } from '@octet/core/csv-cell.ts'
import { ROOT, toRelative, toSortKey, type Name } from './names.ts'
import type { Field } from './rdata.ts'
import type { ZoneRecord } from './read-zone.ts'
import { rankType } from './record-types.ts'

export const FORMS = ['zone', 'full', 'json', 'csv', 'nsupdate'] as const
export type Form = (typeof FORMS)[number]

/** Wider names stand alone at their line's beginning all the same, but push nothing else aside. */
const MAX_COLUMN = 32

/** The data of a record as one text, names in whole. */
export const writeData = ({ fields }: Pick<ZoneRecord, 'fields'>): string => fields.map((field) => writeField(field)).join(' ')
const writeField = (field: Field, origin?: Name): string => {
  if (typeof field === 'string') return field
  return origin ? toRelative(field, origin) : field.text
}

/** In the order of names that DNSSEC has, those of one name by type: the SOA first. */
export function sortRecords(records: readonly ZoneRecord[]): ZoneRecord[] {
  const keyed = records.map((record) => ({ record, key: toSortKey(record.owner), rank: rankType(record.type) }))
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.rank - b.rank))
  return keyed.map(({ record }) => record)
}

/** Sorted records in one of the forms. */
export function writeZone(records: readonly ZoneRecord[], form: Exclude<Form, 'nsupdate'>, apex: Name | undefined): string {
  switch (form) {
    case 'zone':
      return writeTidy(records, apex ?? ROOT)
    case 'full':
      return lines(records.map((record) => writeWhole(record)))
    case 'json':
      return `[\n${records.map((record) => `  ${JSON.stringify(toPlain(record))}`).join(',\n')}\n]\n`
    case 'csv':
      return lines([
        'name,ttl,type,data',
        ...records
          .map(toPlain)
          .map(({ name, ttl, type, data }) =>
            [name, ttl, type, data].map((cell) => quoteCsv(toHarmless(String(cell)))).join(','),
          ),
      ])
  }
}

const lines = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('')
const toPlain = (record: ZoneRecord) => ({ name: record.owner.text, ttl: record.ttl, type: record.type, data: writeData(record) })

/** `example.com. 3600 IN A 192.0.2.1` */
export const writeWhole = (record: ZoneRecord): string =>
  `${record.owner.text} ${record.ttl} IN ${record.type} ${writeData(record)}`

/** Names below `$ORIGIN`, the commonest time as `$TTL`, a column for each thing; a name is written once. */
function writeTidy(records: readonly ZoneRecord[], apex: Name): string {
  const times = Map.groupBy(records, ({ ttl }) => ttl)
  const [[common] = [0]] = [...times].sort(([, a], [, b]) => b.length - a.length)
  const rows = records.map((record, i) => ({
    owner: records[i - 1]?.owner.key === record.owner.key ? '' : toRelative(record.owner, apex),
    ttl: record.ttl === common ? '' : String(record.ttl),
    record,
  }))
  const widest = rows.reduce((most, { owner }) => (owner.length <= MAX_COLUMN ? Math.max(most, owner.length) : most), 0)
  const widestTtl = rows.reduce((most, { ttl }) => Math.max(most, ttl.length), 0)
  const widestType = rows.reduce((most, { record: { type } }) => Math.max(most, type.length), 0)
  const body = rows.map(({ owner, ttl, record }) =>
    [
      owner.padEnd(widest),
      ...(widestTtl > 0 ? [ttl.padStart(widestTtl)] : []),
      'IN',
      record.type.padEnd(widestType),
      record.type === 'SOA' ? writeSoa(record, apex) : record.fields.map((field) => writeField(field, apex)).join(' '),
    ].join(' '),
  )
  return lines([`$ORIGIN ${apex.text}`, `$TTL ${common}`, '', ...body])
}

const TIMES = ['serial', 'refresh', 'retry', 'expire', 'minimum']

function writeSoa({ fields }: ZoneRecord, apex: Name): string {
  const [server, mailbox, ...numbers] = fields.map((field) => writeField(field, apex))
  if (numbers.length !== TIMES.length) return fields.map((field) => writeField(field, apex)).join(' ')
  const widest = Math.max(...numbers.map(({ length }) => length))
  const rows = numbers.map((number, i) => `    ${number.padEnd(widest)} ; ${TIMES[i]}`)
  return [`${server} ${mailbox} (`, ...rows, '    )'].join('\n')
}
