/** How a field of a record's data is written in a zone file; `?` may be left out, `*` is the rest of the line. */
export type FieldKind =
  | 'name'
  | 'target' // the name of a host: no alias, and it has addresses
  | 'u8'
  | 'u16'
  | 'u32'
  | 'time' // seconds, or `1h30m`
  | 'ipv4'
  | 'ipv6'
  | 'string'
  | 'string?'
  | 'strings*'
  | 'word' // letters and digits as they stand
  | 'hex*'
  | 'hex' // one word
  | 'hex64' // 64 bits in four groups
  | 'base64'
  | 'base64*'
  | 'base64*?'
  | 'base32hex'
  | 'type'
  | 'types*'
  | 'algorithm'
  | 'certificate'
  | 'date'
  | 'salt'
  | 'eui48'
  | 'eui64'
  | 'loc*'
  | 'apl*'
  | 'params*'
  | 'gateway'
  | 'names*'

export type RecordType = {
  readonly number: number
  readonly fields: readonly FieldKind[]
}

const type = (number: number, ...fields: FieldKind[]): RecordType => ({ number, fields })
const DS: FieldKind[] = ['u16', 'algorithm', 'u8', 'hex*']
const KEY: FieldKind[] = ['u16', 'u8', 'algorithm', 'base64*?']
const SIGNATURE: FieldKind[] = ['type', 'algorithm', 'u8', 'u32', 'date', 'date', 'u16', 'name', 'base64*']
const BOUND: FieldKind[] = ['u16', 'target', 'params*']

/** What a zone file may hold, by the mnemonics and numbers of IANA’s “Domain Name System Parameters”. */
export const RECORD_TYPES: Readonly<Record<string, RecordType>> = {
  A: type(1, 'ipv4'),
  NS: type(2, 'target'),
  CNAME: type(5, 'name'),
  SOA: type(6, 'name', 'name', 'u32', 'time', 'time', 'time', 'time'),
  MB: type(7, 'name'),
  MG: type(8, 'name'),
  MR: type(9, 'name'),
  PTR: type(12, 'name'),
  HINFO: type(13, 'string', 'string'),
  MINFO: type(14, 'name', 'name'),
  MX: type(15, 'u16', 'target'),
  TXT: type(16, 'strings*'),
  RP: type(17, 'name', 'name'),
  AFSDB: type(18, 'u16', 'target'),
  X25: type(19, 'string'),
  ISDN: type(20, 'string', 'string?'),
  RT: type(21, 'u16', 'target'),
  SIG: type(24, ...SIGNATURE),
  KEY: type(25, ...KEY),
  PX: type(26, 'u16', 'name', 'name'),
  GPOS: type(27, 'string', 'string', 'string'),
  AAAA: type(28, 'ipv6'),
  LOC: type(29, 'loc*'),
  SRV: type(33, 'u16', 'u16', 'u16', 'target'),
  NAPTR: type(35, 'u16', 'u16', 'string', 'string', 'string', 'name'),
  KX: type(36, 'u16', 'target'),
  CERT: type(37, 'certificate', 'u16', 'algorithm', 'base64*'),
  DNAME: type(39, 'name'),
  APL: type(42, 'apl*'),
  DS: type(43, ...DS),
  SSHFP: type(44, 'u8', 'u8', 'hex*'),
  IPSECKEY: type(45, 'u8', 'u8', 'u8', 'gateway', 'base64*?'),
  RRSIG: type(46, ...SIGNATURE),
  NSEC: type(47, 'name', 'types*'),
  DNSKEY: type(48, ...KEY),
  DHCID: type(49, 'base64*'),
  NSEC3: type(50, 'u8', 'u8', 'u16', 'salt', 'base32hex', 'types*'),
  NSEC3PARAM: type(51, 'u8', 'u8', 'u16', 'salt'),
  TLSA: type(52, 'u8', 'u8', 'u8', 'hex*'),
  SMIMEA: type(53, 'u8', 'u8', 'u8', 'hex*'),
  HIP: type(55, 'u8', 'hex', 'base64', 'names*'),
  NINFO: type(56, 'strings*'),
  TALINK: type(58, 'name', 'name'),
  CDS: type(59, ...DS),
  CDNSKEY: type(60, ...KEY),
  OPENPGPKEY: type(61, 'base64*'),
  CSYNC: type(62, 'u32', 'u16', 'types*'),
  ZONEMD: type(63, 'u32', 'u8', 'u8', 'hex*'),
  SVCB: type(64, ...BOUND),
  HTTPS: type(65, ...BOUND),
  SPF: type(99, 'strings*'),
  NID: type(104, 'u16', 'hex64'),
  L32: type(105, 'u16', 'ipv4'),
  L64: type(106, 'u16', 'hex64'),
  LP: type(107, 'u16', 'name'),
  EUI48: type(108, 'eui48'),
  EUI64: type(109, 'eui64'),
  URI: type(256, 'u16', 'u16', 'string'),
  CAA: type(257, 'u8', 'word', 'string'),
  AVC: type(258, 'strings*'),
  RESINFO: type(261, 'strings*'),
  WALLET: type(262, 'strings*'),
  TA: type(32_768, ...DS),
  DLV: type(32_769, ...DS),
}

