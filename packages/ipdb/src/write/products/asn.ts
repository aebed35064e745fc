import type { Ipdb } from '../../ipdb.ts'
import { USAGE_TYPES } from '../../meta.ts'
import { ASN, ASN_WORDS } from '../../record-table.ts'
import { uint32, type MmdbMap } from '../mmdb/value.ts'
import type { Cell, Column, Product, ProductReader } from '../product.ts'
import { ValueTable } from '../value-table.ts'
import { AS_TYPE_COLUMN, ASN_COLUMNS } from './columns.ts'

/** As tables of networks are imported elsewhere: the number as a number. */
const BLOCK_COLUMNS: readonly Column[] = [
  {
    name: 'autonomous_system_number',
    type: 'uint32',
    description: { en: 'Autonomous system that announces the network', zh: '宣告该网段的自治系统编号' },
  },
  {
    name: 'autonomous_system_organization',
    type: 'text',
    description: { en: 'Organisation of the autonomous system', zh: '自治系统所属机构' },
  },
]

/** Which network announces an address. */
export const asn: Product = {
  id: 'asn',
  title: { en: 'ASN', zh: 'ASN' },
  summary: {
    en: 'The autonomous system that announces each range: number, organisation and kind of network.',
    zh: '宣告每个地址段的自治系统：编号、所属机构与网络类型。',
  },
  columns: [...ASN_COLUMNS, AS_TYPE_COLUMN],
  types: { nested: 'Octet-ASN', compatible: 'Octet-GeoLite2-ASN', flat: 'Octet-flat-asn' },
  blockColumns: BLOCK_COLUMNS,
  nestedFields: BLOCK_COLUMNS.map(({ name }) => name),
  open(db): ProductReader {
    const { resolver } = db.reader
    const table = new ValueTable(resolver.recordCount, (record) => resolver.asnNumberOf(record))
    const numberOf = (value: number) => resolver.asnNumberOf(table.records[value]!)
    return {
      values: table.values,
      size: table.size,
      read: (value) => readAsn(db, numberOf(value)),
      readBlock(value) {
        const { asns } = resolver
        const at = ASN_WORDS * numberOf(value)
        return [asns[at + ASN.asn]!, db.reader.strings.get(asns[at + ASN.name]!)]
      },
      nest: (value) => nestAsn(db, numberOf(value)),
    }
  },
}

/** Number, name, domain and kind of a network, by its row in the table of networks. */
export function readAsn(db: Ipdb, row: number): Cell[] {
  if (row === 0) return [null, null, null, null]
  const { resolver, strings, meta } = db.reader
  const at = ASN_WORDS * row
  const { asns } = resolver
  return [
    `AS${asns[at + ASN.asn]!}`,
    strings.get(asns[at + ASN.name]!),
    meta.keptFields?.includes('ASN.domain') ? null : strings.get(asns[at + ASN.domain]!),
    USAGE_TYPES[asns[at + ASN.usageAndFlags]! & 0xff]!,
  ]
}

/** The same as the nested layout has it. */
export function nestAsn(db: Ipdb, row: number): MmdbMap {
  const { resolver, strings } = db.reader
  const name = strings.get(resolver.asns[ASN_WORDS * row + ASN.name]!)
  return {
    autonomous_system_number: uint32(resolver.asns[ASN_WORDS * row + ASN.asn]!),
    ...(name !== null && { autonomous_system_organization: name }),
  }
}
