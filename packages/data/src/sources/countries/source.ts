import { readFile } from 'node:fs/promises'
import { defineSource } from '@octet/core/source.ts'
import type { CountryFacts } from '@octet/ipdb/meta.ts'
import { readPackageDate } from '../../readers/package-date.ts'
import { CAPITALS_ZH } from './capitals-zh.ts'

type Row = { name: string; phone: readonly number[]; capital: string; currency: readonly string[] }

/** Member states of the European Union (Treaty on European Union, article 52). */
export const EU = new Set('AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '))

/** Capital, calling code and currency of each country; its names and those of currencies come from CLDR. */
export default defineSource<'facts', CountryFacts>({
  id: 'countries',
  title: { en: 'Countries list and Unicode CLDR', zh: 'Countries 列表与 Unicode CLDR' },
  homepage: 'https://github.com/annexare/Countries',
  licence: {
    name: 'MIT',
    url: 'https://github.com/annexare/Countries/blob/main/LICENSE',
    attribution: { en: 'Country facts by Annexare Countries', zh: '国家资料由 Annexare Countries 提供' },
    mayRedistribute: true,
  },
  origin: { kind: 'npm', package: 'countries-list', files: ['countries.min.json'] },
  kind: 'facts',
  precedence: 0,
  bounds: { minRows: 240, maxRows: 400 },
  golden: [],
  readDate: readPackageDate,
  async *parse(files) {
    const rows = JSON.parse(await readFile(files[0]!, 'utf8')) as Record<string, Row>
    for (const [code, row] of Object.entries(rows)) yield toFacts(code, row)
  },
})

const namesOf = (type: 'region' | 'currency') => ({
  en: new Intl.DisplayNames('en', { type }),
  zh: new Intl.DisplayNames('zh-Hans', { type }),
})
const REGIONS = namesOf('region')
const CURRENCIES = namesOf('currency')

function toFacts(code: string, { name, phone, capital, currency }: Row): CountryFacts {
  return {
    code,
    name: { en: REGIONS.en.of(code) ?? name, zh: REGIONS.zh.of(code) ?? name },
    capital: capital === '' ? null : { en: capital, zh: CAPITALS_ZH[code] ?? capital },
    isEu: EU.has(code),
    callingCode: phone[0] ? `+${phone[0]}` : null,
    currency: currency[0] ? toCurrency(currency[0]) : null,
  }
}

function toCurrency(code: string): CountryFacts['currency'] {
  const symbol = (lang: string) =>
    new Intl.NumberFormat(lang, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
      .formatToParts(0)
      .find(({ type }) => type === 'currency')?.value ?? code
  return {
    code,
    name: { en: CURRENCIES.en.of(code) ?? code, zh: CURRENCIES.zh.of(code) ?? code },
    symbol: { en: symbol('en'), zh: symbol('zh-Hans') },
  }
}
