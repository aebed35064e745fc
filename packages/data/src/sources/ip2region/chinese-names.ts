import { fold } from '../../places/gazetteer.ts'
import { NO_CITIES, PROVINCES } from './prefectures.ts'

type Prefecture = { readonly zh: string; readonly en: string }
type Province = { readonly zh: string; readonly en: string; readonly prefectures: ReadonlyMap<string, Prefecture> }

const parsed = PROVINCES.map(([short, zh, en, list]) => {
  const prefectures = list.split(',').map((pair) => {
    const [name = '', english = ''] = pair.split(/ (.*)/)
    return { short: name, zh: NO_CITIES.has(name) ? name : `${name}市`, en: english }
  })
  return { short, zh, en, list: prefectures }
})

const byShort = new Map<string, Province>(
  parsed.map(({ short, zh, en, list }) => [short, { zh, en, prefectures: new Map(list.map((one) => [one.short, one])) }]),
)
const byEnglish = new Map(
  parsed.map(({ zh, en, list }) => [en, { zh, prefectures: new Map(list.map((one) => [fold(one.en), one.zh])) }]),
)

/** Every prefecture, with its Chinese name and the English one of its province. */
export const PREFECTURES: readonly { province: string; city: string; zh: string }[] = parsed.flatMap(({ en, list }) =>
  list.map((one) => ({ province: en, city: one.en, zh: one.zh })),
)

/** Names of a province in both languages, from its short or full Chinese name; undefined outside the mainland. */
export function findProvince(name: string): Province | undefined {
  return byShort.get(name) ?? byShort.get(name.replace(/(省|市|壮族自治区|回族自治区|维吾尔自治区|自治区)$/, ''))
}

/** Names of a prefecture of a province, by its Chinese one with or without 市. */
export function findPrefecture(province: Province, name: string): Prefecture | undefined {
  return province.prefectures.get(name) ?? province.prefectures.get(name.replace(/市$/, ''))
}

/** Chinese names for a place of a source that has only English ones; without those that are not known. */
export function toChineseNames(region: string, city: string): { regionZh?: string; cityZh?: string } {
  const province = byEnglish.get(region)
  if (!province) return {}
  const { prefectures } = province
  const zh = prefectures.get(fold(city)) ?? prefectures.get(fold(city.replace(/(shi| City)$/, '')))
  return zh === undefined ? { regionZh: province.zh } : { regionZh: province.zh, cityZh: zh }
}
