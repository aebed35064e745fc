import type { Text } from '@octet/core/text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { decodeText, encodeText, type Charset } from '../../lib/charset.ts'
import { readByteRuns } from './byte-runs.ts'
import { refuseLoneSurrogate } from '../../lib/text-place.ts'

/** Ways of writing characters by their numbers or bytes. */
export const NOTATIONS = {
  js: { en: String.raw`\u4E2D (JavaScript, Java, JSON)`, zh: String.raw`\u4E2D（JavaScript、Java、JSON）` },
  'js-brace': { en: String.raw`\u{4E2D} (ES6, Rust, Swift)`, zh: String.raw`\u{4E2D}（ES6、Rust、Swift）` },
  python: { en: String.raw`\u4E2D \U0001F600 (Python, C, Go)`, zh: String.raw`\u4E2D \U0001F600（Python、C、Go）` },
  css: { en: String.raw`\4E2D (CSS)`, zh: String.raw`\4E2D（CSS）` },
  'u-plus': { en: 'U+4E2D', zh: 'U+4E2D' },
  'html-hex': { en: '&#x4E2D; (HTML hex)', zh: '&#x4E2D;（HTML 十六进制）' },
  'html-dec': { en: '&#20013; (HTML decimal)', zh: '&#20013;（HTML 十进制）' },
  'html-named': { en: '&copy; (HTML named)', zh: '&copy;（HTML 命名实体）' },
  decimal: { en: '20013 (decimal code points)', zh: '20013（十进制码点）' },
  percent: { en: '%E4%B8%AD (URL)', zh: '%E4%B8%AD（URL）' },
  'x-bytes': { en: String.raw`\xE4\xB8\xAD (bytes)`, zh: String.raw`\xE4\xB8\xAD（字节）` },
  'utf-8': { en: 'UTF-8 bytes', zh: 'UTF-8 字节' },
  'utf-16le': { en: 'UTF-16 LE bytes', zh: 'UTF-16 LE 字节' },
  'utf-16be': { en: 'UTF-16 BE bytes', zh: 'UTF-16 BE 字节' },
  'utf-32be': { en: 'UTF-32 BE bytes', zh: 'UTF-32 BE 字节' },
  gb18030: { en: 'GB18030 bytes', zh: 'GB18030 字节' },
  big5: { en: 'Big5 bytes', zh: 'Big5 字节' },
  shift_jis: { en: 'Shift_JIS bytes', zh: 'Shift_JIS 字节' },
} as const satisfies Record<string, Text>
export type Notation = keyof typeof NOTATIONS
export const NOTATION_NAMES = Object.keys(NOTATIONS) as [Notation, ...Notation[]]

const BYTE_NOTATIONS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32be',
  'gb18030',
  'big5',
  'shift_jis',
] as const satisfies readonly (Notation & Charset)[]

/** The character set of a notation that writes plain bytes. */
export function findByteCharset(notation: Notation): Charset | undefined {
  return BYTE_NOTATIONS.find((name) => name === notation)
}

const hex = (point: number, width = 4) => point.toString(16).toUpperCase().padStart(width, '0')
const units = (char: string) => Array.from({ length: char.length }, (_, i) => String.raw`\u${hex(char.charCodeAt(i))}`).join('')

/** One character in a notation; the ones that write bytes are done as a whole. */
const WRITERS: Partial<Record<Notation, (char: string, point: number) => string>> = {
  js: units,
  'js-brace': (_, point) => String.raw`\u{${hex(point, 1)}}`,
  python: (_, point) => (point > 0xffff ? String.raw`\U${hex(point, 8)}` : String.raw`\u${hex(point)}`),
  // The space ends the escape, so that a following hex digit is not taken as part of it (CSS Syntax §4.3.7).
  css: (_, point) => `\\${hex(point, 1)} `,
  'u-plus': (_, point) => `U+${hex(point)} `,
  'html-hex': (_, point) => `&#x${hex(point, 1)};`,
  'html-dec': (_, point) => `&#${point};`,
  decimal: (_, point) => `${point} `,
}

/** Writes a text in a notation. `keepsAscii` leaves printable ASCII as it is where the notation can be mixed with text. */
export async function writeNotation(text: string, notation: Notation, keepsAscii: boolean): Promise<string> {
  refuseLoneSurrogate(text, 'text')
  const charset = findByteCharset(notation)
  if (charset) return toHex(encodeText(text, charset), ' ').toUpperCase()
  if (notation === 'html-named') return (await import('entities')).encodeHTML(text)
  const isKept = (char: string) => keepsAscii && /^[\x20-\x7e\n\r\t]$/.test(char) && !isSpecial(char, notation)
  const write = WRITERS[notation] ?? ((char: string) => writeBytes(char, notation === 'percent' ? '%' : String.raw`\x`))
  const known = new Map<string, string>()
  let out = ''
  for (const char of text) {
    let written = known.get(char)
    if (written === undefined) known.set(char, (written = isKept(char) ? char : write(char, char.codePointAt(0) ?? 0)))
    out += written
  }
  return notation === 'u-plus' || notation === 'decimal' ? out.trimEnd() : out
}

