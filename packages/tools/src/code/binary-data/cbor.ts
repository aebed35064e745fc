import { formatAddress } from '@octet/core/ip/address.ts'
import { joinBytes, toHex } from '../../lib/bytes.ts'
import { CBOR_TAGS } from './cbor-tags.ts'
import { toFloatJson, toFloatText, toInstantText } from './number-text.ts'
import { Fault, readTree, toSize, type ByteReader, type HolderPart, type Part, type Tree } from './part.ts'
import { toBytesValue, toTextValue, toUuid, type StringValue } from './string-value.ts'

/** Additional information of a head (RFC 8949 §3). */
const [ONE_BYTE, EIGHT_BYTES, OPEN_ENDED] = [24, 27, 31]
const BREAK = 0xff
/** To write larger numbers in decimal takes long, and says nothing. */
const MOST_NUMBER_BYTES = 1024
const [BYTES, TEXT, LIST, MAP, TAG] = [2, 3, 4, 5, 6]
const TYPES = ['uint', 'negative int', 'byte string', 'text string', 'array', 'map', 'tag', 'simple'] as const
const SIMPLE: Readonly<Record<number, string>> = { 20: 'false', 21: 'true', 22: 'null', 23: 'undefined' }
const FLOATS: Readonly<Record<number, 2 | 4 | 8>> = { 25: 2, 26: 4, 27: 8 }

/** Reads CBOR (RFC 8949), one item or several (RFC 8742), for its diagnostic notation (§8). */
export const readCbor = (bytes: Uint8Array): Tree => readTree(bytes, (reader, into) => readItem(reader, into))

type Head = { readonly start: number; readonly major: number; readonly info: number; readonly value: bigint }

function readHead(reader: ByteReader): Head {
  const start = reader.at
  const first = reader.u8()
  const [major, info] = [first >> 5, first & 31]
  if (info < ONE_BYTE) return { start, major, info, value: BigInt(info) }
  if (info <= EIGHT_BYTES) return { start, major, info, value: reader.uint(1 << (info - ONE_BYTE)) }
  if (info === OPEN_ENDED && major !== 0 && major !== 1 && major !== TAG) return { start, major, info, value: 0n }
  throw new Fault(start, { en: 'the head of an item', zh: '数据项首部' }, `0x${toHex(Uint8Array.of(first))}`)
}

function readItem(reader: ByteReader, into: Part[], key?: Part): Part {
  reader.count()
  const head = readHead(reader)
  const { start, major, info, value } = head
  const isOpen = info === OPEN_ENDED
  const put = <P extends Part>(part: P): P => {
    into.push(part)
    return part
  }
  const leaf = (type: string, text: string, json: string) => put({ start, end: reader.at, type, key, value: text, json })
  switch (major) {
    case 0:
    case 1: {
      const number = major === 0 ? value : -1n - value
      return leaf(TYPES[major], String(number), String(number))
    }
    case BYTES:
    case TEXT: {
      if (isOpen) return readPieces(reader, put(hold(head, { open: '(_ ', close: ')', holds: 'list', key })), major)
      const content = reader.take(toSize(value))
      return put({ start, end: reader.at, type: TYPES[major]!, key, ...toStringValue(major, content) })
    }
    case LIST:
      return fill(reader, put(hold(head, { open: isOpen ? '[_ ' : '[', close: ']', holds: 'list', key })), head, (parts) =>
        readItem(reader, parts),
      )
    case MAP:
      return fill(reader, put(hold(head, { open: isOpen ? '{_ ' : '{', close: '}', holds: 'map', key })), head, (parts) => {
        const name = readItem(reader, [])
        readItem(reader, parts, name)
      })
    case TAG:
      return readTagged(reader, put(hold(head, { open: `${value}(`, close: ')', holds: 'one', key })), value)
    default:
      return readSimple(reader, head, leaf)
  }
}

type Shape = Pick<HolderPart, 'open' | 'close' | 'holds' | 'key'>

function hold({ start, major, value }: Head, shape: Shape): HolderPart {
  const tag = major === TAG ? CBOR_TAGS[String(value)] : undefined
  const type = major === TAG ? `tag ${value}${tag ? ` ${tag}` : ''}` : TYPES[major]!
  return { start, end: 0, type, parts: [], ...shape }
}

