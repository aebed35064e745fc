import type { Coordinates, CountryPlace } from '../merge/build-tables.ts'
import type { Town } from '../sources/geonames/source.ts'

/** Kilometres around the Earth’s mean radius (IUGG). */
const EARTH_KM = 6371.0088

/** Where towns are, by name, and where the people of each country live on average. */
export class Gazetteer {
  readonly #towns = new Map<string, Coordinates>()
  readonly #byCountry = new Map<string, Coordinates[]>()

  add({ name, country, region, latitude, longitude }: Town): void {
    const point = { latitude, longitude }
    const folded = fold(name)
    this.#put(`${country}|${fold(region)}|${folded}`, point)
    this.#put(`${country}||${folded}`, point)
    const points = this.#byCountry.get(country)
    if (points) points.push(point)
    else this.#byCountry.set(country, [point])
  }

  /** The town of that name in a region, else anywhere in the country. */
  findTown(country: string, region: string, name: string): Coordinates | undefined {
    const folded = fold(name)
    return this.#towns.get(`${country}|${fold(region)}|${folded}`) ?? this.#towns.get(`${country}||${folded}`)
  }

  /** The middle of a country's towns, and how far from it two thirds of them are. */
  toCountryPlace(code: string): CountryPlace | undefined {
    const points = this.#byCountry.get(code)
    if (!points) return undefined
    const middle = toMiddle(points)
    const distances = points.map((point) => distanceKm(middle, point)).sort((a, b) => a - b)
    return { code, ...middle, radiusKm: Math.max(1, Math.ceil(distances[Math.floor(distances.length * 0.67)]!)) }
  }

  #put(key: string, point: Coordinates): void {
    if (!this.#towns.has(key)) this.#towns.set(key, point)
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
