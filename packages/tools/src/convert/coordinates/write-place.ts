import { toGeohash, toMaidenhead, toPlusCode } from './codes.ts'
import { findMgrs } from './mgrs.ts'
import { toDegreesText, type Place } from './place.ts'
import type { Order } from './read-place.ts'
import { findUtm, toUtmText } from './utm.ts'

/** How a place is written. */
export const NOTATIONS = [
  'decimal',
  'dms',
  'dm',
  'utm',
  'mgrs',
  'geohash',
  'plus',
  'maidenhead',
  'geo',
  'geojson',
  'wkt',
] as const
export type Notation = (typeof NOTATIONS)[number]

/** Codes are cells of the globe as satellites measure it. */
export const isCode = (notation: Notation): boolean => ['utm', 'mgrs', 'geohash', 'plus', 'maidenhead'].includes(notation)

/** A place in a notation; nothing for grids that leave out the poles. */
export function findWritten(place: Place, notation: Notation, order: Order): string | undefined {
  const [lat, lon] = [toDegreesText(place.lat), toDegreesText(place.lon)]
  const inOrder = (one: string, other: string, between: string) =>
    order === 'longitude' ? `${other}${between}${one}` : `${one}${between}${other}`
  switch (notation) {
    case 'decimal':
      return inOrder(lat, lon, ', ')
    case 'dms':
    case 'dm':
      return inOrder(toAngleText(place.lat, 'NS', notation), toAngleText(place.lon, 'EW', notation), ' ')
    case 'utm': {
      const utm = findUtm(place)
      return utm && toUtmText(utm)
    }
    case 'mgrs':
      return findMgrs(place)
    case 'geohash':
      return toGeohash(place)
    case 'plus':
      return toPlusCode(place)
    case 'maidenhead':
      return toMaidenhead(place)
    case 'geo':
      return `geo:${lat},${lon}`
    case 'geojson':
      return `{"type":"Point","coordinates":[${lon},${lat}]}`
    case 'wkt':
      return `POINT(${lon} ${lat})`
  }
}

/** Decimals of seconds, and of minutes: three centimetres, and two. */
const [SECOND_DECIMALS, MINUTE_DECIMALS] = [3, 5]

/** Rounded once, in its smallest unit, so that no 60 is left. */
function toAngleText(degrees: number, letters: string, notation: 'dms' | 'dm'): string {
  const letter = letters[degrees < 0 ? 1 : 0]!
  const [unit, decimals] = notation === 'dms' ? [3600, SECOND_DECIMALS] : [60, MINUTE_DECIMALS]
  const whole = Math.round(Math.abs(degrees) * unit * 10 ** decimals) / 10 ** decimals
  const rest = (whole % 60).toFixed(decimals).replace(/\.?0+$/, '')
  const minutes = Math.floor(whole / 60 + 1e-12)
  if (notation === 'dm') return `${minutes}°${rest}′${letter}`
  return `${Math.floor(minutes / 60)}°${minutes % 60}′${rest}″${letter}`
}
