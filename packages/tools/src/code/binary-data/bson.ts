import { toHex } from '../../lib/bytes.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { toDecimal128Text } from './decimal128.ts'
import { toInstantText } from './number-text.ts'
import { Fault, readTree, type ByteReader, type HolderPart, type Part, type Tree } from './part.ts'
import { toTextValue, toUuid } from './string-value.ts'

/** Reads documents of BSON 1.1 for Extended JSON 2 (relaxed), in which MongoDB writes them. */
export const readBson = (bytes: Uint8Array): Tree =>
  readTree(bytes, (reader, into) => {
    readDocument(reader, into, { type: 'document', holds: 'map', key: undefined, start: reader.at })
  })

const UUID = 4

type Place = { readonly start: number; readonly key: string | undefined }
type Shape = Place & { readonly type: string; readonly holds: 'list' | 'map' }

function readDocument(reader: ByteReader, into: Part[], { holds, ...rest }: Shape): Part {
  const [open, close] = holds === 'list' ? ['[', ']'] : ['{', '}']
  const holder: HolderPart = { ...rest, end: 0, holds, open: open!, close: close!, parts: [] }
  const { at } = reader
  const length = Number(reader.int(4, 'little'))
  if (length < 5) throw new Fault(at, { en: 'a length of at least 5', zh: '不小于 5 的长度' }, String(length))
  into.push(holder)
  const inner = reader.within(length - 4)
  reader.enter(() => {
    for (let type = inner.u8(); type !== 0; type = inner.u8()) readElement(inner, holder, type)
  })
  if (!inner.isAtEnd)
    throw new Fault(inner.at, { en: 'the end of the document', zh: '文档末尾' }, { en: 'more bytes', zh: '多余的字节' })
  holder.end = reader.at
  return holder
}

function readElement(reader: ByteReader, { parts, holds }: HolderPart, type: number): void {
  reader.count()
  const start = reader.at - 1
  const name = readName(reader)
  const place = { start, key: holds === 'map' ? JSON.stringify(name) : undefined }
  const rule = TYPES[type]
  if (!rule) throw new Fault(start, { en: 'the type of an element', zh: '元素类型' }, `0x${toHex(Uint8Array.of(type))}`)
  if (typeof rule[1] === 'string') {
    readDocument(reader, parts, { ...place, type: rule[0], holds: rule[1] })
    return
  }
  const read = rule[1](reader)
  const { value, also } = typeof read === 'string' ? { value: read, also: undefined } : read
  parts.push({ ...place, end: reader.at, type: rule[0], value, json: value, also })
}

/** Text up to a zero byte. */
function readName(reader: ByteReader): string {
  const bytes: number[] = []
  for (let byte = reader.u8(); byte !== 0; byte = reader.u8()) bytes.push(byte)
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

/** Text with its length, which counts the zero byte behind it. */
function readString(reader: ByteReader): string {
  const { at } = reader
  const length = Number(reader.int(4, 'little'))
  if (length < 1) throw new Fault(at, { en: 'a length of at least 1', zh: '不小于 1 的长度' }, String(length))
  const content = reader.take(length)
  if (content.at(-1) !== 0) throw new Fault(reader.at - 1, { en: 'a zero byte', zh: '零字节' }, String(content.at(-1)))
  return toTextValue(content.subarray(0, -1)).json
}

type Read = string | { readonly value: string; readonly also: string }
type Rule = readonly [name: string, read: 'list' | 'map' | ((reader: ByteReader) => Read)]

const wrap = (name: string, value: string): string => `{ "${name}": ${value} }`
const quote = (text: string): string => JSON.stringify(text)

/** Types of elements by their number, and their values in Extended JSON. */
const TYPES: Readonly<Record<number, Rule>> = {
  0x01: ['double', (reader) => toDouble(reader.float(8, 'little'))],
  0x02: ['string', readString],
  0x03: ['document', 'map'],
  0x04: ['array', 'list'],
  0x05: ['binary', readBinary],
  0x06: ['undefined', () => wrap('$undefined', 'true')],
  0x07: ['ObjectId', readObjectId],
  0x08: ['boolean', (reader) => (reader.u8() === 0 ? 'false' : 'true')],
  0x09: ['UTC datetime', readDate],
  0x0a: ['null', () => 'null'],
  0x0b: [
    'regular expression',
    (reader) => {
      const [pattern, options] = [quote(readName(reader)), quote(readName(reader))]
      return wrap('$regularExpression', `{ "pattern": ${pattern}, "options": ${options} }`)
    },
  ],
  0x0c: [
    'DBPointer',
    (reader) => {
      const [ref, id] = [readString(reader), toHex(reader.take(12))]
      return wrap('$dbPointer', `{ "$ref": ${ref}, "$id": ${wrap('$oid', quote(id))} }`)
    },
  ],
  0x0d: ['JavaScript code', (reader) => wrap('$code', readString(reader))],
  0x0e: ['symbol', (reader) => wrap('$symbol', readString(reader))],
  0x10: ['int32', (reader) => String(reader.int(4, 'little'))],
  0x11: [
    'timestamp',
    (reader) => {
      const [i, t] = [reader.uint(4, 'little'), reader.uint(4, 'little')]
      return { value: wrap('$timestamp', `{ "t": ${t}, "i": ${i} }`), also: toInstantText(Number(t)) ?? '' }
    },
  ],
  0x12: ['int64', (reader) => String(reader.int(8, 'little'))],
  0x13: ['decimal128', (reader) => wrap('$numberDecimal', quote(toDecimal128Text(reader.uint(16, 'little'))))],
  0x7f: ['max key', () => wrap('$maxKey', '1')],
  0xff: ['min key', () => wrap('$minKey', '1')],
}

/** Numbers that JSON has as they are, with a point so that they stay floating; others by their name. */
function toDouble(number: number): string {
  if (!Number.isFinite(number)) return wrap('$numberDouble', quote(String(number)))
  if (Object.is(number, -0)) return '-0.0'
  return Number.isInteger(number) && Math.abs(number) < 1e21 ? `${number}.0` : String(number)
}

function readBinary(reader: ByteReader): Read {
  const { at } = reader
  const length = Number(reader.int(4, 'little'))
  if (length < 0) throw new Fault(at, { en: 'a length that is not negative', zh: '非负的长度' }, String(length))
  const kind = reader.u8()
  const content = reader.take(length)
  const hex = toHex(Uint8Array.of(kind))
  const value = wrap('$binary', `{ "base64": ${quote(toBase64(content))}, "subType": "${hex}" }`)
  return kind === UUID && length === 16 ? { value, also: toUuid(content) } : value
}

/** The first four bytes are when it was made. */
function readObjectId(reader: ByteReader): Read {
  const content = reader.take(12)
  const seconds = Number.parseInt(toHex(content.subarray(0, 4)), 16)
  return { value: wrap('$oid', quote(toHex(content))), also: toInstantText(seconds) ?? '' }
}

/** Milliseconds; from 1970 to 9999 as RFC 3339, with none or all three digits behind the second. */
function readDate(reader: ByteReader): Read {
  const ms = reader.int(8, 'little')
  const isWritten = ms >= 0n && toInstantText(Number(ms) / 1000) !== undefined
  const text = isWritten ? new Date(Number(ms)).toISOString().replace('.000Z', 'Z') : undefined
  return wrap('$date', text === undefined ? wrap('$numberLong', quote(String(ms))) : quote(text))
}
