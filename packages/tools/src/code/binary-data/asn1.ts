import { toHex } from '../../lib/bytes.ts'
import { findReadable } from '../../lib/byte-text.ts'
import { DER, toInteger, toOid, toText } from '../../lib/der.ts'
import { toTimeText } from '../../lib/asn1-time.ts'
import { readReal } from './asn1-real.ts'
import { OID_NAMES } from './oid-names.ts'
import { Fault, readTree, type ByteReader, type HolderPart, type Part, type Tree } from './part.ts'

/** Reads BER, of which DER is a part (X.690). */
export const readAsn1 = (bytes: Uint8Array): Tree => readTree(bytes, (reader, into) => readValue(reader, into))

/** Universal tags by their number (X.680 §8.6). */
const NAMES: readonly (string | undefined)[] = [
  'END OF CONTENTS',
  'BOOLEAN',
  'INTEGER',
  'BIT STRING',
  'OCTET STRING',
  'NULL',
  'OBJECT IDENTIFIER',
  'ObjectDescriptor',
  'EXTERNAL',
  'REAL',
  'ENUMERATED',
  'EMBEDDED PDV',
  'UTF8String',
  'RELATIVE-OID',
  'TIME',
  undefined,
  'SEQUENCE',
  'SET',
  'NumericString',
  'PrintableString',
  'TeletexString',
  'VideotexString',
  'IA5String',
  'UTCTime',
  'GeneralizedTime',
  'GraphicString',
  'VisibleString',
  'GeneralString',
  'UniversalString',
  'CHARACTER STRING',
  'BMPString',
]
const [UTC_TIME, GENERALIZED_TIME, REAL, ENUMERATED, RELATIVE_OID] = [0x17, 0x18, 0x09, 0x0a, 0x0d]
const TEXTS = new Set([0x0c, 0x12, 0x13, 0x14, 0x16, 0x1a, 0x1b, 0x1c, 0x1e])
const CLASSES = ['', 'APPLICATION ', '', 'PRIVATE '] as const
/** Whole numbers of so many bytes are written in decimal, larger ones as bytes: keys and serial numbers are read so. */
const MOST_DECIMAL_BYTES = 8
/** Longer object identifiers are shown as bytes. */
const MOST_OID_BYTES = 256

type Tag = { readonly start: number; readonly first: number; readonly number: number; readonly name: string }

function readTag(reader: ByteReader): Tag {
  const start = reader.at
  const first = reader.u8()
  let number = first & 31
  if (number === 31) {
    number = 0
    for (let byte = 0x80; byte >= 0x80;) {
      byte = reader.u8()
      number = number * 128 + (byte & 0x7f)
      if (number > 2 ** 31) throw new Fault(start, { en: 'a tag below 2³¹', zh: '小于 2³¹ 的标签' }, { en: 'more', zh: '更大' })
    }
  }
  const isUniversal = first < 0x40
  const name = isUniversal ? NAMES[number] : `[${CLASSES[first >> 6]}${number}]`
  if (name === undefined) throw new Fault(start, { en: 'a tag of X.680', zh: 'X.680 的标签' }, `[UNIVERSAL ${number}]`)
  return { start, first, number, name }
}

/** Bytes of a value; undefined where they go on until two zeros. */
function readLength(reader: ByteReader): number | undefined {
  const { at } = reader
  const first = reader.u8()
  if (first < 0x80) return first
  if (first === 0x80) return undefined
  const size = first & 0x7f
  const length = Number(reader.uint(size))
  if (size > 8 || !Number.isSafeInteger(length))
    throw new Fault(at, { en: 'a length of at most 8 bytes', zh: '至多 8 字节的长度' }, String(size))
  return length
}

function readValue(reader: ByteReader, into: Part[]): void {
  reader.count()
  const tag = readTag(reader)
  const length = readLength(reader)
  const isConstructed = (tag.first & 0x20) !== 0
  if (!isConstructed) {
    if (length === undefined)
      throw new Fault(tag.start + 1, { en: 'a length', zh: '长度' }, { en: 'an open one (0x80)', zh: '不定长（0x80）' })
    into.push(readPrimitive(reader, tag, length))
    return
  }
  const holder = hold(tag, `${tag.name} {`)
  into.push(holder)
  const inner = length === undefined ? reader : reader.within(length)
  reader.enter(() => {
    while (length === undefined ? !takeEnd(inner) : !inner.isAtEnd) readValue(inner, holder.parts)
  })
  holder.end = reader.at
}

