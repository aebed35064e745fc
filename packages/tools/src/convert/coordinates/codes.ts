import { toTurn, type Place } from './place.ts'

const GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz'
const GEOHASH_LENGTH = 10

/** The geohash of a place: bits of longitude and latitude in turns, five to a letter. */
export function toGeohash({ lat, lon }: Place, length = GEOHASH_LENGTH): string {
  const ranges: [number, number][] = [
    [-180, 180],
    [-90, 90],
  ]
  let code = ''
  for (let bit = 0, value = 0; code.length < length; bit++) {
    const range = ranges[bit % 2]!
    const middle = (range[0] + range[1]) / 2
    const isUpper = (bit % 2 === 0 ? lon : lat) >= middle
    range[isUpper ? 0 : 1] = middle
    value = (value << 1) | Number(isUpper)
    if (bit % 5 < 4) continue
    code += GEOHASH[value]
    value = 0
  }
  return code
}

/** The middle of the cell of a geohash; nothing where a text is none. Digits alone are no geohash that anybody means. */
export function findByGeohash(text: string): Place | undefined {
  const code = text.toLowerCase()
  if (!/^(?=.*[a-z])[\db-hjkmnp-z]{5,12}$/.test(code)) return undefined
  const ranges: [number, number][] = [
    [-180, 180],
    [-90, 90],
  ]
  Array.from(code).forEach((char, place) => {
    const value = GEOHASH.indexOf(char)
    for (let i = 0; i < 5; i++) {
      const range = ranges[(place * 5 + i) % 2]!
      range[(value >> (4 - i)) & 1 ? 0 : 1] = (range[0] + range[1]) / 2
    }
  })
  const [lon, lat] = ranges.map(([from, to]) => (from + to) / 2)
  return { lat: lat!, lon: lon! }
}

/** Open Location Code: 20 letters that make no words. */
const PLUS = '23456789CFGHJMPQRVWX'
const PLUS_PAIRS = 5
const SEPARATOR_AT = 8
/** Cells of the last pair in a degree. */
const CELLS = 8000
const [GRID_ROWS, GRID_COLUMNS] = [5, 4]

/** The plus code of a place, a cell of 14 by 14 metres at the equator (Open Location Code specification). */
export function toPlusCode({ lat, lon }: Place): string {
  // Counted in cells of the last pair, so that no step rounds again; the last one before the date line is followed by the first.
  const north = Math.min(Math.floor((lat + 90) * CELLS + 1e-7), 180 * CELLS - 1)
  const cells = [north, Math.floor(toTurn(lon) * CELLS + 180 * CELLS + 1e-7) % (360 * CELLS)]
  let code = ''
  for (let pair = 0, unit = 20 ** (PLUS_PAIRS - 1); pair < PLUS_PAIRS; pair++, unit /= 20)
    code += cells.map((one) => PLUS[Math.floor(one / unit) % 20]).join('')
  return `${code.slice(0, SEPARATOR_AT)}+${code.slice(SEPARATOR_AT)}`
}

/** The middle of the cell of a whole plus code; nothing where a text is none. */
export function findByPlusCode(text: string): Place | undefined {
  const [, head = '', tail = ''] = /^([2-9CFGHJMPQRVWX]{8})\+((?:[2-9CFGHJMPQRVWX]{2,7})?)$/i.exec(text) ?? []
  if (!head) return undefined
  const letters = Array.from((head + tail).toUpperCase(), (char) => PLUS.indexOf(char))
  let [lat, lon, size] = [-90, -180, 400]
  for (let at = 0; at < Math.min(letters.length, 2 * PLUS_PAIRS); at += 2) {
    size /= 20
    lat += letters[at]! * size
    lon += letters[at + 1]! * size
  }
  let [height, width] = [size, size]
  for (const letter of letters.slice(2 * PLUS_PAIRS)) {
    height /= GRID_ROWS
    width /= GRID_COLUMNS
    lat += Math.floor(letter / GRID_COLUMNS) * height
    lon += (letter % GRID_COLUMNS) * width
  }
  const isOnGlobe = lat < 90 && lon < 180
  return isOnGlobe ? { lat: lat + height / 2, lon: lon + width / 2 } : undefined
}

/** A code that says only what differs from a place nearby, which is not known here. */
export const isShortPlusCode = (text: string): boolean => /^[2-9CFGHJMPQRVWX]{2,6}\+[2-9CFGHJMPQRVWX]{2,7}$/i.test(text)

const A = 'A'.charCodeAt(0)
/** What each pair divides the one before into. */
const MAIDENHEAD = [18, 10, 24, 10]

/** The locator of radio amateurs, eight signs: a cell of about 460 by 930 metres at the equator. */
export function toMaidenhead({ lat, lon }: Place): string {
  const shares = [(lon + 180) / 360, Math.min(lat + 90, 180) / 180].map((one) => Math.min(Math.max(one, 0), 1 - 1e-12))
  let code = ''
  for (const [pair, count] of MAIDENHEAD.entries())
    for (const [i, share] of shares.entries()) {
      const scaled = share * count + 1e-10
      const at = Math.min(count - 1, Math.floor(scaled))
      shares[i] = Math.max(0, scaled - at - 1e-10)
      code += pair % 2 === 1 ? String(at) : String.fromCharCode((pair === 0 ? A : A + 32) + at)
    }
  return code
}

/** The middle of a locator of 4, 6 or 8 signs; nothing where a text is none. */
export function findByMaidenhead(text: string): Place | undefined {
  if (!/^[A-R]{2}\d{2}(?:[A-X]{2}(?:\d{2})?)?$/i.test(text)) return undefined
  const values = Array.from(text.toUpperCase(), (char) => (/\d/.test(char) ? Number(char) : char.charCodeAt(0) - A))
  let [lon, lat, width, height] = [-180, -90, 360, 180]
  for (let at = 0; at < values.length; at += 2) {
    const count = MAIDENHEAD[at / 2]!
    width /= count
    height /= count
    lon += values[at]! * width
    lat += values[at + 1]! * height
  }
  return { lat: lat + height / 2, lon: lon + width / 2 }
}
