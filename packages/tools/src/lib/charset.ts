import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toHex, type Bytes } from './bytes.ts'
import { fromUnits } from './from-units.ts'
import { badCharacter, refuseLoneSurrogate } from './text-place.ts'
import { listUhc } from './uhc.ts'

/** Character encodings that texts are read and written in, by their WHATWG names; latin1 is ISO-8859-1 itself. */
export const CHARSETS = {
  'utf-8': { en: 'UTF-8', zh: 'UTF-8' },
  gb18030: { en: 'GB18030 (GBK, GB2312)', zh: 'GB18030（GBK、GB2312）' },
  'utf-16le': { en: 'UTF-16 LE', zh: 'UTF-16 LE' },
  'utf-16be': { en: 'UTF-16 BE', zh: 'UTF-16 BE' },
  'utf-32le': { en: 'UTF-32 LE', zh: 'UTF-32 LE' },
  'utf-32be': { en: 'UTF-32 BE', zh: 'UTF-32 BE' },
  latin1: { en: 'Latin-1 (ISO-8859-1)', zh: 'Latin-1（ISO-8859-1）' },
  'windows-1252': { en: 'Windows-1252', zh: 'Windows-1252' },
  big5: { en: 'Big5', zh: 'Big5' },
  shift_jis: { en: 'Shift_JIS', zh: 'Shift_JIS' },
  'euc-kr': { en: 'EUC-KR', zh: 'EUC-KR' },
  'windows-1251': { en: 'Windows-1251 (Cyrillic)', zh: 'Windows-1251（西里尔字母）' },
  'koi8-r': { en: 'KOI8-R', zh: 'KOI8-R' },
} as const satisfies Record<string, Text>
export type Charset = keyof typeof CHARSETS
export const CHARSET_NAMES = Object.keys(CHARSETS) as [Charset, ...Charset[]]

/**
 * Writes a text in a character encoding. Throws `bad_input` with line and column at a lone surrogate
 * and at a character that the encoding does not have.
 */
export function encodeText(text: string, charset: Charset, field = 'text'): Bytes {
  refuseLoneSurrogate(text, field)
  switch (charset) {
    case 'utf-8':
      return new TextEncoder().encode(text)
    case 'utf-16le':
    case 'utf-16be':
      return encodeUtf16(text, charset === 'utf-16le')
    case 'utf-32le':
    case 'utf-32be':
      return encodeUtf32(text, charset === 'utf-32le')
    default:
      return encodeByTable(text, charset, field)
  }
}

/** The encoding of a label as browsers read it (WHATWG Encoding): `GBK`, `gb2312`, `utf8`. */
export function findCharset(label: string): Charset | undefined {
  const encoding = findDecoder(label)?.encoding
  return encoding === 'gbk' ? 'gb18030' : CHARSET_NAMES.find((name) => name === encoding)
}

/** A decoder of a label as browsers read it, which replaces what it cannot read; a byte order mark stays. */
export function findDecoder(label: string): TextDecoder | undefined {
  const name = label.toLowerCase()
  const known = decoders.get(name)
  if (known) return known
  try {
    const decoder = new TextDecoder(name, { ignoreBOM: true })
    decoders.set(name, decoder)
    return decoder
  } catch {
    return undefined // no encoding has this label
  }
}
const decoders = new Map<string, TextDecoder>()

/** Reads bytes as a text; a byte order mark stays. Throws `unsupported_value` if they are not of that encoding. */
export function decodeText(bytes: Uint8Array, charset: Charset): string {
  const text = findText(bytes, charset)
  if (text !== undefined) return text
  const reason = { en: `these bytes are not ${CHARSETS[charset].en}`, zh: `这些字节不是 ${CHARSETS[charset].zh}` }
  throw new AppError('unsupported_value', { got: `${toHex(bytes.subarray(0, 16), ' ')}${bytes.length > 16 ? ' …' : ''}`, reason })
}

/** Reads bytes as a text, or nothing if they are not of that encoding. */
export function findText(bytes: Uint8Array, charset: Charset): string | undefined {
  // TextDecoder('latin1') reads windows-1252 (Encoding Standard §4.2), which moves 0x80–0x9F.
  if (charset === 'latin1') return fromUnits(bytes)
  if (charset === 'utf-32le' || charset === 'utf-32be') return decodeUtf32(bytes, charset === 'utf-32le')
  if (charset === 'euc-kr') return decodeEucKr(bytes)
  const text = decodeSound(bytes, charset)
  if (text === undefined) return undefined
  // Big5 has no private characters and no 0x80; Node reads those of Hong Kong, which it does not know, as such.
  if (charset === 'big5' && /[\p{Co}\x80]/u.test(text)) return undefined
  return charset === 'shift_jis' ? toTrueControls(text) : text
}

