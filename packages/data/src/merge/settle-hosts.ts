import { HOSTED, type LayerSet } from '@octet/ipdb/meta.ts'
import { ASN, COORDINATE_SCALE, NO_COORDINATE, PLACE, RECORD } from '@octet/ipdb/record-table.ts'
import { distanceKm } from '../places/gazetteer.ts'
import type { BuildTables } from './build-tables.ts'
import type { MergedRows } from './sweep.ts'

/** A town with less than this share of a network's addresses in the country may be noise … */
const SMALL_SHARE = 0.03
/** … when the same network has a town with so many times as many addresses … */
const MIN_RATIO = 8
/** … within so many kilometres. */
const REACH_KM = 300
/** The radius around a town that was chosen so. */
const RADIUS_KM = 50
/** A place left out is where the network has the share of its addresses in the country that a radius stands for … */
const MAIN_SHARE = 0.67
/** … in towns within so many kilometres of the heaviest one. */
const MAIN_REACH_KM = 50
/** Larger rows count as so many addresses, so that one block does not decide alone. */
const MAX_WEIGHT = 1 << 16

/** Which records stand for hosts placed by the worldwide source. */
export type SettleOptions = {
  readonly tables: BuildTables
  readonly v4: MergedRows
  readonly v6: MergedRows
  /** Number of the worldwide location source; what operators and national sources say stays as it is. */
  readonly source: number
}

type SpaceTown = { weight: number; place: number; placeWeight: number }

/** Addresses of one network in one country, by town. */
type Space = { total: number; readonly towns: Map<number, SpaceTown> }

/**
 * Hosts in a village: the worldwide source spreads the addresses of hosting networks over small towns. Where such a network
 * has by far most of its addresses of the region in one town, its stray addresses are settled there. Where two sources
 * disagree about the country, hosts are put into the town in which the network has most of its addresses of the country
 * believed in. Changes the rows in place and gives those that are left, since neighbours may have become alike (docs/decisions/0012-hosts-in-villages.md).
 */
export function settleHosts({ tables, v4, v6, source }: SettleOptions): { v4: MergedRows; v6: MergedRows } {
  const settled = findSettled(tables, v4, source)
  return { v4: remap(v4, settled), v6: remap(v6, settled) }
}

/** For each record the one that takes its place: itself, but for those that are settled elsewhere. */
function findSettled(tables: BuildTables, v4: MergedRows, source: number): Uint32Array {
  const spaces = weigh(tables, v4)
  const settled = Uint32Array.from({ length: tables.records.size }, (_, record) => record)
  const tuple = new Int32Array(4)
  const { size } = tables.records
  for (let record = 0; record < size; record++) {
    const place = tables.records.get(record, RECORD.place)
    const asn = tables.records.get(record, RECORD.asn)
    if (place === 0 || asn === 0 || !isHosted(tables, record, asn)) continue
    const layers = layersOf(tables, record)
    if (layers?.isAnycast) continue // nowhere in particular: it has no radius
    const space = spaces.get(toKey(tables, asn, place))
    const target = layers?.isWithheld
      ? findMainTown(tables, space)
      : layers?.place === source
        ? findTown(tables, space, place)
        : undefined
    if (!layers || target === undefined) continue
    for (let column = 0; column < 4; column++) tuple[column] = tables.records.get(record, column)
    tuple[RECORD.place] = tables.withRadius(target, RADIUS_KM)
    if (layers.isWithheld) {
      const special = tuple[RECORD.layersAndSpecial]! & ~0xffff
      tuple[RECORD.layersAndSpecial] = special | tables.internLayerSet({ ...layers, place: source, isWithheld: false })
    }
    settled[record] = tables.records.intern(tuple)
  }
  return settled
}

/** IPv4 addresses by network, country and town; each record is looked at once, though many rows share it. */
function weigh(tables: BuildTables, { high, records }: MergedRows): Map<number, Space> {
  const weights = new Float64Array(tables.records.size)
  for (let row = 0; row < records.length; row++) {
    const end = row + 1 < records.length ? high[row + 1]! : 2 ** 32
    weights[records[row]!]! += Math.min(end - high[row]!, MAX_WEIGHT)
  }
  const spaces = new Map<number, Space>()
  for (const [record, weight] of weights.entries()) {
    if (weight === 0) continue
    const place = tables.records.get(record, RECORD.place)
    const asn = tables.records.get(record, RECORD.asn)
    if (asn === 0 || !isHosted(tables, record, asn) || tables.places.get(place, PLACE.city) === 0) continue
    addTo(spaces, tables, { asn, place, weight })
  }
  return spaces
}

