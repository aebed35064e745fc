/** Continents by the two letters that GeoNames and its users write, with the area code of UN M49 that CLDR names. */
export const CONTINENTS = {
  AF: {
    m49: '002',
    countries:
      'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW',
  },
  AN: { m49: 'AQ', countries: 'AQ BV GS HM TF' },
  AS: {
    m49: '142',
    countries:
      'AE AF AM AZ BD BH BN BT CC CN CX GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TM TR TW UZ VN YE',
  },
  EU: {
    m49: '150',
    countries:
      'AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK',
  },
  NA: {
    m49: '003',
    countries:
      'AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI',
  },
  OC: { m49: '009', countries: 'AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TL TO TV UM VU WF WS' },
  SA: { m49: '005', countries: 'AR BO BR CL CO EC FK GF GY PE PY SR UY VE' },
} as const

export type ContinentCode = keyof typeof CONTINENTS

const BY_COUNTRY: ReadonlyMap<string, ContinentCode> = new Map(
  Object.entries(CONTINENTS).flatMap(([code, { countries }]) =>
    countries.split(' ').map((country) => [country, code as ContinentCode] as const),
  ),
)

/**
 * The continent of a country (ISO 3166-1 alpha-2); undefined for a code that is none. Russia is counted to Europe, as
 * its capital lies there.
 *
 * @example
 * findContinent('SG') // 'AS'
 */
export function findContinent(country: string): ContinentCode | undefined {
  return BY_COUNTRY.get(country)
}

/** Name of a continent in a language (BCP 47), from CLDR. */
export function toContinentName(code: ContinentCode, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(CONTINENTS[code].m49) ?? code
}