/** Reads the items of a list or a map: as many as its head says, or up to the break. */
function fill(reader: ByteReader, holder: HolderPart, { info, value }: Head, readOne: (parts: Part[]) => void): Part {
  reader.enter(() => {
    if (info === OPEN_ENDED) while (!takeBreak(reader)) readOne(holder.parts)
    else for (let left = value; left > 0n; left--) readOne(holder.parts)
  })
  holder.end = reader.at
  return holder
}

/** A string of open length is strings of its own kind up to the break (§3.2.3). */
function readPieces(reader: ByteReader, holder: HolderPart, major: number): Part {
  const contents: Uint8Array[] = []
  reader.enter(() => {
    while (!takeBreak(reader)) {
      reader.count()
      const { start, major: found, info, value } = readHead(reader)
      if (found !== major || info === OPEN_ENDED)
        throw new Fault(start, { en: `a ${TYPES[major]}`, zh: TYPES[major]! }, TYPES[found]!)
      const content = reader.take(toSize(value))
      contents.push(content)
      holder.parts.push({ start, end: reader.at, type: TYPES[major]!, ...toStringValue(major, content) })
    }
  })
  holder.end = reader.at
  holder.json = toStringValue(major, joinBytes(contents)).json
  return holder
}

function takeBreak(reader: ByteReader): boolean {
  if (reader.peek() !== BREAK) return false
  reader.u8()
  return true
}

const toStringValue = (major: number, content: Uint8Array): StringValue =>
  major === BYTES ? toBytesValue(content) : toTextValue(content)

function readSimple(
  reader: ByteReader,
  { start, info, value }: Head,
  leaf: (type: string, text: string, json: string) => Part,
): Part {
  if (info === OPEN_ENDED) throw new Fault(start, { en: 'an item', zh: '数据项' }, { en: 'a break (0xff)', zh: 'break（0xff）' })
  const size = FLOATS[info]
  if (size) {
    reader.at = start + 1
    const number = reader.float(size)
    return leaf(`float${size * 8}`, toFloatText(number), toFloatJson(number))
  }
  if (info === ONE_BYTE && value < 32n)
    throw new Fault(start + 1, { en: 'a simple value above 31', zh: '大于 31 的简单值' }, String(value))
  const name = SIMPLE[Number(value)]
  return leaf('simple', name ?? `simple(${value})`, name === undefined || name === 'undefined' ? 'null' : name)
}

/** A tag with the item that it is about, and what it says of that (§3.4). */
function readTagged(reader: ByteReader, holder: HolderPart, tag: bigint): Part {
  reader.enter(() => readItem(reader, holder.parts))
  holder.end = reader.at
  const inner = holder.parts[0]!
  const meaning = toMeaning(tag, inner)
  holder.also = meaning?.text
  holder.json = meaning?.json
  return holder
}

/** What a tag makes of a number or a string of bytes. */
function toMeaning(tag: bigint, inner: Part): { text: string; json?: string } | undefined {
  if (inner.parts) return undefined
  const text = inner.bytes ? toBytesMeaning(tag, inner.bytes) : toNumberMeaning(tag, Number(inner.value))
  if (text === undefined) return undefined
  return tag === 2n || tag === 3n ? { text, json: text } : { text }
}

function toBytesMeaning(tag: bigint, content: Uint8Array): string | undefined {
  if (content.length > MOST_NUMBER_BYTES) return undefined
  const number = BigInt(`0x${toHex(content)}0`) >> 4n
  if (tag === 2n) return String(number)
  if (tag === 3n) return String(-1n - number)
  if (tag === 37n && content.length === 16) return toUuid(content)
  if (tag === 52n && content.length === 4) return formatAddress({ version: 4, value: number })
  return tag === 54n && content.length === 16 ? formatAddress({ version: 6, value: number }) : undefined
}

function toNumberMeaning(tag: bigint, number: number): string | undefined {
  if (tag === 1n) return toInstantText(number)
  return tag === 100n ? toInstantText(number * 86_400)?.slice(0, 10) : undefined
}
