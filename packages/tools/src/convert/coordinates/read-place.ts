import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findUrl } from '../../lib/find-url.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { findByGeohash, findByMaidenhead, findByPlusCode, isShortPlusCode } from './codes.ts'
import { findByMgrs } from './mgrs.ts'
import { toTurn, type Datum, type Place } from './place.ts'
import { fromUtm } from './utm.ts'

/** Which of two plain numbers comes first. */
export type Order = 'latitude' | 'longitude'
/** A place that was read; the system where the text itself says which. */
export type ReadPlace = { readonly place: Place; readonly datum?: Datum }

/** Reads one place in any notation. Throws `bad_input`. */
export function readPlace(written: string, order: Order): ReadPlace {
  const text = toHalfWidth(written).trim()
  const found = findInUrl(text) ?? findInData(text) ?? findByCode(text) ?? findByUtm(text) ?? findByAngles(text, order)
  if (found) return found
  const expected = isShortPlusCode(text) ? WHOLE_CODE : A_PLACE
  throw new AppError('bad_input', { field: 'text', expected, got: written.trim().slice(0, 100) })
}

const A_PLACE: Text = {
  en: 'a place such as 39.9087, 116.3975, 39°54′31″N 116°23′51″E, a grid reference, a geohash, a plus code or the address of a map',
  zh: '坐标，如 39.9087, 116.3975、39°54′31″N 116°23′51″E、北纬39°54′31″ 东经116°23′51″、MGRS、Geohash、Plus Code 或地图链接',
}
const WHOLE_CODE: Text = {
  en: 'a whole plus code such as 8PFRW95X+FX; a short one is relative to a town',
  zh: '完整的 Plus Code（如 8PFRW95X+FX）；短码需配合所在城市',
}

/** Two numbers as a place; nothing where they are beyond the globe. */
function toPlace(lat: number, lon: number): Place | undefined {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 360 ? { lat, lon: toTurn(lon) } : undefined
}

const read = (lat: string | number | undefined, lon: string | number | undefined, datum?: Datum): ReadPlace | undefined => {
  const place = lat === undefined || lon === undefined ? undefined : toPlace(Number(lat), Number(lon))
  return place && { place, ...(datum && { datum }) }
}

