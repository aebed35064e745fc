import { BITS, formatAddress } from '@octet/core/ip/address.ts'
import { EDE_TEXTS, type ExtendedError } from './ede.ts'
import { DnsFormatError } from './format-error.ts'
import { writeName, type Name } from './names.ts'
import { extractRdata } from './rdata.ts'
import { Reader } from './reader.ts'
import { CLASSES, TYPES } from './types.ts'

export type Question = { readonly name: Name; readonly type: number; readonly class: number }

/** A resource record; `rdata` stands on its own, without compression. */
export type Rr = {
  readonly name: Name
  readonly type: number
  readonly class: number
  readonly ttl: number
  readonly rdata: Uint8Array
}

export type Flags = {
  readonly qr: boolean
  readonly aa: boolean
  readonly tc: boolean
  readonly rd: boolean
  readonly ra: boolean
  readonly ad: boolean
  readonly cd: boolean
}
export type FlagName = keyof Flags

/** What EDNS says (RFC 6891) with NSID, client subnet, extended errors. */
export type Edns = {
  readonly version: number
  readonly udpSizeBytes: number
  readonly isDnssecOk: boolean
  readonly nsid?: string
  readonly clientSubnet?: { readonly subnet: string; readonly sourcePrefix: number; readonly scopePrefix: number }
  readonly extendedErrors: readonly ExtendedError[]
  /** All options as they came. */
  readonly options: readonly EdnsOption[]
}

export type Message = {
  readonly id: number
  readonly opcode: number
  /** With the upper bits of EDNS (RFC 6891 §6.1.3). */
  readonly rcode: number
  readonly flags: Flags
  readonly questions: readonly Question[]
  readonly answers: readonly Rr[]
  readonly authorities: readonly Rr[]
  readonly additionals: readonly Rr[]
  readonly edns?: Edns | undefined
}

/** An option of EDNS as it goes out. */
export type EdnsOption = { readonly code: number; readonly data: Uint8Array }

export type QueryOptions = {
  readonly id: number
  readonly name: Name
  readonly type: number
  readonly class?: number
  readonly flags?: Partial<Flags>
  /** No EDNS when undefined. */
  readonly edns?:
    | { readonly udpSizeBytes: number; readonly isDnssecOk: boolean; readonly options?: readonly EdnsOption[] }
    | undefined
}

const FLAG_BITS: Readonly<Record<FlagName, number>> = {
  qr: 0x8000,
  aa: 0x0400,
  tc: 0x0200,
  rd: 0x0100,
  ra: 0x0080,
  ad: 0x0020,
  cd: 0x0010,
}
const HEADER_BYTES = 12
const MAX_RECORDS = 4000
/** Of names and data without compression, which can make each byte of a message a hundred: eight times the longest message. */
const MAX_UNFOLDED = 8 * 65_536

/** A query as it goes on the wire. */
export function encodeQuery({ id, name, type, class: klass = CLASSES.IN, flags = {}, edns }: QueryOptions): Uint8Array {
  const additionals = edns ? [toOptRecord(edns)] : []
  return encodeMessage({
    id,
    opcode: 0,
    rcode: 0,
    flags: { ...NO_FLAGS, ...flags },
    questions: [{ name, type, class: klass }],
    answers: [],
    authorities: [],
    additionals,
  })
}

const NO_FLAGS: Flags = { qr: false, aa: false, tc: false, rd: false, ra: false, ad: false, cd: false }

/** A whole message, uncompressed. */
export function encodeMessage(message: Omit<Message, 'edns'>): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(message.id, 0)
  let bits = (message.opcode << 11) | (message.rcode & 0xf)
  for (const [flag, bit] of Object.entries(FLAG_BITS)) if (message.flags[flag as FlagName]) bits |= bit
  header.writeUInt16BE(bits, 2)
  const sections = [message.answers, message.authorities, message.additionals]
  for (const [index, { length }] of [message.questions, ...sections].entries()) header.writeUInt16BE(length, 4 + 2 * index)
  const questions = message.questions.map((question) =>
    Buffer.concat([writeName(question.name), u16(question.type), u16(question.class)]),
  )
  return Uint8Array.from(Buffer.concat([header, ...questions, ...sections.flat().map(encodeRr)]))
}

