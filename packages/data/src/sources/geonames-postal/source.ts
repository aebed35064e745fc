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

/** Column of the latitude: before it country, code, place and three divisions with their codes; behind it the longitude. */
const LATITUDE = 9
const TAB = '\t'

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
      const row = findCode(line)
      bad.add(line, row !== undefined)
      if (row) yield row
    }
    bad.check('country, postal code and coordinates on each line, separated by tabs')
  },
})

/** Reads what is asked for alone: of a million lines the other columns would take longer than all the rest. */
function findCode(line: string): PostalCode | undefined {
  const [first, second] = [line.indexOf(TAB), line.indexOf(TAB, line.indexOf(TAB) + 1)]
  let start = second
  for (let column = 3; column <= LATITUDE && start >= 0; column++) start = line.indexOf(TAB, start + 1)
  const middle = start < 0 ? -1 : line.indexOf(TAB, start + 1)
  if (first < 0 || middle < 0) return undefined
  const end = line.indexOf(TAB, middle + 1)
  const [country, code] = [line.slice(0, first), line.slice(first + 1, second)]
  const latitude = Number(line.slice(start + 1, middle) || Number.NaN)
  const longitude = Number(line.slice(middle + 1, end < 0 ? line.length : end) || Number.NaN)
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return /^[A-Z]{2}$/.test(country) && code !== '' && isPlace ? { country, code, latitude, longitude } : undefined
}