/** How U+FFFD is written in the encodings that have it. */
const FFFD: Readonly<Record<string, readonly number[]>> = {
  'utf-8': [0xef, 0xbf, 0xbd],
  'utf-16le': [0xfd, 0xff],
  'utf-16be': [0xff, 0xfd],
  gb18030: [0x84, 0x31, 0xa4, 0x37],
  gbk: [0x84, 0x31, 0xa4, 0x37],
}

/**
 * Reads bytes by the decoder of a label as browsers know it, or nothing if they are not sound. One that replaces what it
 * cannot read is asked first, since to throw takes longer than to read: 20 µs.
 */
export function decodeSound(bytes: Uint8Array, label: string): string | undefined {
  const decoder = findDecoder(label)
  if (!decoder || (decoder.encoding === 'utf-8' && !beginsSound(bytes))) return undefined
  const text = decoder.decode(bytes)
  const hasReplaced = text.includes('\ufffd')
  // Node replaces some by U+001A.
  if (!hasReplaced && !text.includes('\x1a')) return text
  if (hasReplaced && !FFFD[decoder.encoding]?.every((byte) => bytes.includes(byte))) return undefined
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** How much of many bytes is read first: of a picture or an archive the rest need not be. */
const FIRST_BYTES = 1 << 12

function beginsSound(bytes: Uint8Array): boolean {
  if (bytes.length <= FIRST_BYTES) return true
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, FIRST_BYTES), { stream: true })
    return true
  } catch {
    return false
  }
}

/** Node reads the bytes 1A, 1C and 7F of Shift_JIS as 1C, 7F and 1A, as IBM's table has it; browsers do not. */
function toTrueControls(text: string): string {
  isTurned ??= new TextDecoder('shift_jis').decode(Uint8Array.of(0x1c)) !== '\x1c'
  // oxlint-disable-next-line no-control-regex -- these are what is turned
  return isTurned ? text.replaceAll(/[\x1a\x1c\x7f]/g, (char) => TURNED[char as keyof typeof TURNED]) : text
}
let isTurned: boolean | undefined
const TURNED = { '\x1c': '\x1a', '\x7f': '\x1c', '\x1a': '\x7f' } as const

/** Node's decoder drops the bytes that it does not know and says nothing, so ours is used everywhere. */
function decodeEucKr(bytes: Uint8Array): string | undefined {
  const signs = (eucKrSigns ??= new Map(
    Array.from(getTable('euc-kr'), ([char, [lead = 0, trail = 0]]) => [lead * 256 + trail, char]),
  ))
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    const sign = byte < 0x80 ? String.fromCharCode(byte) : signs.get(byte * 256 + (bytes[++i] ?? 0))
    if (sign === undefined) return undefined
    parts.push(sign)
  }
  return parts.join('')
}
let eucKrSigns: ReadonlyMap<number, string> | undefined

function encodeUtf16(text: string, isLittle: boolean): Bytes {
  const bytes = new Uint8Array(text.length * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), isLittle)
  return bytes
}

function encodeUtf32(text: string, isLittle: boolean): Bytes {
  const points = Array.from(text, (char) => char.codePointAt(0) ?? 0)
  const bytes = new Uint8Array(points.length * 4)
  const view = new DataView(bytes.buffer)
  points.forEach((point, i) => view.setUint32(i * 4, point, isLittle))
  return bytes
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string | undefined {
  if (bytes.length % 4) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 4) {
    const point = view.getUint32(i, isLittle)
    if (point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return undefined
    parts.push(String.fromCodePoint(point))
  }
  return parts.join('')
}

type TableCharset = Exclude<Charset, 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be'>
const tables = new Map<TableCharset, ReadonlyMap<string, readonly number[]>>()

/** Of one UTF-16 unit in any of these sets. */
const MOST_BYTES = 4

function encodeByTable(text: string, charset: TableCharset, field: string): Bytes {
  const table = getTable(charset)
  const bytes = new Uint8Array(text.length * MOST_BYTES)
  let end = 0
  for (let offset = 0; offset < text.length; offset++) {
    const point = text.codePointAt(offset)!
    if (point < 0x80) {
      bytes[end++] = point // all these sets have ASCII
      continue
    }
    const char = String.fromCodePoint(point)
    const code = table.get(char) ?? (charset === 'gb18030' ? findLongCode(char) : undefined)
    if (!code) throw badCharacter({ field, text, offset, expected: toExpectation(charset) })
    for (const byte of code) bytes[end++] = byte
    offset += char.length - 1
  }
  return bytes.slice(0, end)
}

function toExpectation(charset: Charset): Text {
  return { en: `characters of ${CHARSETS[charset].en}`, zh: `${CHARSETS[charset].zh} 中的字符` }
}

/** The encoder's table is the decoder read backwards, so that both always agree; the first code of a character wins. */
function getTable(charset: TableCharset): ReadonlyMap<string, readonly number[]> {
  let table = tables.get(charset)
  if (!table) tables.set(charset, (table = createTable(charset)))
  return table
}

/** What has four bytes in GB18030: seldom wanted, and most of the time that its tables take. */
const findLongCode = (char: string): readonly number[] | undefined =>
  toGb18030Plane(char) ?? (longCodes ??= createLongCodes()).get(char)
let longCodes: ReadonlyMap<string, readonly number[]> | undefined

/** U+FFFD has a code of its own here, which looks like a failure when it is read. */
const GB18030_FFFD = [0x84, 0x31, 0xa4, 0x37]

function createTable(charset: TableCharset): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>([['\n', [0x0a]]])
  for (const codes of listCodes(charset)) readCodes({ table, codes, charset })
  if (charset === 'gb18030') table.set('\ufffd', GB18030_FFFD)
  if (charset === 'euc-kr') for (const [char, code] of listUhc(table)) table.set(char, code)
  return table
}

