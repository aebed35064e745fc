import { COORDINATE_SCALE, NO_COORDINATE, PLACE } from '@octet/ipdb/record-table.ts'
import type { DatabaseMeta } from '@octet/ipdb/meta.ts'
import { GrowableFloats } from '../places/growable-floats.ts'
import { NearestPoints } from '../places/nearest.ts'
import type { PostalCode } from '../sources/geonames-postal/source.ts'
import type { Station } from '../sources/meteostat-stations/source.ts'
import type { BuildTables } from './build-tables.ts'
import { GrowableWords } from './growable.ts'
import { TupleTable } from './tuple-table.ts'

/** A place known less well than this has no nearest anything. */
const MAX_RADIUS_KM = 50
const MAX_POSTAL_KM = 25
const MAX_STATION_KM = 100
/** A station with an ICAO code is preferred to a nearer one without. */
const MAX_ICAO_KM = 30
const MAX_ELEVATION_KM = 50
/** Postal codes lie closer together than stations. */
const POSTAL_BAND_DEGREES = 0.05
const STATION_BAND_DEGREES = 0.5
const HEIGHT_ZERO = 32_768

/** What is nearest to a place: postal code, weather station, and the height of the land. Added when all places are known. */
export class PlaceDetails {
  readonly #postal = new PostalCodes()
  readonly #stations: Station[] = []

  addPostalCode(code: PostalCode, countryNumber: number): void {
    this.#postal.add(code, countryNumber)
  }

  addStation(station: Station): void {
    this.#stations.push(station)
  }

  /** Writes what is found into the places; gives the stations that are used, entry 0 for none. */
  apply({ places, strings }: Pick<BuildTables, 'places' | 'strings'>): DatabaseMeta['stations'] {
    const postal = this.#postal.toSearch()
    const stations = new StationSearch(this.#stations)
    // The details of a point in a country are found once: many places share it.
    const points = new TupleTable(3)
    const details = new GrowableWords()
    const tuple = new Int32Array(3)
    for (let place = 0; place < places.size; place++) {
      const [latitude, longitude] = [places.get(place, PLACE.latitude), places.get(place, PLACE.longitude)]
      const radius = places.get(place, PLACE.radiusAndElevation) & 0xffff
      if (latitude === NO_COORDINATE || radius === 0 || radius > MAX_RADIUS_KM || places.get(place, PLACE.city) === 0) continue
      const country = places.get(place, PLACE.countryAndZone) & 0xffff
      tuple[0] = latitude
      tuple[1] = longitude
      tuple[2] = country
      const at = 3 * points.intern(tuple)
      if (at === details.length) {
        const point = { latitude: latitude / COORDINATE_SCALE, longitude: longitude / COORDINATE_SCALE }
        details.push(strings.intern(postal(point, country)))
        for (const detail of stations.find(point)) details.push(detail)
      }
      if (places.get(place, PLACE.zip) === 0) places.set(place, PLACE.zip, details.get(at))
      places.set(place, PLACE.radiusAndElevation, radius | (details.get(at + 1) << 16))
      places.set(place, PLACE.station, details.get(at + 2))
    }
    return stations.used
  }
}

type Point = { readonly latitude: number; readonly longitude: number }

/** Postal codes side by side in typed arrays: as objects a million of them would take 100 MB. */
class PostalCodes {
  readonly #latitudes = new GrowableFloats()
  readonly #longitudes = new GrowableFloats()
  readonly #countries = new GrowableWords()
  readonly #ends = new GrowableWords()
  #bytes = Buffer.alloc(1 << 16)
  #size = 0

  add({ code, latitude, longitude }: PostalCode, countryNumber: number): void {
    const length = Buffer.byteLength(code)
    if (this.#size + length > this.#bytes.length) {
      const grown = Buffer.alloc(this.#bytes.length * 2 + length)
      this.#bytes.copy(grown)
      this.#bytes = grown
    }
    this.#size += this.#bytes.write(code, this.#size)
    this.#ends.push(this.#size)
    this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    this.#countries.push(countryNumber)
  }

  /** Finds the code nearest to a point in the same country. */
  toSearch(): (point: Point, country: number) => string | undefined {
    const points = new NearestPoints(this.#latitudes.view(), this.#longitudes.view(), POSTAL_BAND_DEGREES)
    return ({ latitude, longitude }, country) => {
      const found = points.find(latitude, longitude, MAX_POSTAL_KM, (index) => this.#countries.get(index) === country)
      if (!found) return undefined
      const start = found.index === 0 ? 0 : this.#ends.get(found.index - 1)
      return this.#bytes.toString('utf8', start, this.#ends.get(found.index))
    }
  }
}

class StationSearch {
  readonly used: { code: string; name: string }[] = [{ code: '', name: '' }]
  readonly #stations: readonly Station[]
  readonly #points: NearestPoints
  readonly #numbers = new Map<number, number>()

  constructor(stations: readonly Station[]) {
    this.#stations = stations
    const latitudes = Float32Array.from(stations, ({ latitude }) => latitude)
    this.#points = new NearestPoints(
      latitudes,
      Float32Array.from(stations, ({ longitude }) => longitude),
      STATION_BAND_DEGREES,
    )
  }

  /** Height as it stands in a place (0 when unknown), and the number of the station. */
  find({ latitude, longitude }: Point): readonly [height: number, station: number] {
    const nearest = (maxKm: number, accepts: (station: Station) => boolean) =>
      this.#points.find(latitude, longitude, maxKm, (index) => accepts(this.#stations[index]!))?.index
    const station = nearest(MAX_ICAO_KM, ({ hasIcao }) => hasIcao) ?? nearest(MAX_STATION_KM, () => true)
    const measured = nearest(MAX_ELEVATION_KM, ({ elevation }) => elevation !== undefined)
    const height = measured === undefined ? 0 : this.#stations[measured]!.elevation! + HEIGHT_ZERO
    return [height, station === undefined ? 0 : this.#numberOf(station)]
  }

  #numberOf(index: number): number {
    let number = this.#numbers.get(index)
    if (number === undefined) {
      const { code, name } = this.#stations[index]!
      this.#numbers.set(index, (number = this.used.push({ code, name }) - 1))
    }
    return number
  }
}
