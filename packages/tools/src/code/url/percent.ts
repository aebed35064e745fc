import type { Text } from '@octet/core/text.ts'
import { joinBytes, toHex, type Bytes } from '../../lib/bytes.ts'
import { decodeText, encodeText, findText, type Charset } from '../../lib/charset.ts'
import { badCharacter } from '../../lib/text-place.ts'

/** Which characters stay as they are. */
export const ENCODE_STYLES = {
  component: { en: 'encodeURIComponent', zh: 'encodeURIComponent' },
  rfc3986: { en: 'RFC 3986 strict', zh: 'RFC 3986 严格' },
  uri: { en: 'encodeURI (whole URL)', zh: 'encodeURI（整个网址）' },
  form: { en: 'Form (space is +)', zh: '表单（空格为 +）' },
  all: { en: 'Every byte', zh: '全部字节' },
} as const satisfies Record<string, Text>
export type EncodeStyle = keyof typeof ENCODE_STYLES

const WORD = 'A-Za-z0-9'
/** Runs of what does not stay. */
const WRITTEN: Readonly<Record<EncodeStyle, RegExp>> = {
  component: new RegExp(`[^${WORD}_.!~*'()-]+`, 'g'),
  rfc3986: new RegExp(`[^${WORD}_.~-]+`, 'g'),
  uri: new RegExp(`[^${WORD}_.!~*'();,/?:@&=+$#-]+`, 'g'),
  form: new RegExp(`[^${WORD}*._-]+`, 'g'),
  all: /[^]+/g,
}
/** Length of runs, such as a space between words, that are kept in mind. */
const SHORT_RUN = 2

/** Writes a text with `%XX` for each byte of the characters that do not stay (RFC 3986 §2.1; forms: WHATWG URL §5.2). */
export function encodePercent(text: string, style: EncodeStyle, charset: Charset): string {
  if (charset === 'utf-8' && style !== 'all' && text.isWellFormed()) return encodeByEngine(text, style)
  const known = new Map<string, string>()
  // A run is encoded in one go, so that an error names the place in the whole text.
  return text.replaceAll(WRITTEN[style], (run, at: number) => {
    const written = known.get(run) ?? toPercent(encodeRun(run, { text, at, charset }), style)
    if (run.length <= SHORT_RUN) known.set(run, written)
    return written
  })
}

