import type { Text } from '@octet/core/text.ts'
import { toBytes, type Bytes } from './bytes.ts'
import { badCharacter } from './text-place.ts'

/** An alphabet for {@link encodeBits}: its characters stand for 0, 1, 2 …; the padding, if any, for nothing. */
export type Alphabet = { readonly characters: string; readonly pad?: string; readonly foldsCase?: boolean }

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'

/** Alphabets with a power of two of characters. */
export const ALPHABETS = {
  base64: { characters: `${UPPER}${UPPER.toLowerCase()}${DIGITS}+/`, pad: '=' },
  base64url: { characters: `${UPPER}${UPPER.toLowerCase()}${DIGITS}-_`, pad: '=' },
  /** RFC 3501 §5.1.3: mailbox names. */
  imap: { characters: `${UPPER}${UPPER.toLowerCase()}${DIGITS}+,` },
  bcrypt: { characters: `./${UPPER}${UPPER.toLowerCase()}${DIGITS}` },
  crypt: { characters: `./${DIGITS}${UPPER}${UPPER.toLowerCase()}` },
  base32: { characters: `${UPPER}234567`, pad: '=', foldsCase: true },
  base32hex: { characters: `${DIGITS}${UPPER.slice(0, 22)}`, pad: '=', foldsCase: true },
  base16: { characters: `${DIGITS}ABCDEF`, foldsCase: true },
} as const satisfies Record<string, Alphabet>

/** Writes bytes with 4, 5 or 6 bits a character, the first bit first (RFC 4648 §4, §6, §8). */
export function encodeBits(bytes: Uint8Array, alphabet: Alphabet, isPadded = alphabet.pad !== undefined): string {
  const { characters, pad } = alphabet
  const width = Math.log2(characters.length)
  const codes = toCodes(characters)
  const out = new Uint8Array(Math.ceil((bytes.length * 8) / width))
  let buffer = 0
  let held = 0
  let at = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0x3fff
    held += 8
    while (held >= width) out[at++] = codes[(buffer >> (held -= width)) & (characters.length - 1)] ?? 0
  }
  if (held) out[at++] = codes[(buffer << (width - held)) & (characters.length - 1)] ?? 0
  // To make a decoder takes longer than a short text does.
  const text = out.length < SHORT_CHARS ? String.fromCharCode(...out) : new TextDecoder().decode(out)
  const group = width === 5 ? 8 : 4
  return isPadded && pad && width > 4 ? text.padEnd(Math.ceil(text.length / group) * group, pad) : text
}

const SHORT_CHARS = 100
/** Alphabets whose tables are kept; those of one's own may be any. */
const MAX_KNOWN = 100
const knownCodes = new Map<string, Uint8Array>()

function toCodes(characters: string): Uint8Array {
  const known = knownCodes.get(characters)
  if (known) return known
  const codes = Uint8Array.from(characters, (char) => char.charCodeAt(0))
  if (knownCodes.size < MAX_KNOWN) knownCodes.set(characters, codes)
  return codes
}

/** What was not as the standard wants it in a decoded text. */
export type DecodeReport = {
  readonly bytes: Bytes
  /** What it was read by. */
  readonly alphabet: Alphabet
  /** The first characters left out, with their offsets in UTF-16 units. */
  readonly skipped: readonly { readonly char: string; readonly offset: number }[]
  /** How many were left out in all. */
  readonly skippedCount: number
  /** Padding: as it should be, missing or of the wrong length. */
  readonly padding: 'right' | 'missing' | 'wrong' | 'none'
  /** Bits after the last whole byte that are not zero (RFC 4648 §3.5). */
  readonly hasLooseBits: boolean
  /** One character too many: its bits make no whole byte. */
  readonly isCut: boolean
}

/** So many of the characters left out are reported. */
const SKIPPED_LIMIT = 100

/** Reads a text of {@link encodeBits}, leaving out and reporting whatever is not in the alphabet; white space is left out silently.
 * Padding inside the text is reported too; where it fills a group, another text begins behind it, as with `base64 -d`. */
export function decodeBits(text: string, alphabet: Alphabet): DecodeReport {
  const { characters, pad, foldsCase } = alphabet
  const values = toValues(characters, foldsCase ?? false)
  const width = Math.log2(characters.length)
  const out = new Uint8Array(Math.floor((text.length * width) / 8) + 1)
  const skipped: { char: string; offset: number }[] = []
  let skippedCount = 0
  const skip = (place: { char: string; offset: number }) => {
    if (skippedCount++ < SKIPPED_LIMIT) skipped.push(place)
  }
  let buffer = 0
  let held = 0
  let at = 0
  let count = 0
  let pads: number[] = []
  let isLoose = false
  const group = width === 5 ? 8 : width === 6 ? 4 : 1
  const hasRest = () => held < width && (buffer & ((1 << held) - 1)) !== 0
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset)
    const value = code < 128 ? (values[code] ?? -1) : -1
    if (value >= 0) {
      if (pads.length > 0) {
        for (const place of pads) skip({ char: pad ?? '=', offset: place })
        // Texts one behind the other: a group that is padded to the full is an end.
        if ((count + pads.length) % group === 0) {
          isLoose ||= hasRest()
          buffer = held = count = 0
        }
        pads = []
      }
      count++
      buffer = ((buffer << width) | value) & 0x3fff
      if ((held += width) >= 8) out[at++] = (buffer >> (held -= 8)) & 0xff
    } else if (text[offset] === pad) pads.push(offset)
    else if (!isSpace(code)) {
      const char = String.fromCodePoint(text.codePointAt(offset) ?? code)
      skip({ char, offset })
      offset += char.length - 1
    }
  }
  const wanted = (group - (count % group)) % group
  return {
    bytes: out.slice(0, at),
    alphabet,
    skipped,
    skippedCount,
    padding: !pad || group === 1 ? 'none' : pads.length === wanted ? 'right' : pads.length === 0 ? 'missing' : 'wrong',
    hasLooseBits: isLoose || hasRest(),
    isCut: held >= width,
  }
}

