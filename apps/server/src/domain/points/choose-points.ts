import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { AppError } from '@octet/core/errors.ts'
import { toDistanceKm, type Spot } from './distance.ts'
import { matchPoints } from './match-points.ts'
import type { Location } from './parse-locations.ts'
import type { Point } from './point.ts'

export type ChooseOptions = {
  /** Points that the caller may use. */
  readonly points: readonly Point[]
  readonly locations: readonly Location[]
  readonly type: MeasurementType
  /** Points in all; unless said, one for each location, or as many as it says. */
  readonly limit?: number | undefined
  /** Where the caller is, for `me`; undefined when unknown. */
  readonly self?: Spot | undefined
  readonly random?: (() => number) | undefined
}

/** What «world» means: shares of the continents, about as their users are spread. */
const WORLD = [
  { value: 'AF', weight: 5 },
  { value: 'AS', weight: 15 },
  { value: 'EU', weight: 30 },
  { value: 'OC', weight: 10 },
  { value: 'NA', weight: 30 },
  { value: 'SA', weight: 10 },
] as const

/**
 * Points for a measurement, each once. Within a location neighbours differ in city and network as long as they can, and
 * points that are well and idle come first. Throws `no_point_found` when a location has none, `bad_input` for `me` when
 * nobody can say which points are near.
 */
export function choosePoints(options: ChooseOptions): Point[] {
  const { points, locations, type, limit = countWanted(locations), self, random = Math.random } = options

  const able = points.filter(({ tasks, status }) => tasks.includes(type) && status !== 'unwell')
  const groups = (locations.length > 0 ? locations : [ANYWHERE]).flatMap((location) => toGroups(location, { able, self, random }))
  const shares = toShares(groups, limit)
  const chosen = new Set<Point>()
  for (const [index, { candidates }] of groups.entries()) take(candidates, shares[index]!, chosen)
  // What one group lacks, the others give; a location with its own limit stays at it.
  const open = groups.filter(({ limit }) => limit === undefined)
  for (const { candidates } of open) take(candidates, limit - chosen.size, chosen)
  return [...chosen]
}

/** Who names two places expects both. */
function countWanted(locations: readonly Location[]): number {
  return Math.max(
    1,
    locations.reduce((sum, { limit = 1 }) => sum + limit, 0),
  )
}

const ANYWHERE: Location = { conditions: [{ field: 'world', value: 'world' }], limit: undefined, weight: undefined }

type Group = { readonly candidates: readonly Point[]; readonly limit: number | undefined; readonly weight: number }
type Parts = { readonly able: readonly Point[]; readonly self: Spot | undefined; readonly random: () => number }

function toGroups(location: Location, { able, self, random }: Parts): Group[] {
  const found = matchPoints(able, location)
  if (found.length === 0) throw new AppError('no_point_found', { got: toWords(location) })
  const { limit, weight = 1 } = location
  const fields = new Set(location.conditions.map(({ field }) => field))
  if (fields.has('me')) return [{ candidates: toNearest(found, self, limit ?? 1), limit: limit ?? 1, weight }]
  if (!fields.has('world') || limit !== undefined) return [{ candidates: spread(found, random), limit, weight }]
  const rest = found.filter(({ continent }) => !WORLD.some(({ value }) => value === continent))
  const parts = WORLD.map(({ value, weight: share }) => ({ part: found.filter(({ continent }) => continent === value), share }))
  return [...parts, { part: rest, share: 5 }]
    .filter(({ part }) => part.length > 0)
    .map(({ part, share }) => ({ candidates: spread(part, random), limit: undefined, weight: (weight * share) / 100 }))
}

/** The location as it was written. */
function toWords({ conditions, limit, weight }: Location): string {
  const words = conditions.map(({ field, value }) =>
    field === 'any' || field === 'me' || field === 'world' ? value : field === 'asn' ? `AS${value}` : `${field}:${value}`,
  )
  return `${words.join('+')}${limit === undefined ? '' : `*${limit}`}${weight === undefined ? '' : ` ${weight}%`}`
}

/** How many points of each group: its limit, or its part of what is left, by the largest remainder. */
function toShares(groups: readonly Group[], limit: number): number[] {
  const fixed = groups.reduce((sum, { limit }) => sum + (limit ?? 0), 0)
  const left = Math.max(0, limit - fixed)
  const weights = groups.map(({ limit, weight }) => (limit === undefined ? weight : 0))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const exact = weights.map((weight) => (sum === 0 ? 0 : (left * weight) / sum))
  const shares = exact.map(Math.floor)
  const byRemainder = exact.map((value, index) => ({ index, rest: value - Math.floor(value) })).sort((a, b) => b.rest - a.rest)
  let missing = (sum === 0 ? 0 : left) - shares.reduce((total, share) => total + share, 0)
  for (const { index } of byRemainder) if (missing > 0 && weights[index]! > 0 && ++shares[index]!) missing--
  return groups.map(({ limit: own }, index) => own ?? shares[index]!)
}

function take(candidates: readonly Point[], count: number, chosen: Set<Point>): void {
  let left = count
  for (const point of candidates) {
    if (left <= 0) return
    if (chosen.has(point)) continue
    chosen.add(point)
    left--
  }
}

/** By chance, but one of each city and network before the second of any; busy points last. */
function spread(points: readonly Point[], random: () => number): Point[] {
  const shuffled = points
    .map((point) => ({ point, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ point }) => point)
  const seen = new Map<string, number>()
  const ranked = shuffled.map((point) => {
    const place = `${point.country}/${point.city}/${point.asn}`
    const rank = seen.get(place) ?? 0
    seen.set(place, rank + 1)
    return { point, rank: rank + (point.status === 'busy' ? 1e6 : 0) }
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ point }) => point)
}

/** Nearest first; points without a place last. Where all are wanted, it does not matter which is nearest. */
function toNearest(points: readonly Point[], self: Spot | undefined, limit: number): Point[] {
  const measured = points.map((point) => ({ point, km: self && toDistanceKm(self, point) }))
  if (points.length > limit && measured.every(({ km }) => km === undefined)) throw toUnknown(self)
  const toOrder = ({ km = Infinity }: { km: number | undefined }): number => km
  return measured.sort((a, b) => (toOrder(a) === toOrder(b) ? 0 : toOrder(a) - toOrder(b))).map(({ point }) => point)
}

/** Nobody knows what is near: any point would be as wrong as another, and look right. */
function toUnknown(self: Spot | undefined): AppError {
  const isSelfKnown = self !== undefined && self.latitude !== null && self.longitude !== null
  const expected = isSelfKnown
    ? { en: 'a place by name, since no point’s location is known', zh: '地点名称（监测点的位置均未知，无法判断远近）' }
    : {
        en: 'a place by name, since the location that “me” stands for is not known',
        zh: '地点名称（“me”所指的位置未知，无法判断远近）',
      }
  return new AppError('bad_input', { field: 'locations', expected, got: 'me' })
}