/** Types that some providers put into zone files and no server sends: an alias at the top of a zone. */
export const PSEUDO_TYPES: Readonly<Record<string, RecordType>> = { ALIAS: type(0, 'name'), ANAME: type(0, 'name') }

export const ADDRESS_TYPES: readonly string[] = ['A', 'AAAA']

const NUMBERS = new Map(Object.entries(RECORD_TYPES).map(([name, { number }]) => [number, name]))

/** The mnemonic of `mx`, `TYPE15`; `TYPE731` for one without; nothing for what is no type (RFC 3597 §5). */
export function findType(text: string): string | undefined {
  const name = text.toUpperCase()
  if (Object.hasOwn(RECORD_TYPES, name) || Object.hasOwn(PSEUDO_TYPES, name)) return name
  const [, digits] = /^TYPE(\d{1,5})$/.exec(name) ?? []
  const number = Number(digits)
  return digits === undefined || number > 65_535 ? undefined : (NUMBERS.get(number) ?? `TYPE${number}`)
}

export const numberOfType = (name: string): number => RECORD_TYPES[name]?.number ?? Number(name.slice('TYPE'.length))

/** Sorts types as zone files list them: SOA, NS and the commoner ones first. */
const FIRST = ['SOA', 'NS', 'A', 'AAAA', 'CNAME', 'ALIAS', 'ANAME', 'MX', 'TXT', 'SRV', 'CAA', 'HTTPS', 'SVCB']
export const rankType = (name: string): number => {
  const at = FIRST.indexOf(name)
  if (at >= 0) return at
  return FIRST.length + numberOfType(name)
}

/** Numbers of algorithms by mnemonic (IANA “DNS Security Algorithm Numbers”), as some write in place of the number. */
export const ALGORITHMS: Readonly<Record<string, number>> = {
  RSAMD5: 1,
  DH: 2,
  DSA: 3,
  RSASHA1: 5,
  'DSA-NSEC3-SHA1': 6,
  DSANSEC3SHA1: 6,
  'RSASHA1-NSEC3-SHA1': 7,
  NSEC3RSASHA1: 7,
  RSASHA256: 8,
  RSASHA512: 10,
  ECCGOST: 12,
  'ECC-GOST': 12,
  ECDSAP256SHA256: 13,
  ECDSAP384SHA384: 14,
  ED25519: 15,
  ED448: 16,
  INDIRECT: 252,
  PRIVATEDNS: 253,
  PRIVATEOID: 254,
}

/** Kinds of CERT records (RFC 4398 §2.1). */
export const CERTIFICATES: Readonly<Record<string, number>> = {
  PKIX: 1,
  SPKI: 2,
  PGP: 3,
  IPKIX: 4,
  ISPKI: 5,
  IPGP: 6,
  ACPKIX: 7,
  IACPKIX: 8,
  URI: 253,
  OID: 254,
}
