import { REGIONS } from './regions.ts'

/** A place of GB/T 2260 below a province, from the large to the small: 福州市鼓楼区. */
export type Place = {
  readonly name: string
  /** Whether the list of today has its number no more. */
  readonly isFormer: boolean
}

type Names = Readonly<Record<string, string>>

/** What stands where nothing has a name: districts of a city together, counties straight below a province. */
const NO_NAME = /^(?:市辖区|县|(?:省|自治区)直辖.*)$/
/** Cities without districts, to whose towns only some lists give numbers. */
const WITHOUT_DISTRICTS = new Set(['4419', '4420', '4604', '6202'])

let now: Names | undefined

/** Names from the list of today, which are put together once. */
async function loadNow(): Promise<Names> {
  const { areaList } = await import('@vant/area-data')
  return (now ??= { ...areaList.city_list, ...areaList.county_list })
}

/** The lists in which a number is looked for, each only where the ones before it do not have it. Some 100 kB each. */
const LISTS: readonly (() => Promise<Names>)[] = [
  loadNow,
  async () => (await import('gb2260/lib/201607.json', { with: { type: 'json' } })).default,
  async () => (await import('gb2260/lib/200812.json', { with: { type: 'json' } })).default,
  async () => (await import('gb2260/lib/200212.json', { with: { type: 'json' } })).default,
]

/**
 * The county, or the city where the number names no county, of six digits of GB/T 2260. A number that is in none of the
 * lists, which begin with 2002, has what a list calls its first four digits. Undefined for a whole province, for Hong Kong,
 * Macao and Taiwan, and for what no list has.
 */
export async function findPlace(code: string): Promise<Place | undefined> {
  if (/^[789]|^..00/.test(code)) return undefined
  const city = `${code.slice(0, 4)}00`
  return (await findIn(toListed(code), city)) ?? findIn(city, city)
}

const toListed = (code: string): string => (WITHOUT_DISTRICTS.has(code.slice(0, 4)) ? `${code.slice(0, 4)}00` : code)

async function findIn(code: string, city: string): Promise<Place | undefined> {
  for (const [at, load] of LISTS.entries()) {
    const names = await load()
    if (!Object.hasOwn(names, code)) continue
    const province = REGIONS.get(code.slice(0, 2))?.zh // four cities are provinces, too
    const parts = [...new Set([names[city], names[code]])].filter((name) => name && name !== province && !NO_NAME.test(name))
    return parts.length === 0 ? undefined : { name: parts.join(''), isFormer: at > 0 }
  }
  return undefined
}
