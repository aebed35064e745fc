import type { Lang } from '../text.ts'
import type { IpRecord } from './record.ts'

/** Where a record says an address is. */
export type PlaceNames = Pick<IpRecord, 'city_name' | 'region_name' | 'country_name'>

/**
 * The place in one line, written as the language does: from small to large with commas, or from large to small without.
 * A place named like the region it lies in is not said twice; empty when nothing is known.
 */
export function toPlaceLine({ city_name, region_name, country_name }: PlaceNames, lang: Lang): string {
  const parts = [...new Set([city_name, region_name, country_name].filter((part) => Boolean(part)))]
  return lang === 'zh' ? parts.toReversed().join(' ') : parts.join(', ')
}
