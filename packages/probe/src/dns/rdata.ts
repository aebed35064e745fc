import { KINDS, type FieldKind, type FieldKindName, type FieldValue } from './fields.ts'
import { DnsFormatError } from './format-error.ts'
import { toNormalName } from './names.ts'
import { Reader } from './reader.ts'
import { toTypeName, TYPES, type TypeName } from './types.ts'

/** The values inside a record, by the names its RFC gives them. */
export type RdataFields = Readonly<Record<string, FieldValue>>

type Layout = readonly (readonly [name: string, kind: FieldKindName])[]

const single = (name: string, kind: FieldKindName): Layout => [[name, kind]]
const DS: Layout = [
  ['keyTag', 'u16'],
  ['algorithm', 'u8'],
  ['digestType', 'u8'],
  ['digest', 'hex'],
]
const DNSKEY: Layout = [
  ['flags', 'u16'],
  ['protocol', 'u8'],
  ['algorithm', 'u8'],
  ['key', 'base64'],
]
const RRSIG: Layout = [
  ['covered', 'type'],
  ['algorithm', 'u8'],
  ['labels', 'u8'],
  ['originalTtl', 'u32'],
  ['expiration', 'time'],
  ['inception', 'time'],
  ['keyTag', 'u16'],
  ['signer', 'name'],
  ['signature', 'base64'],
]
const TLSA: Layout = [
  ['usage', 'u8'],
  ['selector', 'u8'],
  ['matching', 'u8'],
  ['data', 'hex'],
]
const SVCB: Layout = [
  ['priority', 'u16'],
  ['target', 'name'],
  ['params', 'svcParams'],
]
const MX: Layout = [
  ['preference', 'u16'],
  ['exchange', 'name'],
]

