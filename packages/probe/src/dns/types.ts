/** Resource record types by their mnemonic (IANA “Domain Name System Parameters”). */
export const TYPES = {
  A: 1,
  NS: 2,
  MD: 3,
  MF: 4,
  CNAME: 5,
  SOA: 6,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  PTR: 12,
  HINFO: 13,
  MINFO: 14,
  MX: 15,
  TXT: 16,
  RP: 17,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  AAAA: 28,
  LOC: 29,
  NXT: 30,
  EID: 31,
  NIMLOC: 32,
  SRV: 33,
  ATMA: 34,
  NAPTR: 35,
  KX: 36,
  CERT: 37,
  A6: 38,
  DNAME: 39,
  SINK: 40,
  OPT: 41,
  APL: 42,
  DS: 43,
  SSHFP: 44,
  IPSECKEY: 45,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  SMIMEA: 53,
  HIP: 55,
  NINFO: 56,
  RKEY: 57,
  TALINK: 58,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  CSYNC: 62,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  DSYNC: 66,
  SPF: 99,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  NXNAME: 128,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  URI: 256,
  CAA: 257,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  TA: 32768,
  DLV: 32769,
} as const
export type TypeName = keyof typeof TYPES

const TYPE_NAMES = new Map<number, string>(Object.entries(TYPES).map(([name, number]) => [number, name]))

/** `1` → `A`, `65280` → `TYPE65280` (RFC 3597 §5). */
export function toTypeName(type: number): string {
  return TYPE_NAMES.get(type) ?? `TYPE${type}`
}

/** `aaaa` → 28, `TYPE28` → 28; undefined for what is no type. */
export function findType(name: string): number | undefined {
  const upper = name.toUpperCase()
  if (Object.hasOwn(TYPES, upper)) return TYPES[upper as TypeName]
  const number = /^TYPE(\d{1,5})$/.exec(upper)?.[1]
  return number !== undefined && Number(number) <= 0xffff ? Number(number) : undefined
}

const CLASS_NAMES: Readonly<Record<number, string>> = { 1: 'IN', 3: 'CH', 4: 'HS', 254: 'NONE', 255: 'ANY' }
export const CLASSES = { IN: 1, CH: 3, ANY: 255 } as const

export function toClassName(number: number): string {
  return CLASS_NAMES[number] ?? `CLASS${number}`
}

const RCODES = [
  'NOERROR',
  'FORMERR',
  'SERVFAIL',
  'NXDOMAIN',
  'NOTIMP',
  'REFUSED',
  'YXDOMAIN',
  'YXRRSET',
  'NXRRSET',
  'NOTAUTH',
  'NOTZONE',
]
const EXTENDED_RCODES: Readonly<Record<number, string>> = {
  16: 'BADVERS',
  17: 'BADKEY',
  18: 'BADTIME',
  22: 'BADTRUNC',
  23: 'BADCOOKIE',
}

export function toRcodeName(rcode: number): string {
  return RCODES[rcode] ?? EXTENDED_RCODES[rcode] ?? `RCODE${rcode}`
}

export const OPCODES: Readonly<Record<number, string>> = {
  0: 'QUERY',
  1: 'IQUERY',
  2: 'STATUS',
  4: 'NOTIFY',
  5: 'UPDATE',
  6: 'DSO',
}
