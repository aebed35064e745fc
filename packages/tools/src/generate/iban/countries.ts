/**
 * Structure of the account part by country, as ISO 13616 registers it: `8n10n` is eight digits, then ten;
 * n digits, a capital letters, c either. The first part is the bank, where the registry says so.
 */
export const IBAN_STRUCTURES: Readonly<Record<string, string>> = {
  AD: '4n4n12c',
  AE: '3n16n',
  AL: '8n16c',
  AT: '5n11n',
  AZ: '4a20c',
  BA: '3n3n8n2n',
  BE: '3n7n2n',
  BG: '4a4n2n8c',
  BH: '4a14c',
  BI: '5n5n11n2n',
  BR: '8n5n10n1a1c',
  BY: '4c4n16c',
  CH: '5n12c',
  CR: '4n14n',
  CY: '3n5n16c',
  CZ: '4n6n10n',
  DE: '8n10n',
  DJ: '5n5n11n2n',
  DK: '4n9n1n',
  DO: '4c20n',
  EE: '2n2n11n1n',
  EG: '4n4n17n',
  ES: '4n4n2n10n',
  FI: '6n7n1n',
  FK: '2a12n',
  FO: '4n9n1n',
  FR: '5n5n11c2n',
  GB: '4a6n8n',
  GE: '2a16n',
  GI: '4a15c',
  GL: '4n9n1n',
  GR: '3n4n16c',
  GT: '4c20c',
  HN: '4a20n',
  HR: '7n10n',
  HU: '3n4n1n15n1n',
  IE: '4a6n8n',
  IL: '3n3n13n',
  IQ: '4a3n12n',
  IS: '4n2n6n10n',
  IT: '1a5n5n12c',
  JO: '4a4n18c',
  KW: '4a22c',
  KZ: '3n13c',
  LB: '4n20c',
  LC: '4a24c',
  LI: '5n12c',
  LT: '5n11n',
  LU: '3n13c',
  LV: '4a13c',
  LY: '3n3n15n',
  MC: '5n5n11c2n',
  MD: '2c18c',
  ME: '3n13n2n',
  MK: '3n10c2n',
  MN: '4n12n',
  MR: '5n5n11n2n',
  MT: '4a5n18c',
  MU: '4a2n2n12n3n3a',
  NI: '4a20n',
  NL: '4a10n',
  NO: '4n6n1n',
  OM: '3n16c',
  PK: '4a16c',
  PL: '8n16n',
  PS: '4a21c',
  PT: '4n4n11n2n',
  QA: '4a21c',
  RO: '4a16c',
  RS: '3n13n2n',
  RU: '9n5n15c',
  SA: '2n18c',
  SC: '4a2n2n16n3a',
  SD: '2n12n',
  SE: '3n16n1n',
  SI: '5n8n2n',
  SK: '4n6n10n',
  SM: '1a5n5n12c',
  SO: '4n3n12n',
  ST: '4n4n11n2n',
  SV: '4a20n',
  TL: '3n14n2n',
  TN: '2n3n13n2n',
  TR: '5n1n16c',
  UA: '6n19c',
  VA: '3n15n',
  VG: '4a16n',
  XK: '4n10n2n',
  YE: '4a4n18c',
}

/** The account part cut into its pieces; undefined where it breaks the structure. */
export function splitBban(country: string, bban: string): string[] | undefined {
  const structure = IBAN_STRUCTURES[country]
  if (!structure) return undefined
  const classes: Readonly<Record<string, string>> = { n: '\\d', a: '[A-Z]', c: '[A-Z\\d]' }
  const pattern = structure.replaceAll(/(\d+)([nac])/g, (_, length: string, kind: string) => `(${classes[kind]}{${length}})`)
  return new RegExp(`^${pattern}$`).exec(bban)?.slice(1)
}

/** How many characters an IBAN of a country has. */
export function toIbanLength(country: string): number | undefined {
  const structure = IBAN_STRUCTURES[country]
  return structure === undefined
    ? undefined
    : [...structure.matchAll(/(\d+)[nac]/g)].reduce((sum, [, length]) => sum + Number(length), 4)
}
