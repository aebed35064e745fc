import type { Text } from '@octet/core/text.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Bytes } from './bytes.ts'
import { ALPHABETS, decodeBits, decodeNumber, encodeBits, encodeNumber, refuseFaults, toAlphabetWords } from './radix-text.ts'
import { badCharacter } from './text-place.ts'

/** A way of writing bytes as text, other than base64. */
export type BaseCodec = {
  readonly title: Text
  encode(bytes: Uint8Array): string
  /** Throws `bad_input` with line and column at what does not belong there. */
  decode(text: string, field: string): Bytes
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const ASCII85 = Array.from({ length: 85 }, (_, i) => String.fromCharCode(33 + i)).join('')
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
const BASE91 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$%&()*+,./:;<=>?@[]^_`{|}~"'

/** Bases beside base64, by id. */
export const BASE_CODECS = {
  base16: bitCodec('Base16', 'base16'),
  base32: bitCodec('Base32', 'base32'),
  base32hex: bitCodec('Base32hex', 'base32hex'),
  base45: { title: same('Base45'), encode: encode45, decode: decode45 },
  base58: numberCodec('Base58', BASE58),
  base62: numberCodec('Base62', BASE62),
  base85: {
    title: same('Ascii85'),
    encode: (bytes) => encode85(bytes, ASCII85),
    decode: (text, field) => decode85(text, ASCII85, field),
  },
  z85: { title: same('Z85'), encode: (bytes) => encode85(bytes, Z85), decode: (text, field) => decode85(text, Z85, field) },
  base91: { title: same('Base91'), encode: encode91, decode: decode91 },
} as const satisfies Record<string, BaseCodec>
export type BaseId = keyof typeof BASE_CODECS

function same(word: string): Text {
  return { en: word, zh: word }
}

function bitCodec(title: string, name: 'base16' | 'base32' | 'base32hex'): BaseCodec {
  const alphabet = ALPHABETS[name]
  return {
    title: same(title),
    encode: (bytes) => encodeBits(bytes, alphabet),
    decode: (text, field) => {
      const report = decodeBits(text, alphabet)
      refuseFaults(text, report, field)
      return report.bytes
    },
  }
}

function numberCodec(title: string, characters: string): BaseCodec {
  return {
    title: same(title),
    encode: (bytes) => encodeNumber(refuseLong(bytes.length, bytes), characters),
    decode: (text, field) => decodeNumber(refuseLong(text.length, text), characters, field),
  }
}

/** One large number takes quadratic time; these bases are meant for keys and ids. */
function refuseLong<T>(length: number, value: T): T {
  if (length > 20_000) throw new AppError('too_large', { field: 'text', limit: 20_000, got: length })
  return value
}

/** RFC 9285 §4: two bytes make three characters, a single one makes two, the smallest digit first. */
function encode45(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 2) {
    const isPair = i + 1 < bytes.length
    let value = isPair ? (bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0) : (bytes[i] ?? 0)
    for (let n = isPair ? 3 : 2; n > 0; n--) {
      text += BASE45.charAt(value % 45)
      value = Math.floor(value / 45)
    }
  }
  return text
}

function decode45(text: string, field: string): Bytes {
  // A space is a digit here; only line breaks can be left out.
  const { digits, toOffset } = readDigits(text, { characters: BASE45, field, skipped: /[\r\n]/ })
  const bytes = new Uint8Array(Math.ceil((digits.length / 3) * 2))
  let size = 0
  for (let i = 0; i < digits.length; i += 3) {
    const isPair = i + 2 < digits.length
    const value = digits[i]! + (digits[i + 1] ?? 0) * 45 + (isPair ? digits[i + 2]! * 2025 : 0)
    if (i + 1 === digits.length || value > (isPair ? 0xffff : 0xff))
      throw badCharacter({
        field,
        text,
        offset: toOffset(i),
        expected: { en: 'a group of 3 (or 2 at the end) within range', zh: '数值在范围内的三字符组（末尾可为两个）' },
      })
    if (isPair) bytes[size++] = value >> 8
    bytes[size++] = value
  }
  return bytes.slice(0, size)
}

/** Four bytes make five characters, the largest digit first; a shorter last group loses as many characters as bytes. */
function encode85(bytes: Uint8Array, characters: string): string {
  const parts: string[] = []
  for (let i = 0; i < bytes.length; i += 4) {
    const size = Math.min(4, bytes.length - i)
    let value = 0
    for (let n = 0; n < 4; n++) value = value * 256 + (bytes[i + n] ?? 0)
    if (value === 0 && size === 4 && characters === ASCII85) {
      parts.push('z')
      continue
    }
    let group = ''
    for (let n = 0; n < 5; n++, value = Math.floor(value / 85)) group = characters.charAt(value % 85) + group
    parts.push(group.slice(0, size + 1))
  }
  return parts.join('')
}

function decode85(source: string, characters: string, field: string): Bytes {
  const isAscii = characters === ASCII85
  const start = (isAscii && /^\s*<~/.exec(source)?.[0].length) || 0
  const text = isAscii ? source.replace(/~>\s*$/, '') : source
  // The digit after the last one is the z of Ascii85.
  const { digits, toOffset } = readDigits(text, { characters: isAscii ? `${ASCII85}z` : characters, field, start })
  const bytes = new Uint8Array(digits.length * 4)
  let size = 0
  for (let i = 0; i < digits.length;) {
    if (digits[i] === 85) {
      size += 4
      i++
      continue
    }
    const length = Math.min(5, digits.length - i)
    let value = 0
    for (let n = 0; n < 5; n++) value = value * 85 + (n < length ? digits[i + n]! : 84)
    if (length === 1 || value > 0xffff_ffff || digits.subarray(i, i + length).includes(85))
      throw badCharacter({
        field,
        text,
        offset: toOffset(i),
        expected: { en: 'a group of five below 2^32', zh: '数值小于 2^32 的五字符组' },
      })
    for (let n = 1; n < length; n++) bytes[size++] = Math.floor(value / 2 ** (32 - 8 * n))
    i += length
  }
  return bytes.slice(0, size)
}

/** 13 or 14 bits make two characters, the lowest bits first. */
function encode91(bytes: Uint8Array): string {
  let text = ''
  let buffer = 0
  let held = 0
  for (const byte of bytes) {
    buffer |= byte << held
    held += 8
    if (held <= 13) continue
    const isShort = (buffer & 8191) > 88
    const value = buffer & (isShort ? 8191 : 16383)
    buffer >>>= isShort ? 13 : 14
    held -= isShort ? 13 : 14
    text += BASE91.charAt(value % 91) + BASE91.charAt(Math.floor(value / 91))
  }
  if (held) text += BASE91.charAt(buffer % 91) + (held > 7 || buffer > 90 ? BASE91.charAt(Math.floor(buffer / 91)) : '')
  return text
}

function decode91(text: string, field: string): Bytes {
  const { digits } = readDigits(text, { characters: BASE91, field })
  const bytes = new Uint8Array(digits.length)
  let size = 0
  let buffer = 0
  let held = 0
  for (let i = 0; i + 1 < digits.length; i += 2) {
    const value = digits[i]! + digits[i + 1]! * 91
    buffer |= value << held
    held += (value & 8191) > 88 ? 13 : 14
    for (; held > 7; held -= 8, buffer >>>= 8) bytes[size++] = buffer
  }
  if (digits.length % 2) bytes[size++] = buffer | (digits.at(-1)! << held)
  return bytes.slice(0, size)
}

type DigitOptions = {
  readonly characters: string
  readonly field: string
  /** Where the digits begin. */
  readonly start?: number
  /** What may stand between them. */
  readonly skipped?: RegExp
}

/** The digits of a text and where each stands in it. Throws `bad_input` with the place of what is no digit. */
function readDigits(text: string, { characters, field, start = 0, skipped = /\s/ }: DigitOptions) {
  const values = new Int8Array(128).fill(-1)
  for (let i = 0; i < characters.length; i++) values[characters.charCodeAt(i)] = i
  const digits = new Uint8Array(text.length - start)
  let count = 0
  for (let at = start; at < text.length; at++) {
    const value = values[text.charCodeAt(at)] ?? -1
    if (value >= 0) digits[count++] = value
    else if (!skipped.test(text[at]!)) throw badCharacter({ field, text, offset: at, expected: toAlphabetWords(characters) })
  }
  const toOffset = (index: number) => {
    let at = start
    for (let left = index; left > 0 || skipped.test(text[at]!); at++) if (!skipped.test(text[at]!)) left--
    return at
  }
  return { digits: digits.subarray(0, count), toOffset }
}