type Found = { readonly asn: number; readonly place: number; readonly weight: number }

function addTo(spaces: Map<number, Space>, tables: BuildTables, { asn, place, weight }: Found): void {
  const key = toKey(tables, asn, place)
  const town = toTown(tables, place)
  let space = spaces.get(key)
  if (!space) spaces.set(key, (space = { total: 0, towns: new Map() }))
  space.total += weight
  const known = space.towns.get(town)
  if (!known) space.towns.set(town, { weight, place, placeWeight: weight })
  else {
    known.weight += weight
    if (weight > known.placeWeight) Object.assign(known, { place, placeWeight: weight })
  }
}

/** The place of the town that a stray one belongs to; undefined where it may stay. */
function findTown(tables: BuildTables, space: Space | undefined, place: number): number | undefined {
  const here = toCoordinates(tables, place)
  if (!space || !here || tables.places.get(place, PLACE.city) === 0) return undefined
  const own = space.towns.get(toTown(tables, place))?.weight ?? 0
  if (own > SMALL_SHARE * space.total) return undefined
  let best: { weight: number; place: number } | undefined
  for (const town of space.towns.values()) {
    if (town.weight <= (best?.weight ?? 0)) continue
    const there = toCoordinates(tables, town.place)
    if (there && distanceKm(here, there) <= REACH_KM) best = town
  }
  return best && best.weight >= MIN_RATIO * own && best.place !== place ? best.place : undefined
}

/** The place of the town around which a network has most of its addresses in a country; undefined where it has no such town. */
function findMainTown(tables: BuildTables, space: Space | undefined): number | undefined {
  if (!space) return undefined
  const towns = [...space.towns.values()]
  const heaviest = towns.reduce((a, b) => (b.weight > a.weight ? b : a))
  const middle = toCoordinates(tables, heaviest.place)
  if (!middle) return undefined
  const isNear = ({ place }: SpaceTown) => {
    const there = toCoordinates(tables, place)
    return there !== undefined && distanceKm(middle, there) <= MAIN_REACH_KM
  }
  const near = towns.filter(isNear).reduce((sum, { weight }) => sum + weight, 0)
  return near >= MAIN_SHARE * space.total ? heaviest.place : undefined
}

function isHosted(tables: BuildTables, record: number, asn: number): boolean {
  const ofNetwork = tables.asns.get(asn, ASN.usageAndFlags) >>> 8
  return ((tables.records.get(record, RECORD.flagsAndIsp) | ofNetwork) & HOSTED) !== 0
}

function layersOf(tables: BuildTables, record: number): LayerSet | undefined {
  return tables.layerSets[tables.records.get(record, RECORD.layersAndSpecial) & 0xffff]
}

function toKey(tables: BuildTables, asn: number, place: number): number {
  return asn * 65_536 + (tables.places.get(place, PLACE.countryAndZone) & 0xffff)
}

/** One number for a town of a name in a region: names are fewer than 2^26. */
function toTown(tables: BuildTables, place: number): number {
  return tables.places.get(place, PLACE.city) * 2 ** 26 + tables.places.get(place, PLACE.region)
}

function toCoordinates(tables: BuildTables, place: number) {
  const latitude = tables.places.get(place, PLACE.latitude)
  if (latitude === NO_COORDINATE) return undefined
  return { latitude: latitude / COORDINATE_SCALE, longitude: tables.places.get(place, PLACE.longitude) / COORDINATE_SCALE }
}

/** Puts the new records into the rows and joins neighbours that have the same now; everything moves towards the front. */
function remap({ high, low, records, deepRows, deepLows }: MergedRows, settled: Uint32Array): MergedRows {
  let kept = 0
  let deep = 0
  let keptDeep = 0
  let previous = -1
  const hasLow = low.length === records.length
  for (let row = 0; row < records.length; row++) {
    const record = settled[records[row]!]!
    const isDeep = deepRows[deep] === row
    if (record !== previous) {
      high[kept] = high[row]!
      if (hasLow) low[kept] = low[row]!
      records[kept] = record
      if (isDeep) {
        deepRows[keptDeep] = kept
        deepLows[2 * keptDeep] = deepLows[2 * deep]!
        deepLows[2 * keptDeep + 1] = deepLows[2 * deep + 1]!
        keptDeep++
      }
      kept++
      previous = record
    }
    if (isDeep) deep++
  }
  return {
    high: high.subarray(0, kept),
    low: hasLow ? low.subarray(0, kept) : low,
    records: records.subarray(0, kept),
    deepRows: deepRows.subarray(0, keptDeep),
    deepLows: deepLows.subarray(0, 2 * keptDeep),
  }
}
