/** Charsets that are usual in a country beside UTF-8, the likeliest first, and the letters that tell them apart. */
export type Usual = { readonly charsets: readonly string[]; readonly letters?: RegExp }

/** KOI8-U has the letters of KOI8-R (RFC 2319). */
export const CYRILLIC: Usual = { charsets: ['koi8-u', 'windows-1251'] }
const WESTERN: Usual = { charsets: ['windows-1252'] }
export const TURKISH: Usual = { charsets: ['windows-1254'], letters: /[çğıöşüÇĞİÖŞÜâîûÂÎÛ]/g }
/** Accents stand at other bytes in either (`Ά`), and so do quotation marks. */
export const GREEK: Usual = { charsets: ['iso-8859-7', 'windows-1253'], letters: /\p{Script=Greek}/gu }
export const HEBREW: Usual = { charsets: ['windows-1255'], letters: /\p{Script=Hebrew}/gu }
const ARABIC: Usual = { charsets: ['windows-1256', 'iso-8859-6'], letters: /\p{Script=Arabic}/gu }
const BALTIC: Usual = { charsets: ['windows-1257'] }

/** ISO 8859-2 and Windows-1250 differ in some letters alone, which the language tells: Czech has no `ą`, Polish no `š`. */
const toCentral = (letters: RegExp): Usual => ({ charsets: ['iso-8859-2', 'windows-1250'], letters })
const POLISH = toCentral(/[ąćęłńóśźż]/gi)
const CZECH = toCentral(/[áäčďéěíĺľňóôŕřšťúůýž]/gi)
const HUNGARIAN = toCentral(/[áéíóöőúüű]/gi)
const ROMANIAN = toCentral(/[ăâîşţ]/gi)
const SOUTH_SLAVIC = toCentral(/[čćđšž]/gi)
export const CENTRAL: readonly Usual[] = [POLISH, CZECH, HUNGARIAN, ROMANIAN, SOUTH_SLAVIC]

/** By country, as top-level domains and `country:` lines write it. */
const COUNTRIES: readonly (readonly [string, Usual])[] = [
  ['cn', { charsets: ['gb18030'] }],
  ['kr', { charsets: ['euc-kr'] }],
  ['jp', { charsets: ['shift_jis', 'euc-jp'] }],
  ['tw hk mo', { charsets: ['big5'] }],
  ['ru su by ua kz kg uz tj bg mk mn', CYRILLIC],
  ['gr cy', GREEK],
  ['tr az', TURKISH],
  ['il', HEBREW],
  ['sa ae eg iq jo kw lb ly om qa sy ye bh ps sd', ARABIC],
  ['pl', POLISH],
  ['cz sk', CZECH],
  ['hu', HUNGARIAN],
  ['ro md', ROMANIAN],
  ['si hr ba rs me', SOUTH_SLAVIC],
  ['lt lv ee', BALTIC],
  ['th', { charsets: ['windows-874'] }],
  ['vn', { charsets: ['windows-1258'] }],
  ['br pt es it fr de at ch li be nl lu dk se no fi is fo gl ie al mx ar cl co pe ve ec uy py bo cr', WESTERN],
]
const BY_COUNTRY: ReadonlyMap<string, Usual> = new Map(
  COUNTRIES.flatMap(([countries, usual]) => countries.split(' ').map((country) => [country, usual] as const)),
)

/** Registries of addresses that write Latin-1 wherever the holder is. */
const LATIN = /(?:^|\.)(?:ripe|lacnic)\.net$/

/** A line in which a registry names the country of a holder. */
const COUNTRY = /^[ \t]*(?:[a-z \t-]{0,30}country(?:[ -]?code)?|c)[ \t]*[.:]+[ \t]*([a-z]{2})[ \t]*$/im

/** What is usual where bytes come from: by the server, else by the name that was asked for, else by the country that they name. */
export function findUsual(server: string, query: string, latin: string): Usual | undefined {
  const host = toBare(server)
  if (LATIN.test(host)) return WESTERN
  const name = toBare(query.trim().split(/\s+/).at(-1) ?? '')
  const country = COUNTRY.exec(latin)?.[1]?.toLowerCase() ?? ''
  return BY_COUNTRY.get(toTopLevel(host)) ?? BY_COUNTRY.get(toTopLevel(name)) ?? BY_COUNTRY.get(country)
}

const toBare = (name: string): string => name.toLowerCase().replace(/\.$/, '')
const toTopLevel = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '')
