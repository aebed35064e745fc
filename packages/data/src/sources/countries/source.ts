import { readFile } from 'node:fs/promises'
import { findCountry } from '@octet/core/geo/countries.ts'
import { defineSource } from '@octet/core/source.ts'
import type { CountryFacts } from '@octet/ipdb/meta.ts'
import { readPackageDate } from '../../readers/package-date.ts'
import { CAPITALS_ZH } from './capitals-zh.ts'

type Row = { name: string; phone: readonly number[]; capital: string; currency: readonly string[] }

/**
 * Member states of the European Union (Treaty on European Union, article 52), and the territories with a code of their own
 * in which its law applies as in the member state (Treaty on the Functioning of the European Union, article 355 (1) and (4)).
 */
export const EU = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT'.split(' '),
)

/**
 * What the list has otherwise. Calling codes by the ITU (E.164): Kosovo has its own since 2017, the Vatican's +379 is not in
 * use, and the digit behind +599 belongs to the number. Capitals: the seat of the government, named as in Chinese.
 */
export const CORRECTIONS: Readonly<Record<string, { readonly callingCode?: string; readonly capital?: string }>> = {
  BQ: { callingCode: '+599' },
  CW: { callingCode: '+599' },
  HK: { capital: 'Hong Kong' },
  MN: { capital: 'Ulaanbaatar' },
  MO: { capital: 'Macao' },
  SJ: { callingCode: '+47' },
  SZ: { capital: 'Mbabane' },
  VA: { callingCode: '+39' },
  XK: { callingCode: '+383' },
}

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
    // Two codes of the list are islands of Saint Helena, and none of ISO 3166-1.
    for (const [code, row] of Object.entries(rows)) if (findCountry(code)) yield toFacts(code, row)
  },
})

const namesOf = (type: 'region' | 'currency') => ({
  en: new Intl.DisplayNames('en', { type }),
  zh: new Intl.DisplayNames('zh-Hans', { type }),
})
const REGIONS = namesOf('region')
const CURRENCIES = namesOf('currency')

function toFacts(code: string, { name, phone, currency, ...row }: Row): CountryFacts {
  const { callingCode = phone[0] ? `+${phone[0]}` : null, capital = row.capital } = CORRECTIONS[code] ?? {}
  return {
    code,
    name: { en: REGIONS.en.of(code) ?? name, zh: REGIONS.zh.of(code) ?? name },
    capital: capital === '' ? null : { en: capital, zh: CAPITALS_ZH[code] ?? capital },
    isEu: EU.has(code),
    callingCode,
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
