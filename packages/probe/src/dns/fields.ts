import { formatAddress, parseAddress } from '@octet/core/ip/address.ts'
import { quote } from './character-string.ts'
import { DnsFormatError } from './format-error.ts'
import { readHip, readPrefixes, writeHip, writePrefixes } from './host-fields.ts'
import { fromLoc, readLoc, writeLoc } from './loc.ts'
import { writeName } from './names.ts'
import type { Reader } from './reader.ts'
import { readSvcParams, toSvcText, writeSvcParams, type SvcParam } from './svc-params.ts'
import { findType, toTypeName } from './types.ts'

/** A value inside RDATA, as JSON shows it. */
export type FieldValue = string | number | readonly string[] | readonly SvcParam[]

type Fields = Readonly<Record<string, FieldValue>>

/** How one kind of value is read, written and shown in a zone file. */
export type FieldKind = {
  /** `maxTypes`: so many names of a bit map of types, and then how many more there are; `others`: the fields before this one. */
  read(reader: Reader, maxTypes?: number, others?: Fields): FieldValue
  write(value: FieldValue, others?: Fields): Uint8Array
  toText(value: FieldValue): string
}

const asIs = (value: FieldValue) => String(value)
const hexText = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()
const fromHex = (value: FieldValue) => Uint8Array.from(Buffer.from(value === '-' ? '' : String(value), 'hex'))
const concat = (...parts: Uint8Array[]) => Uint8Array.from(Buffer.concat(parts))

function integer(size: 1 | 2 | 4): FieldKind {
  return {
    read: (reader) => (size === 1 ? reader.u8() : size === 2 ? reader.u16() : reader.u32()),
    write: (value) => {
      const bytes = Buffer.alloc(size)
      bytes.writeUIntBE(Number(value), 0, size)
      return Uint8Array.from(bytes)
    },
    toText: asIs,
  }
}

/** Every kind of value that the types of {@link ./rdata.ts} are made of. */
export const KINDS = {
  u8: integer(1),
  u16: integer(2),
  u32: integer(4),
  name: { read: (reader) => reader.name(), write: (value) => writeName(String(value)), toText: asIs },
  ip4: {
    read: (reader) => reader.bytes(4).join('.'),
    write: (value) => Uint8Array.from(String(value).split('.').map(Number)),
    toText: asIs,
  },
  ip6: {
    read: (reader) => formatAddress({ version: 6, value: BigInt(`0x${hexText(reader.bytes(16))}`) }),
    write: (value) => Uint8Array.from(Buffer.from(parseAddress(String(value)).value.toString(16).padStart(32, '0'), 'hex')),
    toText: asIs,
  },
  text: {
    read: (reader) => readString(reader),
    write: (value) => writeString(String(value)),
    toText: (value) => quote(String(value)),
  },
  texts: {
    read: (reader) => {
      const texts: string[] = []
      while (reader.left > 0) texts.push(readString(reader))
      return texts
    },
    write: (value) => concat(...(value as readonly string[]).map(writeString)),
    toText: (value) => (value as readonly string[]).map(quote).join(' '),
  },
  /** The rest as text: CAA values and URI targets (RFC 8659 §4.1, RFC 7553 §4.5). */
  restText: {
    read: (reader) => Buffer.from(reader.rest()).toString('latin1'),
    write: (value) => Uint8Array.from(Buffer.from(String(value), 'latin1')),
    toText: (value) => quote(String(value)),
  },
  hex: { read: (reader) => hexText(reader.rest()), write: fromHex, toText: asIs },
  base64: {
    read: (reader) => Buffer.from(reader.rest()).toString('base64'),
    write: (value) => Uint8Array.from(Buffer.from(String(value), 'base64')),
    toText: asIs,
  },
  type: {
    read: (reader) => toTypeName(reader.u16()),
    write: (value) => integer(2).write(findType(String(value)) ?? 0),
    toText: asIs,
  },
  /** Seconds since 1970 as YYYYMMDDHHmmSS (RFC 4034 §3.2). */
  time: {
    read: (reader) => toTimeText(reader.u32()),
    write: (value) => integer(4).write(parseTimeText(String(value))),
    toText: asIs,
  },
  /** A length byte, then bytes; `-` when empty (RFC 5155 §3.3). */
  salt: {
    read: (reader) => hexText(reader.bytes(reader.u8())) || '-',
    write: (value) => concat(Uint8Array.of(fromHex(value).length), fromHex(value)),
    toText: asIs,
  },
  /** A length byte, then bytes in base32hex (RFC 5155 §3.3, RFC 4648 §7). */
  hash: {
    read: (reader) => toBase32Hex(reader.bytes(reader.u8())),
    write: (value) => concat(Uint8Array.of(fromBase32Hex(String(value)).length), fromBase32Hex(String(value))),
    toText: asIs,
  },
  types: {
    read: readTypes,
    write: (value) => writeTypes(value as readonly string[]),
    toText: (value) => (value as readonly string[]).join(' '),
  },
  svcParams: {
    read: readSvcParams,
    write: (value) => writeSvcParams(value as readonly SvcParam[]),
    toText: (value) => toSvcText(value as readonly SvcParam[]),
  },
  /** An address, a name or nothing (`.`), as the field before it says (RFC 4025 §2.5, RFC 8777 §4.2). */
  gateway: {
    read: (reader, _maxTypes, others) => findGatewayKind(others)?.read(reader) ?? '.',
    write: (value, others) => findGatewayKind(others)?.write(value) ?? new Uint8Array(),
    toText: asIs,
  },
  /** The upper bit of a byte, of which {@link KINDS.lowBits} is the rest (RFC 8777 §4.2.2). */
  highBit: {
    read: (reader) => (reader.left > 0 ? reader.message[reader.offset]! >> 7 : 0),
    write: () => new Uint8Array(),
    toText: asIs,
  },
  lowBits: {
    read: (reader) => reader.u8() & 0x7f,
    write: (value, others) => Uint8Array.of((Number(others?.['discovery']) << 7) | Number(value)),
    toText: asIs,
  },
  /** 64 bits in four groups, as half an IPv6 address is written (RFC 6742 §2.1.3). */
  groups: {
    read: (reader) => [reader.u16(), reader.u16(), reader.u16(), reader.u16()].map((group) => group.toString(16)).join(':'),
    write: (value) =>
      concat(
        ...String(value)
          .split(':')
          .map((group) => integer(2).write(Number.parseInt(group, 16))),
      ),
    toText: asIs,
  },
  prefixes: {
    read: readPrefixes,
    write: (value) => writePrefixes(value as readonly string[]),
    toText: (value) => (value as readonly string[]).join(' '),
  },
  hip: { read: readHip, write: (value) => writeHip(String(value)), toText: asIs },
  /** RFC 1706 §5. */
  nsap: {
    read: (reader) => `0x${hexText(reader.rest()).toLowerCase()}`,
    write: (value) => fromHex(String(value).slice(2)),
    toText: asIs,
  },
  loc: { read: (reader) => fromLoc(readLoc(reader)), write: (value) => writeLoc(String(value)), toText: asIs },
  mac: {
    read: (reader) =>
      Buffer.from(reader.rest())
        .toString('hex')
        .replaceAll(/..(?!$)/g, '$&-'),
    write: (value) => Uint8Array.from(Buffer.from(String(value).replaceAll('-', ''), 'hex')),
    toText: asIs,
  },
} as const satisfies Record<string, FieldKind>
export type FieldKindName = keyof typeof KINDS

