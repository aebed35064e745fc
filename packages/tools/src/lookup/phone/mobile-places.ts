import type { Text } from '@octet/core/text.ts'
import { AREAS, type Area } from './area-codes.ts'
import { FIRST_LENGTH, FIRST_NAME, SEGMENT_SIZE, type PackedPlaces } from './pack-places.ts'

/** Where a Chinese mobile number was issued. The post code is the one of the first city of an area, and of no other. */
export type MobilePlace = {
  readonly province: Text
  readonly city: Text
  readonly areaCode: string
  readonly postCode: string | null
}

/** Finds the place of a mobile number. */
export type FindMobilePlace = (nationalNumber: string) => MobilePlace | undefined

let find: FindMobilePlace | undefined

/** The places, loaded when the first Chinese mobile number is asked about. */
export async function loadMobilePlaces(): Promise<FindMobilePlace> {
  return (find ??= toFinder((await import('./packed-places.ts')).default))
}

/** Unpacks places. */
export function toFinder({ segments, names, runs }: PackedPlaces): FindMobilePlace {
  const numbers = new Uint16Array(segments.length * SEGMENT_SIZE)
  for (let at = 0, index = 0; at < runs.length; at += 2) {
    const length = runs.charCodeAt(at + 1) - FIRST_LENGTH
    numbers.fill(runs.charCodeAt(at) - FIRST_NAME, index, (index += length))
  }
  const places = names.map(toMobilePlace)
  return (nationalNumber) => {
    const segment = segments.indexOf(nationalNumber.slice(0, 3))
    const number = segment < 0 ? 0 : numbers[segment * SEGMENT_SIZE + Number(nationalNumber.slice(3, 7))]
    return number ? places[number - 1] : undefined
  }
}

/** Cities that have been renamed, or are part of another since: the numbers stayed. */
const NOW: Readonly<Record<string, string>> = { 襄樊市: '襄阳市', 巢湖市: '合肥市', 莱芜市: '济南市' }
/** Cities whose name in the table of area codes is not how their full name begins. */
const FULL_NAMES: Readonly<Record<string, string>> = { 海南州: '海南藏族自治州', 海口等全省: '海口市' }

/** A place of the area codes by its full name, such as 江苏省常州市; undefined where it is none of them. */
export function toMobilePlace(name: string): MobilePlace | undefined {
  for (const area of AREAS.filter(({ province }) => name.startsWith(province.zh))) {
    const inside = name.slice(area.province.zh.length).replace(/^省/, '')
    const full = NOW[inside] ?? inside
    const isWhole = /^市?$/.test(full) && area.cities.zh === area.province.zh // 北京市
    const cities = area.cities.zh.split('、')
    const index = isWhole ? 0 : cities.findIndex((city) => full.startsWith(FULL_NAMES[city] ?? city))
    if (index >= 0) return toPlace(area, index)
  }
  return undefined
}

function toPlace({ province, cities, code, postCode }: Area, index: number): MobilePlace {
  const city = { zh: cities.zh.split('、')[index]!, en: cities.en.split(', ')[index]! }
  return { province, city, areaCode: code, postCode: index === 0 ? postCode : null }
}
