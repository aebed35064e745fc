import { findContinent, toContinentName, type ContinentCode } from '@octet/core/continent.ts'
import type { CountryFacts } from '../../meta.ts'
import type { MmdbMap } from '../mmdb/value.ts'
import { cached } from '../value-table.ts'

/** Languages of country and continent names in the nested layouts. */
export const LOCALES = ['de', 'en', 'es', 'fr', 'ja', 'pt-BR', 'ru', 'zh-CN'] as const

const regionNames = cached((locale: string) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }))

/** A country as the nested layouts have it; `en` and `zh-CN` are the names that the whole product uses. */
export function toCountryMap({ code, name, isEu }: Pick<CountryFacts, 'code' | 'name' | 'isEu'>): MmdbMap {
  const names: Record<string, string> = {}
  for (const locale of LOCALES) {
    const text = locale === 'en' ? name.en : locale === 'zh-CN' ? name.zh : findName(locale, code)
    if (text) names[locale] = text
  }
  return { ...(isEu && { is_in_european_union: true }), iso_code: code, names }
}

/** Codes that are not ISO's, such as those of tests, have no name. */
function findName(locale: string, code: string): string | undefined {
  return regionNames(locale).of(code)
}

export const toContinentMap = cached((code: ContinentCode): MmdbMap => ({
  code,
  names: Object.fromEntries(LOCALES.map((locale) => [locale, toContinentName(code, locale)])),
}))

const toName = cached((code: ContinentCode) => toContinentName(code, 'en'))

/** Code and English name of a country's continent; nulls where it has none. */
export function toContinentCells(country: CountryFacts | null): readonly [string | null, string | null] {
  const code = country && findContinent(country.code)
  return code ? [code, toName(code)] : [null, null]
}