function findGatewayKind(others: Fields = {}): FieldKind | undefined {
  const type = Number(others['gatewayType'])
  if (type > 3) throw new DnsFormatError({ en: `gateway type ${type} is not known`, zh: `未知的网关类型 ${type}` }, 0)
  return [undefined, KINDS.ip4, KINDS.ip6, KINDS.name][type]
}

/** Bytes of a text read as Latin-1, shown as UTF-8 where they are valid UTF-8. */
export function toReadableText(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  const decoded = bytes.toString('utf8')
  return decoded.includes('\uFFFD') ? text : decoded
}

function readString(reader: Reader): string {
  return Buffer.from(reader.bytes(reader.u8())).toString('latin1')
}

function writeString(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  if (bytes.length > 255)
    throw new DnsFormatError({ en: 'a character string is longer than 255 bytes', zh: '字符串超过 255 字节' }, 0)
  return concat(Uint8Array.of(bytes.length), bytes)
}

/** Type bit maps: blocks of 1–32 bytes in the order of their numbers (RFC 4034 §4.1.2). */
function readTypes(reader: Reader, maxTypes = Infinity): string[] {
  const types: string[] = []
  let count = 0
  let last = -1
  while (reader.left > 0) {
    const window = reader.u8()
    const size = reader.u8()
    if (window <= last || size < 1 || size > 32)
      throw new DnsFormatError({ en: 'a bit map of types breaks its rules', zh: '类型位图不合规则' }, reader.offset)
    last = window
    for (const [index, byte] of reader.bytes(size).entries())
      for (let bit = 0; bit < 8; bit++)
        if (byte & (0x80 >> bit) && count++ < maxTypes) types.push(toTypeName(window * 256 + index * 8 + bit))
  }
  return count > maxTypes ? [...types, `… +${count - maxTypes}`] : types
}

function writeTypes(types: readonly string[]): Uint8Array {
  const windows = Map.groupBy(
    types.map((name) => findType(name) ?? 0).sort((a, b) => a - b),
    (type) => type >> 8,
  )
  const parts = [...windows].map(([window, members]) => {
    const map = new Uint8Array(((members.at(-1)! & 0xff) >> 3) + 1)
    for (const type of members) map[(type & 0xff) >> 3]! |= 0x80 >> (type & 7)
    return concat(Uint8Array.of(window, map.length), map)
  })
  return concat(...parts)
}

function toTimeText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replaceAll(/[-:T]|\.000Z/g, '')
}

/** Seconds since 1970 of `YYYYMMDDHHmmSS`. */
export function parseTimeText(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)?.map(Number) ?? []
  return Date.UTC(year ?? 1970, (month ?? 1) - 1, day, hour, minute, second) / 1000
}

const BASE32HEX = '0123456789ABCDEFGHIJKLMNOPQRSTUV'

export function toBase32Hex(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) text += BASE32HEX[(value >> (bits - 5)) & 31]
  }
  return bits > 0 ? text + BASE32HEX[(value << (5 - bits)) & 31] : text
}

export function fromBase32Hex(text: string): Uint8Array {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text.toUpperCase()) {
    const digit = BASE32HEX.indexOf(letter)
    if (digit < 0) throw new DnsFormatError({ en: `“${letter}” is no base32hex digit`, zh: `“${letter}” 不是 base32hex 字符` }, 0)
    value = ((value << 5) | digit) & 0xfff
    bits += 5
    if (bits >= 8) bytes.push((value >> (bits -= 8)) & 0xff)
  }
  return Uint8Array.from(bytes)
}
