import { GrowableWords } from '../merge/growable.ts'
import { GrowableFloats } from './growable-floats.ts'
import { HashIndex } from './hash-index.ts'
import type { Coordinates, CountryPlace, FoundTown, TownQuery } from './place.ts'
import type { Town } from '../sources/geonames/source.ts'

/** Kilometres around the Earth’s mean radius (IUGG). */
const EARTH_KM = 6371.0088

/** Towns of one name nearer together than this are one place. */
const SAME_PLACE_KM = 50
const NONE = 0xffff_ffff

/** Where towns are, by name, and where the people of each country live on average. */
export class Gazetteer {
  readonly #latitudes = new GrowableFloats()
  readonly #longitudes = new GrowableFloats()
  /** Number of the region of each town, and the next town of the same name in the country. */
  readonly #regionOf = new GrowableWords()
  readonly #next = new GrowableWords()
  readonly #regions: string[] = []
  readonly #regionNumbers = new Map<string, number>()
  readonly #names = new HashIndex()
  readonly #byCountry = new Map<string, number[]>()
  /** Names of regions by ISO 3166-2 code, with how often feeds have shown them to be right. */
  readonly #votes = new Map<string, Map<string, number>>()
  readonly #regionPlaces = new Map<string, CountryPlace>()
  readonly #learned = new Map<string, string>()

  add({ name, country, region, latitude, longitude, division }: Town): void {
    const town = this.#latitudes.push(latitude)
    this.#longitudes.push(longitude)
    this.#regionOf.push(this.#regionNumber(region))
    this.#next.push(NONE)
    const folded = fold(name)
    // Before the next line, since without a region both keys are the same.
    const first = this.#names.find(`${country}||${folded}`)
    this.#names.putFirst(`${country}|${fold(region)}|${folded}`, town)
    if (first === undefined) this.#names.putFirst(`${country}||${folded}`, town)
    else {
      this.#next.set(town, this.#next.get(first))
      this.#next.set(first, town)
    }
    const towns = this.#byCountry.get(country)
    if (towns) towns.push(town)
    else this.#byCountry.set(country, [town])
    if (division && ISO_DIVISIONS.has(country)) this.#learned.set(`${country}-${division}`, region)
  }

  /** The town of that name in a region, else anywhere in the country. */
  findTown(country: string, region: string, name: string): FoundTown | undefined {
    const folded = fold(name)
    const town = this.#names.find(`${country}|${fold(region)}|${folded}`) ?? this.#names.find(`${country}||${folded}`)
    return town === undefined ? undefined : this.#townOf(town)
  }