/** Reads a message of a foreign server; throws {@link DnsFormatError} where it breaks the rules. */
export function decodeMessage(bytes: Uint8Array): Message {
  const reader = new Reader(bytes)
  const id = reader.u16()
  const bits = reader.u16()
  const counts = [reader.u16(), reader.u16(), reader.u16(), reader.u16()] as const
  if (counts[0] > 1 || counts[1] + counts[2] + counts[3] > MAX_RECORDS)
    throw new DnsFormatError({ en: 'the message announces too many records', zh: '报文声明的记录过多' }, 4)
  const questions = Array.from({ length: counts[0] }, () => ({ name: reader.name(), type: reader.u16(), class: reader.u16() }))
  let unfolded = 0
  const readNext = () => {
    const record = readRr(reader)
    unfolded += record.name.length + record.rdata.length
    if (unfolded > MAX_UNFOLDED)
      throw new DnsFormatError({ en: 'compression hides too much in the message', zh: '报文压缩后展开过大' }, reader.offset)
    return record
  }
  const [answers, authorities, all] = counts.slice(1).map((count) => Array.from({ length: count }, readNext)) as [
    Rr[],
    Rr[],
    Rr[],
  ]
  const opt = all.find(({ type }) => type === TYPES.OPT)
  const flags = Object.fromEntries(Object.entries(FLAG_BITS).map(([flag, bit]) => [flag, (bits & bit) !== 0])) as Flags
  return {
    id,
    opcode: (bits >> 11) & 0xf,
    rcode: (bits & 0xf) | (opt ? Math.floor(opt.ttl / 2 ** 24) << 4 : 0),
    flags,
    questions,
    answers,
    authorities,
    additionals: all.filter(({ type }) => type !== TYPES.OPT),
    edns: opt && readEdns(opt),
  }
}

function readRr(reader: Reader): Rr {
  const name = reader.name()
  const [type, klass, ttl, size] = [reader.u16(), reader.u16(), reader.u32(), reader.u16()]
  return { name, type, class: klass, ttl, rdata: extractRdata(type, reader.part(size)) }
}

function encodeRr({ name, type, class: klass, ttl, rdata }: Rr): Buffer {
  const tail = Buffer.alloc(10)
  tail.writeUInt16BE(type, 0)
  tail.writeUInt16BE(klass, 2)
  tail.writeUInt32BE(ttl, 4)
  tail.writeUInt16BE(rdata.length, 8)
  return Buffer.concat([writeName(name), tail, rdata])
}

/** OPT: its class is the UDP size, its TTL holds the DO bit (RFC 6891 §6.1.2). */
export function toOptRecord({ udpSizeBytes, isDnssecOk, options = [] }: NonNullable<QueryOptions['edns']>): Rr {
  const rdata = Buffer.concat(options.flatMap(({ code, data }) => [u16(code), u16(data.length), data]))
  return { name: '.', type: TYPES.OPT, class: udpSizeBytes, ttl: isDnssecOk ? 0x8000 : 0, rdata }
}

/** Options that are read into values of their own. */
export const OPTION = { nsid: 3, clientSubnet: 8, extendedError: 15 } as const

function readEdns(opt: Rr): Edns {
  const extendedErrors: ExtendedError[] = []
  let nsid: string | undefined
  let clientSubnet: Edns['clientSubnet']
  const options = readOptions(opt.rdata)
  for (const { code, data } of options) {
    if (code === OPTION.nsid) nsid = toPrintable(data)
    if (code === OPTION.clientSubnet) clientSubnet = readClientSubnet(data)
    if (code === OPTION.extendedError && data.length >= 2) {
      const info = (data[0]! << 8) | data[1]!
      extendedErrors.push({ code: info, text: EDE_TEXTS[info]?.en ?? `EDE ${info}`, extra: toPrintable(data.subarray(2)) })
    }
  }
  const isDnssecOk = (opt.ttl & 0x8000) !== 0
  const version = (opt.ttl >>> 16) & 0xff
  return {
    version,
    udpSizeBytes: opt.class,
    isDnssecOk,
    extendedErrors,
    options,
    ...(nsid && { nsid }),
    ...(clientSubnet && { clientSubnet }),
  }
}

function readOptions(rdata: Uint8Array): EdnsOption[] {
  const reader = new Reader(rdata)
  const options: EdnsOption[] = []
  while (reader.left > 0) options.push({ code: reader.u16(), data: reader.bytes(reader.u16()) })
  return options
}

/** Client subnet (RFC 7871 §6); undefined for what is neither IPv4 nor IPv6. */
function readClientSubnet(data: Uint8Array): Edns['clientSubnet'] {
  const reader = new Reader(data)
  const [family, sourcePrefix, scopePrefix] = [reader.u16(), reader.u8(), reader.u8()]
  if (family !== 1 && family !== 2) return undefined
  const version = family === 1 ? 4 : 6
  const bytes = Buffer.alloc(BITS[version] / 8)
  bytes.set(reader.rest().subarray(0, bytes.length))
  const subnet = formatAddress({ version, value: BigInt(`0x${bytes.toString('hex')}`) })
  return { subnet, sourcePrefix, scopePrefix }
}

/** Foreign bytes as text: printable ASCII kept, hexadecimal where there is anything else. */
function toPrintable(data: Uint8Array): string {
  const text = Buffer.from(data).toString('utf8')
  return /^[\u0020-\u007e\u00a0-\uffef]*$/.test(text) && !text.includes('\uFFFD') ? text : Buffer.from(data).toString('hex')
}

function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}
