import { defineSource } from '@octet/core/source.ts'
import { ccBy } from '../../licences.ts'
import { BadLines, readLines } from '../../readers/lines.ts'
import { readPacked } from '../../readers/packed.ts'

/** Where a postal code is. */
export type PostalCode = {
  readonly country: string
  readonly code: string
  readonly latitude: number
  readonly longitude: number
}

/** Columns of the file: country, code, place, three divisions with their codes, then the coordinates. */
const LATITUDE = 9
const LONGITUDE = 10

/** Postal codes of the world. An address gets the one nearest to its place, which is a guess. */
export default defineSource<'postal', PostalCode>({
  id: 'geonames-postal',
  title: { en: 'GeoNames postal codes (nearest one, approximate)', zh: 'GeoNames 邮政编码（取最近者，仅供参考）' },
  homepage: 'https://download.geonames.org/export/zip/',
  licence: ccBy('Postal codes by GeoNames (geonames.org)', '邮政编码由 GeoNames（geonames.org）提供'),
  origin: { kind: 'url', urls: ['https://download.geonames.org/export/zip/allCountries.zip'], cadence: 'weekly' },
  kind: 'postal',
  precedence: 0,
  bounds: { minRows: 100_000, maxRows: 2_000_000 },
  golden: [],
  async *parse(files) {
    const bad = new BadLines()
    for (const line of readLines(await readPacked(files[0]!, 'allCountries.txt'))) {
      const row = findCode(line.split('\t', LONGITUDE + 1))
      bad.add(line, row !== undefined)
      if (row) yield row
    }
    bad.check('country, postal code and coordinates on each line, separated by tabs')
  },
})

function findCode(fields: readonly string[]): PostalCode | undefined {
  const [country = '', code = ''] = fields
  const latitude = Number(fields[LATITUDE] || Number.NaN)
  const longitude = Number(fields[LONGITUDE] || Number.NaN)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return /^[A-Z]{2}$/.test(country) && code !== '' && isPlace ? { country, code, latitude, longitude } : undefined
}
