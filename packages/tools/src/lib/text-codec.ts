import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { findReadable } from './byte-text.ts'
import { BASE_CODECS, type BaseId } from './base-n.ts'
import { toBytes, toHex, withoutHexMarks, type Bytes } from './bytes.ts'
import { CHARSETS, findCharset, findText, type Charset } from './charset.ts'
import { findSignature, type FileSignature } from './file-signature.ts'
import { findDumpedHex } from './hex-dump.ts'
import { ALPHABETS, decodeBits, encodeBits, refuseFaults, type Alphabet, type DecodeReport } from './radix-text.ts'

export type Scheme = 'base64' | 'base64url' | 'imap' | 'bcrypt' | 'crypt' | 'custom' | BaseId
export type Padding = 'auto' | 'on' | 'off'

export type EncodeOptions = { scheme: Scheme; custom: string; padding: Padding; wrap: number }
export type DecodeOptions = { scheme: Scheme; custom: string; isStrict: boolean; lang: Lang }
export type Decoded = {
  bytes: Bytes
  mime?: string | undefined
  scheme: Scheme
  notes: string[]
  skipped: DecodeReport['skipped']
}

/** Writes bytes in a scheme; lines end in CRLF at 76 (RFC 2045 §6.8) and in LF otherwise. */
export function encodeScheme(bytes: Uint8Array, { scheme, custom, padding, wrap }: EncodeOptions): string {
  const alphabet = findAlphabet(scheme, custom)
  const text = alphabet
    ? encodeBits(bytes, { pad: '=', ...alphabet }, padding === 'auto' ? isPaddedAsRule(scheme, alphabet) : padding === 'on')
    : toCodec(scheme).encode(bytes)
  const shown = scheme.startsWith('base32') && padding === 'off' ? text.replace(/=+$/, '') : text
  return wrap ? wrapLines(shown, wrap) : shown
}

function isPaddedAsRule(scheme: Scheme, { pad }: Alphabet): boolean {
  return pad !== undefined && scheme !== 'base64url'
}

/** Reads a text of a scheme; a `data:` URL tells its own type. Lenient reading leaves out and reports what does not belong. */
export function decodeScheme(text: string, options: DecodeOptions): Decoded {
  const data = findDataUrl(text)
  if (data?.isBase64) return { ...decodeScheme(data.body, { ...options, scheme: 'base64' }), mime: data.mime }
  if (data) return { bytes: readPercent(data.body), mime: data.mime, scheme: options.scheme, notes: [], skipped: [] }
  const isForUrls = options.scheme === 'base64' && /[-_]/.test(text) && !/[+/]|%2[bf]|-----/i.test(text)
  const scheme = isForUrls ? 'base64url' : options.scheme
  const alphabet = findAlphabet(scheme, options.custom)
  if (!alphabet) return { bytes: toCodec(scheme).decode(text, 'text'), scheme, notes: [], skipped: [] }
  const isLooseHex = scheme === 'base16' && !options.isStrict
  const isLooseBase64 = (scheme === 'base64' || scheme === 'base64url') && !options.isStrict
  const plain = isLooseHex ? readHexDigits(text) : isLooseBase64 ? withoutWrapping(text) : text
  const report = decodeBits(plain, { pad: '=', ...alphabet })
  if (options.isStrict) refuseUnstrict(text, report, isPaddedAsRule(scheme, alphabet))
  return { bytes: report.bytes, scheme, notes: toNotes(report, options.lang), skipped: report.skipped }
}

/** The offsets of a dump are no digits of its bytes, nor is the 0 of `0x4a`; places stay where they are. */
function readHexDigits(text: string): string {
  return withoutHexMarks(findDumpedHex(text) ?? text)
}

/**
 * What Base64 comes wrapped in on its way here, as spaces or as the character it stands for: the lines around PEM, the scheme of
 * HTTP, `%3D` of a URL, full-width letters of an input method. Places stay where they are.
 */
function withoutWrapping(text: string): string {
  return (/-----BEGIN /.test(text) ? text.replaceAll(PEM_LINES, toSpaces) : text.replace(HTTP_BASIC, toSpaces))
    .replaceAll(PERCENT_SIGNS, (escape) => `${decodeURIComponent(escape)}  `)
    .replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}

const PEM_LINES = /-----(?:BEGIN|END) [^-\r\n]*-----|^[A-Za-z][\w-]*: [^\r\n]*$/gm
const HTTP_BASIC = /^\s*(?:(?:proxy-)?authorization:\s*)?basic\s+/i
const PERCENT_SIGNS = /%(?:2b|2f|3d)/gi

