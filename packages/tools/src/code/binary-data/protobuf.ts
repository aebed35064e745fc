import { findReadable } from '../../lib/byte-text.ts'
import { toFloatText } from './number-text.ts'
import { ByteReader, Fault, readTree, toSize, type HolderPart, type Part, type Tree } from './part.ts'

/** Wire types (Protocol Buffers, Encoding). */
const [VARINT, FIXED64, LENGTH, START, END, FIXED32] = [0, 1, 2, 3, 4, 5]
const MAX_FIELD = 2n ** 29n - 1n
/** Of numbers that may stand in one string of bytes, so many are shown. */
const MAX_PACKED = 20
/** A frame of gRPC: whether it is compressed, and its length. */
const FRAME_BYTES = 5

/**
 * Reads a message of Protocol Buffers without its schema. What is of some length is a text where it reads as one, else a
 * message where it reads as one, else bytes; numbers are shown as they are and as what they may mean.
 */
export function readProtobuf(bytes: Uint8Array): Tree {
  const reader = (inner: ByteReader, into: Part[]) => readField(inner, into)
  return readTree(bytes, reader, isFrame(bytes) ? FRAME_BYTES : 0)
}

/** Whether bytes are one whole message of gRPC, not compressed. */
export function isFrame(bytes: Uint8Array): boolean {
  const head = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return bytes.length >= FRAME_BYTES && bytes[0] === 0 && head.getUint32(1) === bytes.length - FRAME_BYTES
}

/** Reads a field; gives the number of a group that ends here. */
function readField(reader: ByteReader, into: Part[], group?: bigint): boolean {
  reader.count()
  const start = reader.at
  const tag = readVarint(reader)
  const [field, wire] = [tag >> 3n, Number(tag & 7n)]
  if (field === 0n || field > MAX_FIELD)
    throw new Fault(start, { en: `a field number of 1–${MAX_FIELD}`, zh: `1–${MAX_FIELD} 的字段编号` }, String(field))
  if (wire === END && field === group) return true
  const key = String(field)
  const leaf = (type: string, value: string, also?: string) => into.push({ start, end: reader.at, type, key, value, also })
  switch (wire) {
    case VARINT: {
      const number = readVarint(reader)
      leaf('varint', String(number), toVarintMeanings(number))
      break
    }
    case FIXED64: {
      const [hex, double] = [toFixed(reader, 8), again(reader, 8).float(8, 'little')]
      leaf('fixed64', hex, `double ${toFloatText(double)}, int64 ${BigInt.asIntN(64, BigInt(hex))}`)
      break
    }
    case FIXED32: {
      const [hex, float] = [toFixed(reader, 4), again(reader, 4).float(4, 'little')]
      leaf('fixed32', hex, `float ${toFloatText(float)}, int32 ${BigInt.asIntN(32, BigInt(hex))}`)
      break
    }
    case LENGTH:
      readContent(reader, into, { start, key })
      break
    case START: {
      const holder = hold('group', start, key)
      into.push(holder)
      reader.enter(() => {
        while (!readField(reader, holder.parts, field));
      })
      holder.end = reader.at
      break
    }
    default:
      throw new Fault(start, { en: 'a wire type of 0–3 or 5', zh: '线路类型 0–3 或 5' }, String(wire))
  }
  return false
}

/** Fields hold others in braces, without a colon behind their number. */
function hold(type: string, start: number, field: string): HolderPart {
  return { start, end: 0, type, key: field, holds: 'fields', open: `${field} {`, close: '}', parts: [] }
}

function readVarint(reader: ByteReader): bigint {
  const { at } = reader
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = reader.u8()
    value |= BigInt(byte & 0x7f) << shift
    if (byte < 0x80) return BigInt.asUintN(64, value)
  }
  throw new Fault(at, { en: 'a number of at most 10 bytes', zh: '至多 10 字节的数' }, { en: 'more', zh: '更长' })
}

function toFixed(reader: ByteReader, size: 4 | 8): string {
  return `0x${reader
    .uint(size, 'little')
    .toString(16)
    .padStart(size * 2, '0')}`
}

/** The bytes that have just been taken. */
const again = (reader: ByteReader, size: number) => new ByteReader(reader.bytes, reader.at - size, reader.at)

function toVarintMeanings(number: bigint): string | undefined {
  const signed = BigInt.asIntN(64, number)
  const zigzag = (number >> 1n) ^ -(number & 1n)
  const meanings = [...(signed < 0n ? [`int64 ${signed}`] : []), `sint64 ${zigzag}`]
  return number <= 1n ? `bool ${number === 1n}` : meanings.join(', ')
}

function readContent(reader: ByteReader, into: Part[], { start, key }: { start: number; key: string }): void {
  const length = readVarint(reader)
  const inner = reader.within(toSize(length))
  const content = reader.bytes.subarray(inner.at, inner.end)
  const text = findReadable(content)
  const putText = (found: string) => into.push({ start, end: reader.at, type: 'string', key, value: JSON.stringify(found) })
  // A message begins with what would be a line break or a tab.
  if (text !== undefined && !/[\t-\r]/.test(text)) {
    putText(text)
    return
  }
  const holder = hold('message', start, key)
  try {
    reader.enter(() => {
      while (!inner.isAtEnd) readField(inner, holder.parts)
    })
    holder.end = reader.at
    into.push(holder)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    if (text !== undefined) putText(text)
    else into.push({ start, end: reader.at, type: 'bytes', key, value: toEscaped(content), also: toPacked(content) })
  }
}

/** Bytes in the escapes of the text format. */
function toEscaped(content: Uint8Array): string {
  const escape = (byte: number) => {
    const char = String.fromCharCode(byte)
    if (byte < 0x20 || byte > 0x7e) return `\\${byte.toString(8).padStart(3, '0')}`
    return char === '"' || char === '\\' ? `\\${char}` : char
  }
  return `"${Array.from(content, escape).join('')}"`
}

/** The numbers that repeated fields pack into one. */
function toPacked(content: Uint8Array): string | undefined {
  const inner = new ByteReader(content)
  const numbers: bigint[] = []
  try {
    while (!inner.isAtEnd) numbers.push(readVarint(inner))
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
  const shown = numbers.slice(0, MAX_PACKED).join(', ')
  return `packed ${shown}${numbers.length > MAX_PACKED ? ', …' : ''}`
}
