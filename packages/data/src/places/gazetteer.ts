import type { Coordinates, CountryPlace } from '../merge/build-tables.ts'
import { GrowableFloats } from './growable-floats.ts'
import { HashIndex } from './hash-index.ts'
import type { Town } from '../sources/geonames/source.ts'

/** Kilometres around the Earth’s mean radius (IUGG). */
const EARTH_KM = 6371.0088

/** Where towns are, by name, and where the people of each country live on average. */
export class Gazetteer {
  readonly #latitudes = new GrowableFloats()
  readonly #longitudes = new GrowableFloats()
  readonly #names = new HashIndex()
  readonly #byCountry = new Map<string, number[]>()

  add({ name, country, region, latitude, longitude }: Town): void {
    const town = this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    const folded = fold(name)
    this.#names.putFirst(`${country}|${fold(region)}|${folded}`, town)
    this.#names.putFirst(`${country}||${folded}`, town)
    const towns = this.#byCountry.get(country)
    if (towns) towns.push(town)
    else this.#byCountry.set(country, [town])
  }

  /** The town of that name in a region, else anywhere in the country. */
  findTown(country: string, region: string, name: string): Coordinates | undefined {
    const folded = fold(name)
    const town = this.#names.find(`${country}|${fold(region)}|${folded}`) ?? this.#names.find(`${country}||${folded}`)
    return town === undefined ? undefined : this.#pointOf(town)
  }

  /** The middle of a country's towns, and how far from it two thirds of them are. */
  toCountryPlace(code: string): CountryPlace | undefined {
    const points = this.#byCountry.get(code)?.map((town) => this.#pointOf(town))
    if (!points) return undefined
    const middle = toMiddle(points)
    const distances = points.map((point) => distanceKm(middle, point)).sort((a, b) => a - b)
    return { code, ...middle, radiusKm: Math.max(1, Math.ceil(distances[Math.floor(distances.length * 0.67)]!)) }
  }

  #pointOf(town: number): Coordinates {
    return { latitude: this.#latitudes.get(town), longitude: this.#longitudes.get(town) }
  }
}

/** The mean direction of some points on the sphere. */
function toMiddle(points: readonly Coordinates[]): Coordinates {
  let [x, y, z] = [0, 0, 0]
  for (const { latitude, longitude } of points) {
    const [lat, lon] = [toRadians(latitude), toRadians(longitude)]
    x += Math.cos(lat) * Math.cos(lon)
    y += Math.cos(lat) * Math.sin(lon)
    z += Math.sin(lat)
  }
  return { latitude: toDegrees(Math.atan2(z, Math.hypot(x, y))), longitude: toDegrees(Math.atan2(y, x)) }
}

/** Great-circle distance in kilometres. */
export function distanceKm(a: Coordinates, b: Coordinates): number {
  const [lat1, lat2] = [toRadians(a.latitude), toRadians(b.latitude)]
  const half = Math.sin((lat2 - lat1) / 2) ** 2
  const turn = Math.sin(toRadians(b.longitude - a.longitude) / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half + Math.cos(lat1) * Math.cos(lat2) * turn)))
}

/** Lower case without accents, apostrophes, hyphens and spaces. */
export function fold(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’`\s-]/g, '')
    .toLowerCase()
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => (radians * 180) / Math.PI