function toSpaces(text: string): string {
  return ' '.repeat(text.length)
}

type DataUrl = { readonly mime: string; readonly body: string; readonly isBase64: boolean }

/** The pieces of a `data:` URL (RFC 2397), its content in base64 or percent-encoded. */
function findDataUrl(text: string): DataUrl | undefined {
  const match = /^\s*data:([^,]*?)(;base64),/i.exec(text) ?? /^\s*data:((?:[a-z]+\/[\w.+-]+)?(?:;[\w-]+=[^;,\s]+)*),/i.exec(text)
  if (!match) return undefined
  const body = text.slice(match[0].length)
  const isBase64 = match[2] !== undefined
  return {
    mime: match[1]?.startsWith(';') ? `text/plain${match[1]}` : match[1] || 'text/plain',
    body: isBase64 ? body.replaceAll(/%3d/gi, '=').replaceAll(/%2b/gi, '+').replaceAll(/%2f/gi, '/') : body.trimEnd(),
    isBase64,
  }
}

/** Bytes of a percent-encoded text; a `%` without two digits stands for itself, as in browsers. */
function readPercent(text: string): Bytes {
  const source = new TextEncoder().encode(text)
  const bytes: number[] = []
  for (let at = 0; at < source.length; at++) {
    const digits = source[at] === 0x25 ? String.fromCharCode(...source.subarray(at + 1, at + 3)) : ''
    const isByte = /^[\da-f]{2}$/i.test(digits)
    bytes.push(isByte ? Number.parseInt(digits, 16) : source[at]!)
    if (isByte) at += 2
  }
  return toBytes(bytes)
}

/** Whether a text is base64 rather than something to be encoded: it reads strictly and gives readable text or a known file. */
export function looksEncoded(text: string): boolean {
  const dense = text.replace(HTTP_BASIC, '').replaceAll(PERCENT_SIGNS, decodeURIComponent).replaceAll(/\s/g, '')
  const data = findDataUrl(text)
  if (data) return data.isBase64 || /^\s*data:[a-z]/i.test(text)
  if (dense.length < 8 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(dense)) return false
  // Hexadecimal digits are base64 characters too, but people mean hex.
  if (/^[0-9a-f]+$/i.test(dense)) return false
  const report = decodeBits(dense, /[-_]/.test(dense) ? ALPHABETS.base64url : ALPHABETS.base64)
  if (report.skipped.length || report.isCut || report.hasLooseBits || report.padding === 'wrong') return false
  return findReadable(report.bytes) !== undefined || (dense.length >= 16 && findSignature(report.bytes) !== undefined)
}

/** Whether a text is written in a scheme other than base64: it reads to the letter and gives readable text. */
export function looksWritten(text: string, scheme: Scheme, custom: string): boolean {
  if (/^\s*<~.*~>\s*$/s.test(text)) return scheme === 'base85'
  if (text.trim().length < 8) return false
  try {
    const { bytes } = decodeScheme(scheme === 'base16' ? readHexDigits(text) : text, {
      scheme,
      custom,
      isStrict: true,
      lang: 'en',
    })
    return (findReadable(bytes) ?? '') !== ''
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** What decoded bytes are, and how to show them. */
export function describeBytes(
  bytes: Bytes,
  charset: Charset | 'auto' | 'hex',
  mime?: string,
): { text: string; shown: Charset | 'hex'; signature: FileSignature | undefined } {
  const signature = mime ? { mime, extension: toExtension(mime) } : findSignature(bytes)
  const isKnownFile = findSignature(bytes) !== undefined && findReadable(bytes) === undefined
  if (charset === 'hex' || (charset === 'auto' && isKnownFile)) return { text: toHex(bytes, ' '), shown: 'hex', signature }
  if (charset !== 'auto') {
    const text = findText(bytes, charset)
    if (text === undefined)
      throw new AppError('unsupported_value', { got: `${toHex(bytes.subarray(0, 16), ' ')} …`, reason: notOf(charset) })
    return { text, shown: charset, signature }
  }
  const named = findCharset(/;\s*charset="?([^";]+)/i.exec(mime ?? '')?.[1] ?? '') ?? 'utf-8'
  const text = findText(bytes, named)
  return text === undefined ? { text: toHex(bytes, ' '), shown: 'hex', signature } : { text, shown: named, signature }
}

