import { toTurn, type Place } from './place.ts'

/** A place in metres within a zone of 6 degrees (Universal Transverse Mercator). `northing` counts from the equator, in the south from 10,000 km below it. */
export type Utm = { readonly zone: number; readonly isNorth: boolean; readonly easting: number; readonly northing: number }

/** WGS-84: half the axis in metres, and the flattening. */
const A = 6_378_137
const F = 1 / 298.257_223_563
const E2 = F * (2 - F)
const E1 = Math.sqrt(E2)
const SCALE = 0.9996
const [FALSE_EASTING, FALSE_NORTHING] = [500_000, 10_000_000]
/** Where the zones end, and the polar grid begins. */
const [SOUTH_END, NORTH_END] = [-80, 84]
const RAD = Math.PI / 180

const N = F / (2 - F)
const RADIUS = (A / (1 + N)) * (1 + N ** 2 / 4 + N ** 4 / 64 + N ** 6 / 256)
/** The series of Krüger to the sixth power, exact to nanometres within a zone (Karney 2011, equations 35 and 36). */
const ALPHA = [
  N / 2 - (2 / 3) * N ** 2 + (5 / 16) * N ** 3 + (41 / 180) * N ** 4 - (127 / 288) * N ** 5 + (7891 / 37_800) * N ** 6,
  (13 / 48) * N ** 2 - (3 / 5) * N ** 3 + (557 / 1440) * N ** 4 + (281 / 630) * N ** 5 - (1_983_433 / 1_935_360) * N ** 6,
  (61 / 240) * N ** 3 - (103 / 140) * N ** 4 + (15_061 / 26_880) * N ** 5 + (167_603 / 181_440) * N ** 6,
  (49_561 / 161_280) * N ** 4 - (179 / 168) * N ** 5 + (6_601_661 / 7_257_600) * N ** 6,
  (34_729 / 80_640) * N ** 5 - (3_418_889 / 1_995_840) * N ** 6,
  (212_378_941 / 319_334_400) * N ** 6,
]
const BETA = [
  N / 2 - (2 / 3) * N ** 2 + (37 / 96) * N ** 3 - (1 / 360) * N ** 4 - (81 / 512) * N ** 5 + (96_199 / 604_800) * N ** 6,
  (1 / 48) * N ** 2 + (1 / 15) * N ** 3 - (437 / 1440) * N ** 4 + (46 / 105) * N ** 5 - (1_118_711 / 3_870_720) * N ** 6,
  (17 / 480) * N ** 3 - (37 / 840) * N ** 4 - (209 / 4480) * N ** 5 + (5569 / 90_720) * N ** 6,
  (4397 / 161_280) * N ** 4 - (11 / 504) * N ** 5 - (830_251 / 7_257_600) * N ** 6,
  (4583 / 161_280) * N ** 5 - (108_847 / 3_991_680) * N ** 6,
  (20_648_693 / 638_668_800) * N ** 6,
]

/** The zone of a place, with those of Norway and Svalbard that are wider; nothing near the poles, which have a grid of their own. */
function findZone({ lat, lon }: Place): number | undefined {
  if (lat < SOUTH_END || lat >= NORTH_END) return undefined
  const turn = toTurn(lon)
  const zone = Math.min(60, Math.floor((turn + 180) / 6) + 1)
  if (lat >= 56 && lat < 64 && turn >= 3 && turn < 12) return 32
  if (lat < 72 || turn < 0 || turn >= 42) return zone
  return turn < 9 ? 31 : turn < 21 ? 33 : turn < 33 ? 35 : 37
}

const toMeridian = (zone: number): number => zone * 6 - 183

/** Nothing near the poles. */
export function findUtm(place: Place): Utm | undefined {
  const zone = findZone(place)
  if (zone === undefined) return undefined
  const lon = toTurn(place.lon - toMeridian(zone)) * RAD
  const tau = Math.tan(place.lat * RAD)
  const sigma = Math.sinh(E1 * Math.atanh((E1 * tau) / Math.hypot(1, tau)))
  const conformal = tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau)
  const xi = Math.atan2(conformal, Math.cos(lon))
  const eta = Math.asinh(Math.sin(lon) / Math.hypot(conformal, Math.cos(lon)))
  const north = sum(ALPHA, (j) => Math.sin(2 * j * xi) * Math.cosh(2 * j * eta))
  const east = sum(ALPHA, (j) => Math.cos(2 * j * xi) * Math.sinh(2 * j * eta))
  const northing = SCALE * RADIUS * (xi + north)
  const isNorth = place.lat >= 0
  return {
    zone,
    isNorth,
    easting: SCALE * RADIUS * (eta + east) + FALSE_EASTING,
    northing: isNorth ? northing : northing + FALSE_NORTHING,
  }
}

/** The place of numbers of a zone. */
export function fromUtm({ zone, isNorth, easting, northing }: Utm): Place {
  const [x, y] = [easting - FALSE_EASTING, isNorth ? northing : northing - FALSE_NORTHING].map((one) => one / (SCALE * RADIUS))
  const xi = y! - sum(BETA, (j) => Math.sin(2 * j * y!) * Math.cosh(2 * j * x!))
  const eta = x! - sum(BETA, (j) => Math.cos(2 * j * y!) * Math.sinh(2 * j * x!))
  const conformal = Math.sin(xi) / Math.hypot(Math.sinh(eta), Math.cos(xi))
  const lon = Math.atan2(Math.sinh(eta), Math.cos(xi))
  return { lat: Math.atan(toTau(conformal)) / RAD, lon: toTurn(lon / RAD + toMeridian(zone)) }
}

/** The tangent of a latitude from that of the conformal one, by Newton's method (Karney 2011, equations 19 to 21). */
function toTau(conformal: number): number {
  let tau = conformal
  for (let step = 0; step < 5; step++) {
    const sigma = Math.sinh(E1 * Math.atanh((E1 * tau) / Math.hypot(1, tau)))
    const found = tau * Math.hypot(1, sigma) - sigma * Math.hypot(1, tau)
    tau += ((conformal - found) / Math.hypot(1, found)) * ((1 + (1 - E2) * tau ** 2) / ((1 - E2) * Math.hypot(1, tau)))
  }
  return tau
}

const sum = (series: readonly number[], term: (j: number) => number): number =>
  series.reduce((total, factor, at) => total + factor * term(at + 1), 0)

/** `50N 447600 4419123`: zone, half of the globe, metres. */
export const toUtmText = ({ zone, isNorth, easting, northing }: Utm): string =>
  `${zone}${isNorth ? 'N' : 'S'} ${easting.toFixed(0)} ${northing.toFixed(0)}`