/** Layouts of the types we read: one line per type, in the order of its fields on the wire. */
const LAYOUTS: Partial<Record<TypeName, Layout>> = {
  A: single('address', 'ip4'),
  AAAA: single('address', 'ip6'),
  NS: single('name', 'name'),
  MD: single('name', 'name'),
  MF: single('name', 'name'),
  MB: single('name', 'name'),
  MG: single('name', 'name'),
  MR: single('name', 'name'),
  MINFO: [
    ['responsible', 'name'],
    ['errors', 'name'],
  ],
  CNAME: single('name', 'name'),
  DNAME: single('name', 'name'),
  PTR: single('name', 'name'),
  SOA: [
    ['primary', 'name'],
    ['mailbox', 'name'],
    ['serial', 'u32'],
    ['refresh', 'u32'],
    ['retry', 'u32'],
    ['expire', 'u32'],
    ['minimum', 'u32'],
  ],
  HINFO: [
    ['cpu', 'text'],
    ['os', 'text'],
  ],
  MX,
  KX: MX,
  RT: MX,
  LP: MX,
  PX: [
    ['preference', 'u16'],
    ['map822', 'name'],
    ['mapx400', 'name'],
  ],
  X25: single('address', 'text'),
  NSAP: single('address', 'nsap'),
  NID: [
    ['preference', 'u16'],
    ['node', 'groups'],
  ],
  L64: [
    ['preference', 'u16'],
    ['locator', 'groups'],
  ],
  L32: [
    ['preference', 'u16'],
    ['locator', 'ip4'],
  ],
  TALINK: [
    ['previous', 'name'],
    ['next', 'name'],
  ],
  AFSDB: [
    ['subtype', 'u16'],
    ['host', 'name'],
  ],
  RP: [
    ['mailbox', 'name'],
    ['text', 'name'],
  ],
  TXT: single('texts', 'texts'),
  SPF: single('texts', 'texts'),
  AVC: single('texts', 'texts'),
  RESINFO: single('texts', 'texts'),
  WALLET: single('texts', 'texts'),
  NINFO: single('texts', 'texts'),
  ISDN: single('texts', 'texts'),
  GPOS: [
    ['longitude', 'text'],
    ['latitude', 'text'],
    ['altitude', 'text'],
  ],
  LOC: single('place', 'loc'),
  SRV: [
    ['priority', 'u16'],
    ['weight', 'u16'],
    ['port', 'u16'],
    ['target', 'name'],
  ],
  NAPTR: [
    ['order', 'u16'],
    ['preference', 'u16'],
    ['flags', 'text'],
    ['service', 'text'],
    ['regexp', 'text'],
    ['replacement', 'name'],
  ],
  CERT: [
    ['type', 'u16'],
    ['keyTag', 'u16'],
    ['algorithm', 'u8'],
    ['certificate', 'base64'],
  ],
  DS,
  CDS: DS,
  DLV: DS,
  TA: DS,
  APL: single('prefixes', 'prefixes'),
  IPSECKEY: [
    ['precedence', 'u8'],
    ['gatewayType', 'u8'],
    ['algorithm', 'u8'],
    ['gateway', 'gateway'],
    ['key', 'base64'],
  ],
  HIP: single('identity', 'hip'),
  AMTRELAY: [
    ['precedence', 'u8'],
    ['discovery', 'highBit'],
    ['gatewayType', 'lowBits'],
    ['relay', 'gateway'],
  ],
  DOA: [
    ['enterprise', 'u32'],
    ['type', 'u32'],
    ['location', 'u8'],
    ['mediaType', 'text'],
    ['data', 'base64'],
  ],
  SSHFP: [
    ['algorithm', 'u8'],
    ['type', 'u8'],
    ['fingerprint', 'hex'],
  ],
  RRSIG,
  SIG: RRSIG,
  NSEC: [
    ['next', 'name'],
    ['types', 'types'],
  ],
  DNSKEY,
  CDNSKEY: DNSKEY,
  KEY: DNSKEY,
  DHCID: single('data', 'base64'),
  NSEC3: [
    ['algorithm', 'u8'],
    ['flags', 'u8'],
    ['iterations', 'u16'],
    ['salt', 'salt'],
    ['next', 'hash'],
    ['types', 'types'],
  ],
  NSEC3PARAM: [
    ['algorithm', 'u8'],
    ['flags', 'u8'],
    ['iterations', 'u16'],
    ['salt', 'salt'],
  ],
  TLSA,
  SMIMEA: TLSA,
  OPENPGPKEY: single('key', 'base64'),
  CSYNC: [
    ['serial', 'u32'],
    ['flags', 'u16'],
    ['types', 'types'],
  ],
  ZONEMD: [
    ['serial', 'u32'],
    ['scheme', 'u8'],
    ['algorithm', 'u8'],
    ['digest', 'hex'],
  ],
  SVCB,
  HTTPS: SVCB,
  DSYNC: [
    ['type', 'type'],
    ['scheme', 'u8'],
    ['port', 'u16'],
    ['target', 'name'],
  ],
  EUI48: single('address', 'mac'),
  EUI64: single('address', 'mac'),
  URI: [
    ['priority', 'u16'],
    ['weight', 'u16'],
    ['target', 'restText'],
  ],
  CAA: [
    ['flags', 'u8'],
    ['tag', 'text'],
    ['value', 'restText'],
  ],
}

/** Types whose names may be compressed in a message (RFC 3597 §4 and RFC 1035 §3.3). */
const COMPRESSIBLE = new Set<number>([
  TYPES.NS,
  TYPES.MD,
  TYPES.MF,
  TYPES.MB,
  TYPES.MG,
  TYPES.MR,
  TYPES.MINFO,
  TYPES.CNAME,
  TYPES.SOA,
  TYPES.PTR,
  TYPES.MX,
  TYPES.RP,
  TYPES.AFSDB,
  TYPES.SRV,
  TYPES.DNAME,
  TYPES.NAPTR,
  TYPES.KX,
  TYPES.RT,
  TYPES.PX,
])
const CHECKED = new Set<number>([...COMPRESSIBLE, TYPES.A, TYPES.AAAA, TYPES.TXT])
/** Types whose names become lower case in the canonical form (RFC 4034 §6.2, corrected by RFC 6840 §5.1: NSEC stays). */
const LOWERED = new Set<number>([...COMPRESSIBLE, TYPES.RRSIG])

/** The values of a record; undefined for a type without a layout. */
export function readRdata(type: number, rdata: Uint8Array): RdataFields | undefined {
  const layout = findLayout(type)
  return layout && readFields(layout, new Reader(rdata))
}

