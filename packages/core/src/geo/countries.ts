/**
 * Countries by region of UN M49, as `alpha-2 alpha-3` of ISO 3166-1. Taiwan, Kosovo and Antarctica stand where their
 * neighbours are, so that every code has a region.
 */
const REGIONS = [
  [
    'EU',
    'Northern Europe',
    '北欧',
    'AX ALA DK DNK EE EST FO FRO FI FIN GB GBR GG GGY IE IRL IM IMN IS ISL JE JEY LT LTU LV LVA NO NOR SE SWE SJ SJM',
  ],
  ['EU', 'Western Europe', '西欧', 'AT AUT BE BEL CH CHE DE DEU FR FRA LI LIE LU LUX MC MCO NL NLD'],
  [
    'EU',
    'Southern Europe',
    '南欧',
    'AD AND AL ALB BA BIH ES ESP GI GIB GR GRC HR HRV IT ITA ME MNE MK MKD MT MLT PT PRT RS SRB SI SVN SM SMR VA VAT XK XKX',
  ],
  ['EU', 'Eastern Europe', '东欧', 'BG BGR BY BLR CZ CZE HU HUN MD MDA PL POL RO ROU RU RUS SK SVK UA UKR'],
  ['AS', 'Eastern Asia', '东亚', 'CN CHN HK HKG JP JPN KP PRK KR KOR MN MNG MO MAC TW TWN'],
  ['AS', 'South-eastern Asia', '东南亚', 'BN BRN ID IDN KH KHM LA LAO MM MMR MY MYS PH PHL SG SGP TH THA TL TLS VN VNM'],
  ['AS', 'Southern Asia', '南亚', 'AF AFG BD BGD BT BTN IN IND IR IRN LK LKA MV MDV NP NPL PK PAK'],
  ['AS', 'Central Asia', '中亚', 'KG KGZ KZ KAZ TJ TJK TM TKM UZ UZB'],
  [
    'AS',
    'Western Asia',
    '西亚',
    'AE ARE AM ARM AZ AZE BH BHR CY CYP GE GEO IL ISR IQ IRQ JO JOR KW KWT LB LBN OM OMN PS PSE QA QAT SA SAU SY SYR TR TUR YE YEM',
  ],
  ['AF', 'Northern Africa', '北非', 'DZ DZA EG EGY EH ESH LY LBY MA MAR SD SDN TN TUN'],
  [
    'AF',
    'Western Africa',
    '西非',
    'BF BFA BJ BEN CI CIV CV CPV GH GHA GM GMB GN GIN GW GNB LR LBR ML MLI MR MRT NE NER NG NGA SH SHN SL SLE SN SEN TG TGO',
  ],
  ['AF', 'Middle Africa', '中非', 'AO AGO CD COD CF CAF CG COG CM CMR GA GAB GQ GNQ ST STP TD TCD'],
  [
    'AF',
    'Eastern Africa',
    '东非',
    'BI BDI DJ DJI ER ERI ET ETH IO IOT KE KEN KM COM MG MDG MU MUS MW MWI MZ MOZ RE REU RW RWA SC SYC SO SOM SS SSD TF ATF TZ TZA UG UGA YT MYT ZM ZMB ZW ZWE',
  ],
  ['AF', 'Southern Africa', '南部非洲', 'BW BWA LS LSO NA NAM SZ SWZ ZA ZAF'],
  ['NA', 'Northern America', '北美', 'BM BMU CA CAN GL GRL PM SPM US USA'],
  ['NA', 'Central America', '中美洲', 'BZ BLZ CR CRI GT GTM HN HND MX MEX NI NIC PA PAN SV SLV'],
  [
    'NA',
    'Caribbean',
    '加勒比',
    'AG ATG AI AIA AW ABW BB BRB BL BLM BQ BES BS BHS CU CUB CW CUW DM DMA DO DOM GD GRD GP GLP HT HTI JM JAM KN KNA KY CYM LC LCA MF MAF MQ MTQ MS MSR PR PRI SX SXM TC TCA TT TTO VC VCT VG VGB VI VIR',
  ],
  [
    'SA',
    'South America',
    '南美',
    'AR ARG BO BOL BR BRA BV BVT CL CHL CO COL EC ECU FK FLK GF GUF GS SGS GY GUY PE PER PY PRY SR SUR UY URY VE VEN',
  ],
  ['OC', 'Australia and New Zealand', '澳大利亚和新西兰', 'AU AUS CC CCK CX CXR HM HMD NF NFK NZ NZL'],
  ['OC', 'Melanesia', '美拉尼西亚', 'FJ FJI NC NCL PG PNG SB SLB VU VUT'],
  ['OC', 'Micronesia', '密克罗尼西亚', 'FM FSM GU GUM KI KIR MH MHL MP MNP NR NRU PW PLW UM UMI'],
  ['OC', 'Polynesia', '波利尼西亚', 'AS ASM CK COK NU NIU PF PYF PN PCN TK TKL TO TON TV TUV WF WLF WS WSM'],
  ['AN', 'Antarctica', '南极洲', 'AQ ATA'],
] as const

export type Continent = (typeof REGIONS)[number][0]

/** Names of the continents as people write them. */
export const CONTINENTS: Readonly<Record<Continent, readonly [en: string, zh: string]>> = {
  AF: ['Africa', '非洲'],
  AN: ['Antarctica', '南极洲'],
  AS: ['Asia', '亚洲'],
  EU: ['Europe', '欧洲'],
  NA: ['North America', '北美洲'],
  OC: ['Oceania', '大洋洲'],
  SA: ['South America', '南美洲'],
}

export type Country = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  /** ISO 3166-1 alpha-3. */
  readonly code3: string
  readonly continent: Continent
  /** Sub-region of UN M49. */
  readonly region: { readonly en: string; readonly zh: string }
}

const COUNTRIES = new Map<string, Country>()
for (const [continent, en, zh, codes] of REGIONS) {
  const words = codes.split(' ')
  for (let at = 0; at < words.length; at += 2)
    COUNTRIES.set(words[at]!, { code: words[at]!, code3: words[at + 1]!, continent, region: { en, zh } })
}

/** What is known of a country by its alpha-2 code; undefined for codes nobody has. */
export function findCountry(code: string): Country | undefined {
  return COUNTRIES.get(code.toUpperCase())
}

/** Every alpha-2 code. */
export const countryCodes: readonly string[] = [...COUNTRIES.keys()]