/** Tab to carriage return, and the space. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13)

const knownValues = new Map<string, Int8Array>()

function toValues(characters: string, foldsCase: boolean): Int8Array {
  const key = foldsCase ? `${characters}\n` : characters
  const known = knownValues.get(key)
  if (known) return known
  const values = new Int8Array(128).fill(-1)
  Array.from(characters).forEach((char, value) => {
    values[char.charCodeAt(0)] = value
    if (foldsCase) values[char.toLowerCase().charCodeAt(0)] = value
  })
  if (knownValues.size < MAX_KNOWN) knownValues.set(key, values)
  return values
}

/** Base64 as RFC 4648 §4 has it; the everyday case. */
export function toBase64(bytes: Uint8Array): string {
  return encodeBits(bytes, ALPHABETS.base64)
}

/** Base64 for URLs without padding, RFC 4648 §5. */
export function toBase64Url(bytes: Uint8Array): string {
  return encodeBits(bytes, ALPHABETS.base64url, false)
}

/** Reads base64 of either alphabet, padded or not. Throws `bad_input` with line and column at what does not belong there. */
export function parseBase64(text: string, field: string): Bytes {
  const alphabet = /[-_]/.test(text) ? ALPHABETS.base64url : ALPHABETS.base64
  const report = decodeBits(text, alphabet)
  refuseFaults(text, report, field)
  return report.bytes
}

/** Throws `bad_input` for the first character left out, or for a text that ends inside a byte. */
export function refuseFaults(text: string, { skipped, isCut, alphabet }: DecodeReport, field: string): void {
  const first = skipped[0]
  if (first) throw badCharacter({ field, text, offset: first.offset, expected: toAlphabetWords(alphabet.characters) })
  if (isCut)
    throw badCharacter({
      field,
      text,
      offset: text.length,
      expected: { en: 'more characters: the last byte is not whole', zh: '更多字符：最后一个字节不完整' },
    })
}

/** The characters of an alphabet for a message, runs of them by their ends: `A–Z a–z 0–9 + /`. */
export function toAlphabetWords(characters: string): Text {
  const runs: [first: string, last: string][] = []
  for (const char of characters) {
    const run = runs.at(-1)
    if (run && /[a-z\d]/i.test(char) && char.charCodeAt(0) === run[1].charCodeAt(0) + 1) run[1] = char
    else runs.push([char, char])
  }
  const list = runs.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(' ')
  return { en: `a character of ${list}`, zh: `${list} 中的字符` }
}

/** Writes bytes as one large number in a base of 2–94, as base58 and base62 do; leading zero bytes become leading first characters. */
export function encodeNumber(bytes: Uint8Array, characters: string): string {
  const base = characters.length
  const digits: number[] = []
  for (const byte of bytes) {
    let carry = byte
    for (let i = 0; i < digits.length; i++) {
      carry += (digits[i] ?? 0) * 256
      digits[i] = carry % base
      carry = Math.floor(carry / base)
    }
    for (; carry > 0; carry = Math.floor(carry / base)) digits.push(carry % base)
  }
  const zeros = countLeading(bytes, (byte) => byte === 0)
  return (
    characters.charAt(0).repeat(zeros) +
    digits
      .reverse()
      .map((digit) => characters.charAt(digit))
      .join('')
  )
}

/** Reads a text of {@link encodeNumber}. Throws `bad_input` at a character outside the alphabet. */
export function decodeNumber(text: string, characters: string, field: string): Bytes {
  const base = characters.length
  const bytes: number[] = []
  for (let offset = 0; offset < text.length; offset++) {
    const char = text.charAt(offset)
    if (/\s/.test(char)) continue
    let carry = characters.indexOf(char)
    if (carry < 0) throw badCharacter({ field, text, offset, expected: toAlphabetWords(characters) })
    for (let i = 0; i < bytes.length; i++) {
      carry += (bytes[i] ?? 0) * base
      bytes[i] = carry & 0xff
      carry >>= 8
    }
    for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
  }
  const zeros = countLeading([...text.replaceAll(/\s/g, '')], (char) => char === characters.charAt(0))
  return toBytes([...Array.from({ length: zeros }, () => 0), ...bytes.reverse()])
}

function countLeading<T>(items: Iterable<T>, isLeading: (item: T) => boolean): number {
  let count = 0
  for (const item of items) {
    if (!isLeading(item)) break
    count++
  }
  return count
}