function readCodes(options: { table: Map<string, readonly number[]>; codes: readonly number[][]; charset: TableCharset }): void {
  const { table, codes, charset } = options
  const joined = joinLines(codes)
  const read = charset === 'latin1' ? fromUnits(joined) : new TextDecoder(charset, { ignoreBOM: true }).decode(joined)
  const text = charset === 'shift_jis' ? toTrueControls(read) : read
  text.split('\n').forEach((char, i) => {
    const code = codes[i]
    const isPrivate = (charset === 'big5' || charset === 'euc-kr') && /\p{Co}/u.test(char)
    const isOne =
      code && !isPrivate && char !== '' && char !== '\ufffd' && char.length === (char.codePointAt(0)! > 0xffff ? 2 : 1)
    if (isOne && (!table.has(char) || (charset === 'big5' && LAST_IN_BIG5.includes(char)))) table.set(char, code)
  })
}

/** The codes with a line end behind each. */
function joinLines(codes: readonly (readonly number[])[]): Uint8Array {
  const joined = new Uint8Array(codes.reduce((sum, code) => sum + code.length + 1, 0))
  let end = 0
  for (const code of codes) {
    for (const byte of code) joined[end++] = byte
    joined[end++] = 0x0a
  }
  return joined
}

/** Signs with two codes of which the second is the usual one (Encoding Standard §5); of all others it is the first. */
const LAST_IN_BIG5 = '═╞╡╪十卅'

/** Lists of byte sequences that may stand for one character, the shorter ones first. */
function* listCodes(charset: TableCharset): Generator<number[][]> {
  yield range(0, 255)
    .filter((byte) => byte !== 0x0a && (byte < 0x80 || !isMultiByte(charset) || charset === 'shift_jis'))
    .map((byte) => [byte])
  if (!isMultiByte(charset)) return
  // The signs of IBM have two codes in Shift_JIS; those of NEC are read, and not written (Encoding Standard §5, index Shift_JIS pointer).
  const leads = range(0x81, 0xfe).filter((lead) => charset !== 'shift_jis' || (lead !== 0xed && lead !== 0xee))
  yield leads.flatMap((lead) => range(0x40, 0xfe).map((trail) => [lead, trail]))
}

function createLongCodes(): ReadonlyMap<string, readonly number[]> {
  const table = new Map<string, readonly number[]>()
  const digits = range(0x30, 0x39)
  for (const first of range(0x81, 0x84)) {
    const codes = digits.flatMap((b) => range(0x81, 0xfe).flatMap((c) => digits.map((d) => [first, b, c, d])))
    readCodes({ table, codes, charset: 'gb18030' })
  }
  return table
}

function isMultiByte(charset: TableCharset): boolean {
  return ['gb18030', 'big5', 'shift_jis', 'euc-kr'].includes(charset)
}

/** GB18030 maps U+10000–U+10FFFF in one run from 90 30 81 30 (GB 18030-2022 §6.2). */
function toGb18030Plane(char: string): number[] | undefined {
  const point = char.codePointAt(0) ?? 0
  if (point < 0x10000) return undefined
  const index = point - 0x10000
  return [
    0x90 + Math.floor(index / 12600),
    0x30 + (Math.floor(index / 1260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ]
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}