const NUMBER = String.raw`([-+]?\d+(?:\.\d+)?)`
const PAIR = new RegExp(String.raw`^(?:loc:)?${NUMBER}\s*[,~]\s*${NUMBER}`)
const IN_PATH = [
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`/@${NUMBER},${NUMBER}`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/${NUMBER}/${NUMBER}`),
]
/** Parameters that hold both numbers, the latitude first. */
const PARAMETERS = ['query', 'q', 'll', 'center', 'cp', 'destination', 'daddr', 'location', 'marker']

/** The place in the address of a map, or in a geo URI (RFC 5870). Amap writes the longitude first, and says GCJ-02. */
function findInUrl(text: string): ReadPlace | undefined {
  const geo = new RegExp(`^geo:${NUMBER},${NUMBER}(?:[,;?]|$)`, 'i').exec(text)
  if (geo) return read(geo[1], geo[2])
  const url = /^https?:\/\//i.test(text) ? findUrl(text) : undefined
  if (!url) return undefined
  const { searchParams, hostname } = url
  const isAmap = /(?:^|\.)(?:amap|gaode)\.com$/.test(hostname)
  const amap = isAmap ? PAIR.exec(searchParams.get('position') ?? searchParams.get('to') ?? '') : null
  if (amap) return read(amap[2], amap[1], searchParams.get('coordinate') === 'wgs84' ? 'wgs84' : 'gcj02')
  const [lat, lon] = [searchParams.get('mlat'), searchParams.get('mlon')]
  if (lat !== null && lon !== null) return read(lat, lon)
  const path = IN_PATH.map((pattern) => pattern.exec(decodeURI(url.href))).find((match) => match !== null)
  if (path) return read(path[1], path[2])
  const pair = PARAMETERS.map((name) => PAIR.exec(searchParams.get(name) ?? '')).find((match) => match !== null)
  return pair && read(pair[1], pair[2], findBaiduDatum(searchParams.get('coord_type')))
}

const findBaiduDatum = (name: string | null): Datum | undefined =>
  name === 'bd09ll' || name === 'bd09' ? 'bd09' : name === 'gcj02' ? 'gcj02' : name === 'wgs84' ? 'wgs84' : undefined

/** A point of GeoJSON (RFC 7946) or WKT, which write the longitude first, or an object with both by name. */
function findInData(text: string): ReadPlace | undefined {
  const wkt = new RegExp(String.raw`^(?:SRID=4326;)?\s*POINT\s*Z?\s*\(\s*${NUMBER}\s+${NUMBER}`, 'i').exec(text)
  if (wkt) return read(wkt[2], wkt[1])
  return /^[{[]/.test(text) ? findInValue(parseJson(text)) : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

function findInValue(value: unknown): ReadPlace | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const [lon, lat] = value as unknown[]
    return typeof lon === 'number' && typeof lat === 'number' ? read(lat, lon) : undefined
  }
  const {
    coordinates,
    geometry,
    lat,
    latitude = lat,
    lon,
    lng = lon,
    longitude = lng,
  } = value as Readonly<Record<string, unknown>>
  if (isNumeric(latitude) && isNumeric(longitude)) return read(latitude, longitude)
  return findInValue(coordinates ?? geometry)
}

const isNumeric = (value: unknown): value is number | string =>
  typeof value === 'number' || (typeof value === 'string' && /^[-+]?\d+(?:\.\d+)?$/.test(value))

/** A locator before a geohash: what has the form of one is hardly ever meant as the other. */
function findByCode(text: string): ReadPlace | undefined {
  const place = findByPlusCode(text) ?? findByMgrs(text) ?? findByMaidenhead(text) ?? findByGeohash(text)
  return place && { place }
}

const UTM = /^(\d{1,2})\s*([C-HJ-NP-X])\s*,?\s*(\d{6}(?:\.\d+)?)\s*m?\s*E?[\s,]+(\d{1,8}(?:\.\d+)?)\s*m?\s*N?$/i

/** Numbers of a zone. N and S are halves of the globe; other letters are bands, the lower ones of the south. */
function findByUtm(text: string): ReadPlace | undefined {
  const [, zone, letter = '', easting, northing] = UTM.exec(text) ?? []
  if (zone === undefined || Number(zone) < 1 || Number(zone) > 60) return undefined
  const isNorth = letter.toUpperCase() !== 'S' && letter.toUpperCase() >= 'N'
  const place = fromUtm({ zone: Number(zone), isNorth, easting: Number(easting), northing: Number(northing) })
  return Number.isFinite(place.lat) ? { place } : undefined
}

/** Words and signs as letters of the compass and blanks. */
const WORDS: [RegExp, string][] = [
  [/北纬|北緯/g, ' N '],
  [/南纬|南緯/g, ' S '],
  [/东经|東經|東経/g, ' E '],
  [/西经|西經|西経/g, ' W '],
  [/纬度|緯度|latitude|\blat\b/gi, ' Y '],
  [/经度|經度|経度|longitude|\b(?:lon|lng|long)\b/gi, ' X '],
  [/[−–]/g, '-'],
  [/度|deg(?:rees)?/gi, '°'],
  [/[分’′‘´]|min(?:utes)?/gi, "'"],
  [/[秒”″“]|''|sec(?:onds)?/gi, '"'],
]
const ANGLE_SIGNS = /^[\s\d.+\-°º˚'":;,/|=()[\]NSEWXY]*$/i
const LETTER = /[NSEWXY]/gi

/** Two angles in degrees, minutes and seconds, as many of them as are there. */
function findByAngles(written: string, order: Order): ReadPlace | undefined {
  // A comma within numbers is one of decimals where another sign stands between the two.
  const text = WORDS.reduce((all, [pattern, sign]) => all.replaceAll(pattern, sign), toPoints(written)).toUpperCase()
  if (!ANGLE_SIGNS.test(text)) return undefined
  const numbers = [...text.matchAll(/[-+]?\d+(?:\.\d+)?/g)]
  const half = numbers.length / 2
  if (half !== 1 && half !== 2 && half !== 3) return undefined
  const angles = [numbers.slice(0, half), numbers.slice(half)].map((parts) => toAngle(parts.map(([number]) => number)))
  const letters = [...text.matchAll(LETTER)].map(([letter]) => letter)
  const [one, two] = angles
  if (one === undefined || two === undefined) return undefined
  return assign([one, two], letters, order)
}

function toPoints(text: string): string {
  return /^\s*[-+]?\d+,\d+\s*[;\s/]\s*[-+]?\d+,\d+\s*$/.test(text) ? text.replaceAll(',', '.') : text
}

/** Degrees of up to three parts; nothing where minutes or seconds are 60 or more, signed, or follow a fraction. */
function toAngle(parts: readonly string[]): number | undefined {
  const [degrees = '', ...rest] = parts
  const isOdd =
    rest.some((part) => !/^\d/.test(part) || Number(part) >= 60) || parts.slice(0, -1).some((part) => part.includes('.'))
  if (isOdd) return undefined
  const size = Math.abs(Number(degrees)) + Number(rest[0] ?? 0) / 60 + Number(rest[1] ?? 0) / 3600
  return degrees.startsWith('-') ? -size : size
}

/** Letters say which is which; without any the larger one can only be a longitude, and else the order does. */
function assign([one, two]: [number, number], letters: readonly string[], order: Order): ReadPlace | undefined {
  if (letters.length === 0) {
    const isLongitudeFirst = Math.abs(one) > 90 || (order === 'longitude' && Math.abs(two) <= 90)
    return isLongitudeFirst ? read(two, one) : read(one, two)
  }
  const [a, b] = letters
  if (letters.length !== 2 || a === undefined || b === undefined) return undefined
  const signed = [sign(one, a), sign(two, b)] as const
  if (/[NSY]/.test(a) && /[EWX]/.test(b)) return read(...signed)
  return /[EWX]/.test(a) && /[NSY]/.test(b) ? read(signed[1], signed[0]) : undefined
}

const sign = (angle: number, letter: string): number => (letter === 'S' || letter === 'W' ? -angle : angle)