/** What files of a media type end in: `image/svg+xml` in svg, `text/plain;charset=gbk` in txt. */
function toExtension(mime: string): string {
  const subtype = mime.replace(/;.*$/s, '').replace(/^.*\//s, '').replace(/\+.*$/s, '').replace(/^x-/, '').toLowerCase()
  return { plain: 'txt', jpeg: 'jpg', javascript: 'js' }[subtype] ?? subtype
}

function notOf(charset: Charset): Text {
  return {
    en: `these bytes are not ${CHARSETS[charset].en}; choose another character set or hex`,
    zh: `这些字节不是 ${CHARSETS[charset].zh}，请换一种字符集或选择十六进制`,
  }
}

function findAlphabet(scheme: Scheme, custom: string): Alphabet | undefined {
  if (scheme === 'custom') return parseAlphabet(custom)
  if (scheme === 'base32' || scheme === 'base32hex' || scheme === 'base16') return ALPHABETS[scheme]
  return scheme in ALPHABETS ? ALPHABETS[scheme as keyof typeof ALPHABETS] : undefined
}

/** Reads an alphabet of 64 characters and, after them, an optional padding; `A-Za-z0-9+/=` has ranges. */
function parseAlphabet(written: string): Alphabet {
  const custom = written.length < 64 ? withRanges(written) : written
  const isRight = /^[\x21-\x7e]{64,65}$/.test(custom) && new Set(custom).size === custom.length
  if (!isRight) {
    const expected = {
      en: '64 different ASCII characters, and one more for padding if wanted',
      zh: '64 个互不相同的 ASCII 字符，可再加一个填充符',
    }
    throw new AppError('bad_input', { field: 'alphabet', expected, got: `${custom.length}` })
  }
  return custom.length === 65 ? { characters: custom.slice(0, 64), pad: custom.slice(64) } : { characters: custom }
}

/** `a-e` for abcde; a hyphen at either end stands for itself. */
function withRanges(text: string): string {
  return text.replaceAll(/([!-~])-([!-~])/g, (range, from: string, to: string) => {
    const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
    return first < last ? String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, i) => first + i)) : range
  })
}

function toCodec(scheme: Scheme): (typeof BASE_CODECS)[BaseId] {
  return BASE_CODECS[scheme as BaseId]
}

function wrapLines(text: string, width: number): string {
  const lines = Array.from({ length: Math.ceil(text.length / width) }, (_, i) => text.slice(i * width, (i + 1) * width))
  return lines.join(width === 76 ? '\r\n' : '\n')
}

function refuseUnstrict(text: string, report: DecodeReport, isPadded: boolean): void {
  refuseFaults(text, report, 'text')
  const fault =
    report.padding === 'wrong' || (isPadded && report.padding === 'missing') ? PADDING : report.hasLooseBits ? LOOSE : undefined
  if (fault) throw new AppError('bad_input', { field: 'text', ...fault })
}

const PADDING = {
  expected: { en: 'padding with “=” to a full group', zh: '用“=”补足一组' },
  got: { en: 'padding that is missing or of the wrong length', zh: '填充缺失或长度不对' },
}
const LOOSE = {
  expected: { en: 'zero bits after the last byte (RFC 4648 §3.5)', zh: '最后一个字节之后应为零位（RFC 4648 §3.5）' },
  got: { en: 'other bits', zh: '非零位' },
}

function toNotes(report: DecodeReport, lang: Lang): string[] {
  const { skipped, skippedCount, padding, hasLooseBits, isCut } = report
  const shown = skipped
    .slice(0, 10)
    .map(({ char, offset }) => `“${char}” @${offset + 1}`)
    .join(', ')
  const notes: (Text | false)[] = [
    skippedCount > 0 && {
      en: `Skipped ${countOf(skippedCount, 'character')} outside the alphabet: ${shown}${skippedCount > 10 ? ' …' : ''}`,
      zh: `已跳过 ${skippedCount} 个不属于字母表的字符：${shown}${skippedCount > 10 ? ' …' : ''}`,
    },
    padding === 'wrong' && { en: 'The padding has the wrong length', zh: '填充长度不正确' },
    isCut && {
      en: 'The text ends in the middle of a byte; the last character was ignored',
      zh: '文本在字节中间结束，已忽略最后一个字符',
    },
    hasLooseBits && {
      en: 'The bits after the last byte are not zero: another text gives the same bytes',
      zh: '最后一个字节之后有非零位：另有写法对应相同字节',
    },
  ]
  return notes.filter((note) => note !== false).map((note) => note[lang])
}