/** The same from the engine's own functions, many times as fast. */
function encodeByEngine(text: string, style: Exclude<EncodeStyle, 'all'>): string {
  if (style === 'uri') return encodeURI(text)
  const encoded = encodeURIComponent(text)
  const more = { component: undefined, rfc3986: /[!'()*]/g, form: /[!'()~]/g }[style]
  const whole = more ? encoded.replaceAll(more, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`) : encoded
  return style === 'form' ? whole.replaceAll('%20', '+') : whole
}

type Place = { readonly text: string; readonly at: number; readonly charset: Charset }

function encodeRun(run: string, { text, at, charset }: Place): Bytes {
  try {
    return encodeText(run, charset, 'text')
  } catch {
    // The same error once more, with its place counted from the beginning.
    encodeText(text.slice(0, at + run.length), charset, 'text')
    return encodeText(run, charset, 'text')
  }
}

const CODES = Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)

function toPercent(bytes: Uint8Array, style: EncodeStyle): string {
  let written = ''
  for (const byte of bytes) written += style === 'form' && byte === 0x20 ? '+' : CODES[byte]!
  return written
}

/** A decoded text and what was noticed on the way. */
export type PercentDecoded = {
  readonly text: string
  readonly charset: Charset | 'hex'
  readonly faults: readonly { offset: number; found: string }[]
  /** Where a character of UTF-8 is cut off, as in an address that was shortened; its bytes stay escaped. */
  readonly cuts?: readonly { offset: number; found: string }[]
}

type DecodeOptions = { readonly charset: Charset | 'auto'; readonly isPlusSpace: boolean; readonly isStrict: boolean }

/**
 * Reads `%XX` bytes, and `%uXXXX` of the old `escape()`. A `%` without two hex digits stays and is reported; strict reading throws
 * `bad_input` at its line and column. `auto` takes UTF-8 if the bytes are that, or are but for a character cut off at the end
 * of a run, else GB18030, else shows them as hex; characters that are not escaped stay what they are.
 */
export function decodePercent(source: string, options: DecodeOptions): PercentDecoded {
  const plain = options.charset === 'auto' || options.charset === 'utf-8' ? findByEngine(source, options) : undefined
  if (plain !== undefined) return { text: plain, charset: 'utf-8', faults: [] }
  const { bytes, faults } = toRawBytes(source, options)
  const first = faults[0]
  if (first && options.isStrict)
    throw badCharacter({
      field: 'text',
      text: source,
      offset: first.offset,
      expected: { en: 'two hex digits after “%”', zh: '“%”加两位十六进制数字' },
    })
  if (options.charset !== 'auto') return { text: decodeText(bytes, options.charset), charset: options.charset, faults }
  const utf8 = findText(bytes, 'utf-8')
  if (utf8 !== undefined) return { text: utf8, charset: 'utf-8', faults }
  const cut = readCut(source, options)
  if (cut) return { ...cut, charset: 'utf-8', faults }
  const gb18030 = findText(toRawBytes(source, { ...options, charset: 'gb18030' }).bytes, 'gb18030')
  if (gb18030 !== undefined) return { text: gb18030, charset: 'gb18030', faults }
  return { text: toHex(bytes, ' '), charset: 'hex', faults }
}

/** What the engine reads where there is nothing to report: `%XX` alone, all of it UTF-8, no byte order mark. */
function findByEngine(source: string, { isPlusSpace }: DecodeOptions): string | undefined {
  if (!source.isWellFormed() || /^(?:\ufeff|%ef%bb%bf)/i.test(source)) return undefined
  try {
    return decodeURIComponent(isPlusSpace ? source.replaceAll('+', ' ') : source)
  } catch {
    return undefined
  }
}

function toRawBytes(
  source: string,
  { charset, isPlusSpace }: DecodeOptions,
): { bytes: Uint8Array; faults: { offset: number; found: string }[] } {
  const target = charset === 'auto' ? 'utf-8' : charset
  const parts: Uint8Array[] = []
  const faults: { offset: number; found: string }[] = []
  const sign = encodeText('%', target, 'text')
  const pattern = /%u([0-9a-f]{4})|((?:%[0-9a-f]{2})+)|%|[^%]+/gi
  for (const match of source.matchAll(pattern)) {
    const [whole, unit, run] = match
    if (run) parts.push(readRun(run))
    else if (unit) parts.push(encodeUnits(source, match.index, target))
    else if (whole === '%') {
      faults.push({ offset: match.index, found: source.slice(match.index, match.index + 3) })
      parts.push(sign)
    } else parts.push(encodeText(isPlusSpace ? whole.replaceAll('+', ' ') : whole, target, 'text'))
  }
  return { bytes: joinBytes(parts), faults }
}

/** A text whose escaped runs are UTF-8 up to a character that is cut off; nothing where no other character says that it is UTF-8. */
function readCut(source: string, { isPlusSpace }: DecodeOptions): Pick<PercentDecoded, 'text' | 'cuts'> | undefined {
  if (!source.isWellFormed() || /%u[0-9a-f]{4}/i.test(source)) return undefined
  const cuts: { offset: number; found: string }[] = []
  let isSure = false
  try {
    const text = source.replaceAll(/((?:%[0-9a-f]{2})+)|[^%]+/gi, (whole: string, run: string | undefined, offset: number) => {
      if (!run) return isPlusSpace ? whole.replaceAll('+', ' ') : whole
      const read = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readRun(run), { stream: true })
      isSure ||= /[^\p{ASCII}]/u.test(read)
      const rest = run.slice(3 * new TextEncoder().encode(read).length)
      if (rest) cuts.push({ offset: offset + run.length - rest.length, found: rest })
      return read + rest
    })
    return isSure ? { text, cuts } : undefined
  } catch {
    return undefined // bytes that UTF-8 never has
  }
}

function readRun(run: string): Uint8Array {
  const bytes = new Uint8Array(run.length / '%XX'.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(run.slice(3 * at + 1, 3 * at + 3), 16)
  return bytes
}

/** `%uD83D%uDE00` is one character in two units; the second one is taken along with the first. */
function encodeUnits(source: string, offset: number, charset: Charset): Uint8Array {
  const unit = toUnit(source, offset)
  const isSecond = unit >= 0xdc00 && unit < 0xe000 && isHigh(toUnit(source, offset - 6))
  if (isSecond) return new Uint8Array(0)
  const next = isHigh(unit) ? toUnit(source, offset + 6) : Number.NaN
  return encodeText(
    next >= 0xdc00 && next < 0xe000 ? String.fromCharCode(unit, next) : String.fromCharCode(unit),
    charset,
    'text',
  )
}

function toUnit(source: string, offset: number): number {
  const match = /^%u([0-9a-f]{4})$/i.exec(source.slice(Math.max(0, offset), offset + 6))
  return match?.[1] ? Number.parseInt(match[1], 16) : Number.NaN
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}