/** The wire form of a record, from the values {@link readRdata} gives. */
export function writeRdata(type: number, fields: RdataFields): Uint8Array {
  const layout = findLayout(type)
  if (!layout)
    throw new DnsFormatError({ en: `no layout is known for ${toTypeName(type)}`, zh: `不了解 ${toTypeName(type)} 的格式` }, 0)
  return Uint8Array.from(Buffer.concat(layout.map(([name, kind]) => toKind(kind).write(fields[name] ?? '', fields))))
}

/** RDATA as a zone file shows it; `\# 4 0A000001` for types without a layout (RFC 3597 §5). */
export const toRdataText = (type: number, rdata: Uint8Array): string => describeRdata(type, rdata).text

/** More types than a name has: the longest lists of real zones have about 30. */
const MAX_TYPES = 256

/** Whether a record holds a bit map, of which 34 bytes can name 256 types. */
export const hasBitMap = (type: number): boolean => findLayout(type)?.some(([, kind]) => kind === 'types') ?? false

/**
 * RDATA as a zone file shows it, and its values; without them where there is no layout, or what came breaks it. Of a bit map of
 * types so many are listed; behind them stands `… +12`, the number of the others.
 */
export function describeRdata(
  type: number,
  rdata: Uint8Array,
  maxTypes = MAX_TYPES,
): { text: string; fields: RdataFields | undefined } {
  const layout = findLayout(type)
  const fields = layout && tryRead(layout, rdata, Math.min(maxTypes, MAX_TYPES))
  if (!layout || !fields) {
    const text = String.raw`\# ${rdata.length} ${Buffer.from(rdata).toString('hex').toUpperCase()}`.trim()
    return { text, fields: undefined }
  }
  const texts = layout.map(([name, kind]) => toFieldText(type, name, KINDS[kind], fields[name]!))
  return { text: texts.filter((text) => text !== '').join(' '), fields }
}

/**
 * Takes RDATA out of a message: names in it lose their compression, so that it stands on its own.
 * The types that other code reads without asking are checked here; a broken one breaks the message.
 */
export function extractRdata(type: number, reader: Reader): Uint8Array {
  const layout = CHECKED.has(type) ? findLayout(type) : undefined
  if (!layout) return Uint8Array.from(reader.rest())
  const parts = layout.map(([, kind]) => {
    if (kind === 'name') return reader.wireName()
    const start = reader.offset
    toKind(kind).read(reader)
    return reader.message.subarray(start, reader.offset)
  })
  refuseRest(reader)
  return Uint8Array.from(Buffer.concat(parts))
}

/** RDATA in the form that signatures cover (RFC 4034 §6.2). */
export function toCanonicalRdata(type: number, rdata: Uint8Array): Uint8Array {
  const layout = LOWERED.has(type) ? findLayout(type) : undefined
  if (!layout) return rdata
  const fields = readFields(layout, new Reader(rdata))
  const lowered = layout.map(
    ([name, kind]) => [name, kind === 'name' ? toNormalName(String(fields[name])) : fields[name]!] as const,
  )
  return writeRdata(type, Object.fromEntries(lowered))
}

const toKind = (kind: FieldKindName): FieldKind => KINDS[kind]

function findLayout(type: number): Layout | undefined {
  return LAYOUTS[toTypeName(type) as TypeName]
}

function tryRead(layout: Layout, rdata: Uint8Array, maxTypes: number): RdataFields | undefined {
  try {
    return readFields(layout, new Reader(rdata), maxTypes)
  } catch (error) {
    if (error instanceof DnsFormatError) return undefined
    throw error
  }
}

function readFields(layout: Layout, reader: Reader, maxTypes?: number): RdataFields {
  const fields: Record<string, FieldValue> = {}
  for (const [name, kind] of layout) fields[name] = toKind(kind).read(reader, maxTypes, fields)
  refuseRest(reader)
  return fields
}

function refuseRest(reader: Reader): void {
  if (reader.left > 0)
    throw new DnsFormatError(
      { en: `${reader.left} bytes are left over in a record`, zh: `记录末尾多出 ${reader.left} 字节` },
      reader.offset,
    )
}

function toFieldText(type: number, name: string, kind: FieldKind, value: FieldValue): string {
  // RFC 8659 §4.1.1: the tag of CAA stands without quotes
  return type === TYPES.CAA && name === 'tag' ? String(value) : kind.toText(value)
}
