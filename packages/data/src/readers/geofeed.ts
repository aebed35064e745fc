import type { LayerStream, PlaceValue } from '../layer.ts'
import { CsvFields } from './csv-fields.ts'
import { BadLines } from './lines.ts'
import { NetworkList } from './network-list.ts'
import { readPacked } from './packed.ts'

/** Kilometres around the middle of the town an operator names. */
const TOWN_RADIUS_KM = 20

/**
 * Location feeds of operators (RFC 8805): network, country, ISO 3166-2 region, city. Postal codes are passed over, as the
 * RFC deprecates them (§2.1.1.5); lines without a country say that the place is not to be told.
 *
 * @throws when more than one line of a hundred is something else
 */
export async function* readGeofeeds(files: readonly string[]): AsyncGenerator<LayerStream<PlaceValue>> {
  const list = new NetworkList<PlaceValue>()
  for (const file of files) {
    const bad = new BadLines()
    for (const row = new CsvFields(await readPacked(file)); row.nextLine();) {
      const line = row.line()
      if (line.startsWith('#') || /^"?(ip_?)?prefix"?,/i.test(line)) continue
      const [network = '', country = '', region = '', city = ''] = [0, 1, 2, 3].map((field) => row.text(field).trim())
      if (country === '') continue
      const code = country.toUpperCase()
      const isPlace = /^[A-Z]{2}$/.test(code)
      bad.add(line, isPlace && list.add(network, `${code},${region},${city}`, () => toPlace(code, region.toUpperCase(), city)))
    }
    bad.check('network,country,region,city (RFC 8805) on each line')
  }
  yield* list.toStreams()
}

function toPlace(country: string, region: string, city: string): PlaceValue {
  const regionCode = region === '' ? undefined : region.includes('-') ? region : `${country}-${region}`
  return { country, regionCode, city, radiusKm: TOWN_RADIUS_KM }
}

/** The day in the comment “lastupdated (rfc3339): …” that many feeds begin with; null without one. */
export async function readGeofeedDate(files: readonly string[]): Promise<string | null> {
  const head = (await readPacked(files[0]!)).toString('utf8', 0, 2000)
  return /^#.*last ?updated.*?(20\d\d-\d\d-\d\d)/im.exec(head)?.[1] ?? null
}
