import { AppError, isAppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { toGeohash, toMaidenhead, toPlusCode } from './codes.ts'
import { isMoved, toDatum } from './datum.ts'
import { measureWay } from './measure-way.ts'
import { findMgrs } from './mgrs.ts'
import type { Datum, Place } from './place.ts'
import { readPlace, type Order } from './read-place.ts'
import { findUtm, toUtmText } from './utm.ts'
import { findWritten, isCode, type Notation } from './write-place.ts'

/** Places that one call takes. */
const MAX_PLACES = 1000
/** Rows that a page lists. */
const MAX_ROWS = 200

export type CoordinatesInput = { text: string; from: Datum; to: Datum; notation: Notation; order: Order }
type Row = { input: string; wgs84?: string; gcj02?: string; bd09?: string; fault?: string }
export type CoordinatesOutput = {
  text: string
  wgs84?: string
  gcj02?: string
  bd09?: string
  dms?: string
  utm?: string
  mgrs?: string
  geohash?: string
  plusCode?: string
  maidenhead?: string
  mercator?: string
  distanceM?: number
  azimuth?: number
  places?: Row[]
  more?: number
  notes: string[]
}

type Found = { readonly input: string; readonly place: Place } | { readonly input: string; readonly fault: string }

/** Reads places, a line each, and writes them in another system and notation. Throws `bad_input`, `too_large`. */
export function convertCoordinates(input: CoordinatesInput, lang: Lang): CoordinatesOutput {
  const lines = listLines(input.text)
  if (lines.length > MAX_PLACES) throw new AppError('too_large', { field: 'text', limit: MAX_PLACES, got: lines.length })
  const found = lines.map((line): Found => readLine(line, input, lines.length, lang))
  const places = found.flatMap((one) => ('place' in one ? [one.place] : []))
  const text = found.map((one) => ('place' in one ? write(one.place, input) : '')).join('\n')
  const notes = listNotes(input, places, found.length - places.length).map((note) => note[lang])
  const [first] = places
  if (found.length === 1 && first) return { text, ...describe(first, input.order), notes }
  return {
    text,
    ...measureWay(places),
    places: found.slice(0, MAX_ROWS).map((one) => toRow(one, input.order)),
    ...(found.length > MAX_ROWS && { more: found.length - MAX_ROWS }),
    notes,
  }
}

/** GeoJSON may go over several lines. */
function listLines(text: string): string[] {
  const isOne = /^\s*\{/.test(text) && /\}\s*$/.test(text) && !/\}\s*\n\s*\{/.test(text)
  const lines = (isOne ? [text] : splitLines(text))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (lines.length > 0) return lines
  throw new AppError('bad_input', { field: 'text', expected: { en: 'a place', zh: '坐标' }, got: { en: 'nothing', zh: '空值' } })
}

/** One wrong line of several is told beside it, and the others are answered. */
function readLine(line: string, { from, order }: CoordinatesInput, count: number, lang: Lang): Found {
  try {
    const { place, datum = from } = readPlace(line, order)
    return { input: line, place: toDatum(place, datum, 'wgs84') }
  } catch (error) {
    if (count === 1 || !isAppError(error)) throw error
    return { input: line, fault: NOT_READ[lang] }
  }
}

const NOT_READ: Text = { en: 'No place was found in it', zh: '未识别出坐标' }

function write(place: Place, { to, notation, order }: CoordinatesInput): string {
  const moved = isCode(notation) ? place : toDatum(place, 'wgs84', to)
  return findWritten(moved, notation, order) ?? ''
}

const toText = (place: Place, order: Order): string => findWritten(place, 'decimal', order)!

function toSystems(place: Place, order: Order): Required<Pick<Row, Datum>> {
  const inSystem = (to: Datum) => toText(toDatum(place, 'wgs84', to), order)
  return { wgs84: inSystem('wgs84'), gcj02: inSystem('gcj02'), bd09: inSystem('bd09') }
}

const toRow = (found: Found, order: Order): Row =>
  'fault' in found ? found : { input: found.input, ...toSystems(found.place, order) }

function describe(place: Place, order: Order): Partial<CoordinatesOutput> {
  const [utm, mgrs] = [findUtm(place), findMgrs(place)]
  return {
    ...toSystems(place, order),
    dms: findWritten(place, 'dms', order)!,
    ...(utm && { utm: toUtmText(utm) }),
    ...(mgrs !== undefined && { mgrs }),
    geohash: toGeohash(place),
    plusCode: toPlusCode(place),
    maidenhead: toMaidenhead(place),
    ...toMercator(place),
  }
}

/** Half the axis of WGS-84, in metres, and where the square of Web Mercator ends. */
const [AXIS, MERCATOR_END] = [6_378_137, 85.051_128_78]

/** Metres of Web Mercator (EPSG:3857), which tiles are cut from; nothing beyond its square. */
function toMercator({ lat, lon }: Place): { mercator?: string } {
  if (Math.abs(lat) > MERCATOR_END) return {}
  const [x, y] = [(AXIS * lon * Math.PI) / 180, AXIS * Math.asinh(Math.tan((lat * Math.PI) / 180))]
  return { mercator: `${x.toFixed(2)}, ${y.toFixed(2)}` }
}

function listNotes({ from, to, notation }: CoordinatesInput, places: readonly Place[], faults: number): Text[] {
  const notes: (Text | false)[] = [
    faults > 0 && { en: `${faults} ${faults === 1 ? 'line was' : 'lines were'} not read`, zh: `${faults} 行未能识别` },
    (from !== 'wgs84' || to !== 'wgs84') && !isCode(notation) && places.some((place) => !isMoved(place)) && ABROAD,
    isCode(notation) && to !== 'wgs84' && CODES,
    notation !== 'decimal' && places.some((place) => Math.abs(place.lat) > 80) && ['utm', 'mgrs'].includes(notation) && POLES,
  ]
  return notes.filter((note) => note !== false)
}

const ABROAD: Text = {
  en: 'Outside China GCJ-02 is the same as WGS-84',
  zh: '中国境外的 GCJ-02 与 WGS-84 相同',
}
const CODES: Text = {
  en: 'Grids and codes are those of WGS-84',
  zh: '网格与编码均按 WGS-84 计算',
}
const POLES: Text = {
  en: 'UTM and MGRS are given from 80° south to 84° north; the poles have a grid of their own',
  zh: 'UTM 与 MGRS 仅覆盖南纬 80° 至北纬 84°，两极另有网格',
}
