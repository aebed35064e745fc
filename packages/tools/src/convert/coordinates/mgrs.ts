import type { Place } from './place.ts'
import { findUtm, fromUtm, type Utm } from './utm.ts'

/** Bands of 8 degrees from −80, the last of 12; I and O are left out (NGA.STND.0037, §2). */
const BANDS = 'CDEFGHJKLMNPQRSTUVWX'
/** Letters of the columns of 100 km in three zones that follow one another, and of the rows. */
const COLUMNS = ['ABCDEFGH', 'JKLMNPQR', 'STUVWXYZ']
const ROWS = 'ABCDEFGHJKLMNPQRSTUV'
const SQUARE = 100_000
/** Rows come again after 2,000 km. */
const CYCLE = ROWS.length * SQUARE
/** In even zones they begin five letters later. */
const EVEN_SHIFT = 5
const [DIGITS, MAX_DIGITS] = [5, 5]
/** The highest northing south of the equator. */
const SOUTH_TOP = 10_000_000 - 0.001

/** The sum of a hair below the equator and 80 is 80: the half of the globe is asked by itself. */
const toBand = (lat: number): string =>
  BANDS[Math.min(lat < 0 ? BANDS.indexOf('M') : BANDS.length - 1, Math.floor((lat + 80) / 8))]!

/** The Military Grid Reference of a place, to a metre; nothing near the poles. */
export function findMgrs(place: Place): string | undefined {
  const utm = findUtm(place)
  if (!utm) return undefined
  const { zone, isNorth, easting } = utm
  // A hair below the equator is rounded to it, and would be a row of the north.
  const northing = isNorth ? utm.northing : Math.min(utm.northing, SOUTH_TOP)
  const column = COLUMNS[(zone - 1) % 3]![Math.floor(easting / SQUARE) - 1]!
  const row = ROWS[(Math.floor(northing / SQUARE) + (zone % 2 === 0 ? EVEN_SHIFT : 0)) % ROWS.length]!
  const digits = [easting, northing].map((one) => String(Math.floor(one % SQUARE)).padStart(DIGITS, '0'))
  return `${zone}${toBand(place.lat)} ${column}${row} ${digits.join(' ')}`
}

const REFERENCE = /^(\d{1,2})([C-HJ-NP-X])\s*([A-HJ-NP-Z])([A-HJ-NP-V])\s*(\d*)\s*(\d*)$/i

/** The middle of the square that a reference names; nothing where a text is none, or names a square that its band does not have. */
export function findByMgrs(text: string): Place | undefined {
  const [, zoneText = '', band = '', column = '', row = '', east = '', north = ''] = REFERENCE.exec(text.toUpperCase()) ?? []
  const zone = Number(zoneText)
  const digits = splitDigits(east, north)
  const columnAt = COLUMNS[(zone - 1) % 3]?.indexOf(column) ?? -1
  if (zone < 1 || zone > 60 || columnAt < 0 || !digits) return undefined
  const size = SQUARE / 10 ** digits[0].length
  const [e, n] = digits.map((one) => (Number(one) + 0.5) * size) as [number, number]
  const rowAt = (ROWS.indexOf(row) - (zone % 2 === 0 ? EVEN_SHIFT : 0) + ROWS.length) % ROWS.length
  const isNorth = band >= 'N'
  for (let base = rowAt * SQUARE; base < 10_000_000; base += CYCLE) {
    const utm: Utm = { zone, isNorth, easting: (columnAt + 1) * SQUARE + e, northing: base + n }
    const place = fromUtm(utm)
    if (place.lat >= -80.5 && place.lat < 84.5 && isNear(place.lat, band)) return place
  }
  return undefined
}

/** Digits for both directions, as many for each; none at all for a whole square of 100 km. */
function splitDigits(east: string, north: string): [string, string] | undefined {
  const all = east + north
  const half = all.length / 2
  if (north !== '' && east.length !== north.length) return undefined
  return Number.isInteger(half) && half <= MAX_DIGITS ? [all.slice(0, half), all.slice(half)] : undefined
}

/** Squares at the edge of a band lie partly in the next one; a row comes again only 18 degrees later. */
function isNear(lat: number, band: string): boolean {
  const from = BANDS.indexOf(band) * 8 - 80
  return lat > from - 1 && lat < from + (band === 'X' ? 13 : 9)
}