function hold({ start, name }: Tag, open: string): HolderPart {
  return { start, end: 0, type: name, holds: 'fields', open, close: '}', parts: [] }
}

/** Two zeros end a value of open length. */
function takeEnd(reader: ByteReader): boolean {
  if (reader.bytes[reader.at] !== 0 || reader.bytes[reader.at + 1] !== 0 || reader.at + 2 > reader.end) return false
  reader.take(2)
  return true
}

function readPrimitive(reader: ByteReader, tag: Tag, length: number): Part {
  const from = reader.at
  const content = reader.take(length)
  const isString = tag.first === DER.octets || tag.first === DER.bits
  // A string of bits says first how many of its last byte are left over.
  const skipped = tag.first === DER.bits ? 1 : 0
  const inner = isString && (skipped === 0 || content[0] === 0) ? findInner(reader, from + skipped) : undefined
  if (inner) return { ...hold(tag, `${tag.name}, holds {`), end: reader.at, parts: inner }
  const { text, also } = toValue(tag, content)
  const value = text === '' ? tag.name : `${tag.name} ${text}`
  return { start: tag.start, end: reader.at, type: tag.name, value, also }
}

/** Values that a string is made of, if all of it reads as such. */
function findInner(reader: ByteReader, from: number): Part[] | undefined {
  const first = reader.bytes[from] ?? 0
  // Structures begin so, and chance bytes seldom do.
  const isLikely =
    first === DER.sequence || first === 0x31 || ((first === 2 || first === 4 || first === 3) && reader.at - from > 2)
  if (!isLikely || reader.at - from < 2) return undefined
  const size = reader.at - from
  reader.at = from
  const inner = reader.within(size)
  const parts: Part[] = []
  try {
    reader.enter(() => {
      while (!inner.isAtEnd) readValue(inner, parts)
    })
    return parts
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

function toValue({ first, number }: Tag, content: Uint8Array): { text: string; also?: string | undefined } {
  const value = { tag: first, content, raw: content, end: 0 }
  if (first >= 0x40) {
    const readable = findReadable(content)
    return { text: content.length === 0 ? '' : readable === undefined ? toHex(content, ' ') : JSON.stringify(readable) }
  }
  if (TEXTS.has(number)) return { text: JSON.stringify(toText(value)) }
  switch (number) {
    case 1:
      return { text: content.every((byte) => byte === 0) ? 'FALSE' : 'TRUE' }
    case DER.integer:
    case ENUMERATED:
      return content.length > MOST_DECIMAL_BYTES ? toLargeNumber(content) : { text: String(toInteger(value)) }
    case DER.bits:
      return toBits(content)
    case DER.nothing:
      return { text: '' }
    case DER.oid: {
      if (content.length > MOST_OID_BYTES) return { text: toHex(content, ' ') }
      const oid = toOid(value)
      const name = OID_NAMES[oid]
      return { text: name ? `${oid} ${name}` : oid }
    }
    case REAL:
      return readReal(content)
    case RELATIVE_OID:
      return { text: toOid({ ...value, content: Uint8Array.of(0, ...content) }).slice('0.0.'.length) }
    case UTC_TIME:
    case GENERALIZED_TIME:
      return { text: toTimeText(value) }
    default:
      return { text: toHex(content, ' ') }
  }
}

function toLargeNumber(content: Uint8Array): { text: string; also: string } {
  const isNegative = content[0]! >= 0x80
  const first = content.findIndex((byte) => byte !== (isNegative ? 0xff : 0))
  const top = first < 0 ? 0 : content[first]! ^ (isNegative ? 0xff : 0)
  const bits = first < 0 ? 0 : (content.length - first) * 8 - (Math.clz32(top) - 24)
  return { text: toHex(content, ' '), also: `${bits} bit` }
}

/** A few bits as they are, more as bytes. */
function toBits(content: Uint8Array): { text: string; also?: string } {
  const [unused = 0, ...bytes] = content
  const size = bytes.length * 8 - unused
  if (size > 32) return { text: toHex(content.subarray(1), ' '), also: `${size} bit` }
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return { text: `'${bits.slice(0, Math.max(0, size))}'B` }
}
