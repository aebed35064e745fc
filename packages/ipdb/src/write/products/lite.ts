import { findContinent } from '@octet/core/continent.ts'
import type { Ipdb } from '../../ipdb.ts'
import type { MmdbMap } from '../mmdb/value.ts'
import type { Product, ProductReader } from '../product.ts'
import { cached, ValueTable } from '../value-table.ts'
import { nestAsn, readAsn } from './asn.ts'
import { ASN_COLUMNS, COUNTRY_COLUMNS } from './columns.ts'
import { toContinentCells, toContinentMap, toCountryMap } from './country-map.ts'

/** Country and network of every address: the edition that may be free. */
export const lite: Product = {
  id: 'lite',
  title: { en: 'Lite', zh: 'Lite 精简版' },
  summary: {
    en: 'Country, continent and autonomous system of every range: the small edition.',
    zh: '每个地址段的国家、大洲与自治系统，体积小巧的版本。',
  },
  columns: [...COUNTRY_COLUMNS, ...ASN_COLUMNS],
  types: { nested: 'Octet-Country', compatible: 'Octet-GeoLite2-Country', flat: 'Octet-flat-lite' },
  nestedFields: [
    'continent.{code,names}',
    'country.{iso_code,is_in_european_union,names}',
    'traits.{autonomous_system_number,autonomous_system_organization}',
  ],
  open,
}

/** More than there are networks. */
const ASN_LIMIT = 2 ** 24

function open(db: Ipdb): ProductReader {
  const { resolver, meta } = db.reader
  const table = new ValueTable(
    resolver.recordCount,
    (record) => resolver.countryOf(record) * ASN_LIMIT + resolver.asnNumberOf(record),
  )
  const toCountry = cached((country: number) => toCountryMap(meta.countries[country]!))
  const toTraits = cached((row: number) => nestAsn(db, row))
  return {
    values: table.values,
    size: table.size,
    read(value) {
      const record = table.records[value]!
      const country = meta.countries[resolver.countryOf(record)]!
      const cells = [country?.code ?? null, country?.name.en ?? null, ...toContinentCells(country)]
      return [...cells, ...readAsn(db, resolver.asnNumberOf(record)).slice(0, 3)]
    },
    nest(value): MmdbMap {
      const record = table.records[value]!
      const number = resolver.countryOf(record)
      const continent = number === 0 ? undefined : findContinent(meta.countries[number]!.code)
      const row = resolver.asnNumberOf(record)
      return {
        ...(continent && { continent: toContinentMap(continent) }),
        ...(number !== 0 && { country: toCountry(number) }),
        ...(row !== 0 && { traits: toTraits(row) }),
      }
    },
  }
}