function isSpecial(char: string, notation: Notation): boolean {
  if (notation === 'u-plus' || notation === 'decimal') return true
  if (notation === 'percent') return char === '%'
  return notation.startsWith('html') ? char === '&' || char === '<' : char === '\\'
}

function writeBytes(char: string, mark: string): string {
  return Array.from(new TextEncoder().encode(char), (byte) => `${mark}${hex(byte, 2)}`).join('')
}

/** Reads plain bytes of a character set written in hex. */
export function readBytes(text: string, charset: Charset): string {
  return decodeText(parseHex(text, 'text'), charset)
}

/** Every escape that is read in one pass: bytes first, since they may follow each other. */
const ESCAPES =
  /((?:\\x[\da-fA-F]{2})+)|((?:%[\da-fA-F]{2})+)|\\u\{([\da-fA-F]{1,6})\}|((?:[\\%]u[\da-fA-F]{4})+)|\\U([\da-fA-F]{8})|[Uu]\+([\da-fA-F]{4,6})(?: (?=[Uu]\+))?|&#[xX]([\da-fA-F]{1,6});?|&#(\d{1,7});?|(&[A-Za-z][A-Za-z\d]{1,30};)|\\([\da-fA-F]{4,6}) ?/g

/** Whether a text has anything that {@link readEscapes} would read. */
export function hasEscapes(text: string): boolean {
  return text.search(ESCAPES) >= 0 || readByteRuns(text) !== text
}

/** What stands beside `\u` and `\x` in texts of JavaScript, Java, Python, C and Go: one letter, or three octal digits. */
const LETTERS: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '0': '\0' }
const WITH_LETTERS = new RegExp(
  String.raw`\\([0-3][0-7]{2})(?![\da-fA-F])|\\(0(?!\d)|[abfnrtv](?![\da-fA-F]{3})|["'\\/` + '`])|' + ESCAPES.source,
  'g',
)

/**
 * Reads every known escape in a text and leaves the rest alone. Code points above U+10FFFF and lone surrogates stay as
 * written. `\n` and its like are read where `\u` or `\x` shows that the text is one of a program; else they may be a path.
 */
export async function readEscapes(written: string): Promise<string> {
  const text = readByteRuns(written)
  const decodeHTML = /&[a-z]/i.test(text) ? (await import('entities')).decodeHTMLStrict : undefined
  const read = (whole: string, ...groups: (string | undefined)[]) => {
    const [xBytes, percents, brace, fours, eight, plus, htmlHex, htmlDec, named, css] = groups
    if (xBytes) return readByteRun(xBytes) ?? readLatin(xBytes)
    if (percents) return readByteRun(percents) ?? whole
    if (fours) return readUnits(fours)
    if (named) return decodeHTML?.(named) ?? whole
    const digits = brace ?? eight ?? plus ?? htmlHex ?? css
    const point = htmlDec ? Number(htmlDec) : Number.parseInt(digits ?? '', 16)
    return isCharacter(point) ? String.fromCodePoint(point) : whole
  }
  if (!/\\(?:u[\da-fA-F{]|U[\da-fA-F]{8}|x[\da-fA-F]{2})/.test(text)) return text.replaceAll(ESCAPES, read)
  return text.replaceAll(WITH_LETTERS, (whole: string, octal?: string, letter?: string, ...groups: (string | undefined)[]) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    return letter === undefined ? read(whole, ...groups) : (LETTERS[letter] ?? letter)
  })
}

/** Bytes that are no UTF-8 are code points: JavaScript and Python mean é by `\xe9`. */
const readLatin = (run: string): string =>
  run.replaceAll(/\\x(..)/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** Reads CSS escapes of any length (CSS Syntax §4.3.7); a space that ends one is taken along. */
export function readCssEscapes(text: string): string {
  return text.replaceAll(/\\([\da-fA-F]{1,6})\s?/g, (whole, digits: string) => {
    const point = Number.parseInt(digits, 16)
    return isCharacter(point) ? String.fromCodePoint(point) : whole
  })
}

function readByteRun(run: string): string | undefined {
  const bytes = Uint8Array.from(run.match(/[0-9a-f]{2}/gi) ?? [], (digits) => Number.parseInt(digits, 16))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The characters of a run of units; a half of a surrogate pair stays as it is written. */
function readUnits(run: string): string {
  const written = run.match(/[\\%]u.{4}/gi) ?? []
  const text = written.map((unit) => String.fromCharCode(Number.parseInt(unit.slice(2), 16))).join('')
  if (text.isWellFormed()) return text
  let at = 0
  return Array.from(text, (char) => {
    const unit = written[at]!
    at += char.length
    return char.isWellFormed() ? char : unit
  }).join('')
}

/** Halves of surrogate pairs that stand alone in a text, as they are written there. */
export function findHalves(text: string): string[] {
  return text.match(/[\\%]u(?:\{0*)?[dD][89a-fA-F][\da-fA-F]{2}\}?/g) ?? []
}

function isCharacter(point: number): boolean {
  return point <= 0x10ffff && !(point >= 0xd800 && point < 0xe000)
}
