import { countryCodes } from '@octet/core/geo/countries.ts'
import type { Lang } from '@octet/core/text.ts'

let codes: ReadonlyMap<string | undefined, string> | undefined

/** A country of the list, which names it in English, in the words of the language; what is no country's name stays as it is. */
export function toCountryWords(name: string, lang: Lang): string {
  if (lang === 'en') return name
  codes ??= toCodes()
  const code = codes.get(name)
  return (code && new Intl.DisplayNames(['zh-CN'], { type: 'region' }).of(code)) ?? name
}

function toCodes() {
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  return new Map(countryCodes.map((code) => [english.of(code), code]))
}