  /**
   * The town an operator names. Where a country has several of that name and the region does not tell which,
   * none is found: a guess would be wrong by hundreds of kilometres.
   */
  findExactTown(query: TownQuery): FoundTown | undefined {
    const wanted = query.region || (query.regionCode && this.#learned.get(query.regionCode))
    for (const name of toSpellings(query.name)) {
      const town = this.#choose(this.#townsNamed(query.country, name), wanted)
      if (town) return town
    }
    return undefined
  }

  /** The middle of a region's towns, and how far from it two thirds of them are. */
  findRegionPlace(country: string, region: string): CountryPlace | undefined {
    const key = `${country}|${region}`
    let place = this.#regionPlaces.get(key)
    if (place === undefined) {
      const number = this.#regionNumbers.get(region)
      const towns = this.#byCountry.get(country)?.filter((town) => this.#regionOf.get(town) === number) ?? []
      this.#regionPlaces.set(key, (place = { code: country, ...this.#spread(towns) }))
    }
    return place.latitude === undefined ? undefined : place
  }

  /** The name of a region by its ISO 3166-2 code, as far as feeds have shown it. */
  findRegion(code: string): string | undefined {
    return this.#learned.get(code)
  }

  /**
   * Learns which region a code means from towns whose name occurs once in their country. The codes of GeoNames are
   * others than those of ISO, and no free list joins them.
   */
  learnRegions(queries: Iterable<TownQuery>): void {
    for (const { country, name, regionCode } of queries) {
      if (!regionCode || !name || ISO_DIVISIONS.has(country)) continue
      const regions = new Set(this.#townsNamed(country, name).map((town) => this.#regions[this.#regionOf.get(town)]!))
      const [region] = regions
      if (regions.size !== 1 || !region) continue
      const votes = this.#votes.get(regionCode) ?? new Map<string, number>()
      this.#votes.set(regionCode, votes.set(region, (votes.get(region) ?? 0) + 1))
    }
    for (const [code, votes] of this.#votes) {
      const [region] = [...votes].sort(([, a], [, b]) => b - a)[0]!
      this.#learned.set(code, region)
    }
  }

  #choose(named: readonly number[], region: string | undefined): FoundTown | undefined {
    const folded = region && fold(region)
    const towns = folded ? named.filter((town) => fold(this.#regions[this.#regionOf.get(town)]!) === folded) : named
    if (towns.length === 0) return undefined
    // The larger of two towns comes first in no order that could be relied on: only one may be meant.
    const first = this.#townOf(towns[0]!)
    return towns.every((town) => distanceKm(first, this.#pointOf(town)) <= SAME_PLACE_KM) ? first : undefined
  }

  #townsNamed(country: string, name: string): number[] {
    const towns: number[] = []
    let town = this.#names.find(`${country}||${fold(name)}`) ?? NONE
    for (; town !== NONE; town = this.#next.get(town)) towns.push(town)
    return towns
  }

  #regionNumber(region: string): number {
    let number = this.#regionNumbers.get(region)
    if (number === undefined) this.#regionNumbers.set(region, (number = this.#regions.push(region) - 1))
    return number
  }

  #townOf(town: number): FoundTown {
    return { ...this.#pointOf(town), region: this.#regions[this.#regionOf.get(town)]! }
  }

  /** The middle of a country's towns, and how far from it two thirds of them are. */
  toCountryPlace(code: string): CountryPlace | undefined {
    const towns = this.#byCountry.get(code)
    return towns && { code, ...this.#spread(towns) }
  }

  #spread(towns: readonly number[]): Omit<CountryPlace, 'code'> {
    if (towns.length === 0) return {}
    const points = towns.map((town) => this.#pointOf(town))
    const middle = toMiddle(points)
    const distances = points.map((point) => distanceKm(middle, point)).sort((a, b) => a - b)
    return { ...middle, radiusKm: Math.max(1, Math.ceil(distances[Math.floor(distances.length * 0.67)]!)) }
  }

  #pointOf(town: number): Coordinates {
    return { latitude: this.#latitudes.get(town), longitude: this.#longitudes.get(town) }
  }
}

/** Countries whose divisions GeoNames numbers as ISO 3166-2 does. */
const ISO_DIVISIONS: ReadonlySet<string> = new Set(['US', 'CH'])

/** A name as it is, with and without “City” and what is in brackets, then its first part alone (“Dallas-Fort Worth”). */
function toSpellings(name: string): string[] {
  const bare = name.replace(/\s*\(.*\)/, '')
  const spellings = [name, bare, ALIASES[bare], bare.replace(/ city$/i, ''), `${bare} City`, bare.split(/[-/,]/, 1)[0]]
  return [...new Set(spellings.filter((spelling) => spelling !== undefined && spelling !== ''))] as string[]
}

/** Names operators use for towns that GeoNames lists under another. */
const ALIASES: Readonly<Record<string, string>> = {
  Frankfurt: 'Frankfurt am Main',
  'Washington D.C.': 'Washington',
  'Washington DC': 'Washington',
  Warszawa: 'Warsaw',
  Praha: 'Prague',
  Wien: 'Vienna',
  Roma: 'Rome',
  Milano: 'Milan',
  Bangalore: 'Bengaluru',
  'Al Manamah': 'Manama',
  'Tel Aviv-Yafo': 'Tel Aviv',
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

/** What most names are made of: nothing to take out, or nothing to take apart. */
const LETTERS = /^[A-Za-z]*$/
const ASCII = /^[\w '.()-]*$/

/** Lower case without accents, apostrophes, hyphens and spaces. */
export function fold(name: string): string {
  if (LETTERS.test(name)) return name.toLowerCase()
  return (ASCII.test(name) ? name : name.normalize('NFD')).replaceAll(/[\u0300-\u036f'’`.\s-]/g, '').toLowerCase()
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => (radians * 180) / Math.PI
