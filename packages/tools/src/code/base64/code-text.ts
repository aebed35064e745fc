import { AppError } from '@octet/core/errors.ts'
import { splitLines } from '@octet/core/lines.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { parseHex, readBlob, type Bytes } from '../../lib/bytes.ts'
import { CHARSETS, encodeText, findText, type Charset } from '../../lib/charset.ts'
import {
  decodeScheme,
  describeBytes,
  encodeScheme,
  looksEncoded,
  looksWritten,
  type Padding,
  type Scheme,
} from '../../lib/text-codec.ts'
import { toBase64 } from '../../lib/radix-text.ts'

/** Words for every scheme of the tool. */
export const SCHEME_WORDS = {
  base64: { en: 'Base64', zh: 'Base64' },
  base64url: { en: 'Base64 for URLs', zh: 'Base64（URL 安全）' },
  imap: { en: 'Base64, IMAP mailbox names', zh: 'Base64（IMAP 邮箱名）' },
  bcrypt: { en: 'Base64, bcrypt alphabet', zh: 'Base64（bcrypt 字母表）' },
  crypt: { en: 'Base64, crypt alphabet', zh: 'Base64（crypt 字母表）' },
  custom: { en: 'Base64, custom alphabet', zh: 'Base64（自定义字母表）' },
  base16: { en: 'Base16', zh: 'Base16' },
  base32: { en: 'Base32', zh: 'Base32' },
  base32hex: { en: 'Base32hex', zh: 'Base32hex' },
  base45: { en: 'Base45', zh: 'Base45' },
  base58: { en: 'Base58 (Bitcoin)', zh: 'Base58（比特币）' },
  base62: { en: 'Base62', zh: 'Base62' },
  base85: { en: 'Ascii85', zh: 'Ascii85' },
  z85: { en: 'Z85 (ZeroMQ)', zh: 'Z85（ZeroMQ）' },
  base91: { en: 'basE91', zh: 'basE91' },
} as const satisfies Record<Scheme, Text>

/** Words for how the plain side is written. */
export const CHARSET_CHOICES = {
  auto: { en: 'Auto', zh: '自动' },
  ...CHARSETS,
  hex: { en: 'Hex bytes', zh: '十六进制字节' },
} as const satisfies Record<Charset | 'auto' | 'hex', Text>

export type CodeInput = {
  text: string
  file?: Blob | undefined
  direction: 'auto' | 'encode' | 'decode'
  scheme: Scheme
  alphabet: string
  charset: keyof typeof CHARSET_CHOICES
  padding: Padding
  wrap: number
  dataUrl: boolean
  eachLine: boolean
  strict: boolean
}

export type CodeOutput = {
  text: string
  direction: 'encode' | 'decode'
  sizeBytes: number
  shown?: string
  mime?: string
  preview?: string
  file?: Blob
  notes: string[]
}

/** A picture above this size is offered as a file only. */
const PREVIEW_LIMIT_BYTES = 4 * 1024 * 1024

/** Encodes or decodes a text or a file; `auto` decodes what reads as the scheme and makes sense when read. */
export async function codeText(given: CodeInput, lang: Lang): Promise<CodeOutput> {
  const input = hasCodedLines(given) ? { ...given, eachLine: true } : given
  const direction = input.direction === 'auto' ? guessDirection(input) : input.direction
  if (direction === 'encode') return encode(input)
  const text = input.file ? new TextDecoder('latin1').decode(await readBlob(input.file)) : input.text
  return input.eachLine ? decodeLines(text, input, lang) : decode(text, input, lang)
}

/** Whether each of several lines is encoded, and ends as a text does that is encoded by itself: together they are no one text. */
function hasCodedLines(input: CodeInput): boolean {
  if (input.direction !== 'auto' || input.eachLine || input.file) return false
  const lines = splitLines(input.text.trim())
  return (
    lines.length > 1 &&
    lines.slice(0, -1).some((line) => line.endsWith('=')) &&
    guessDirection({ ...input, eachLine: true }) === 'decode'
  )
}

function guessDirection({ text, file, scheme, alphabet, eachLine }: CodeInput): 'encode' | 'decode' {
  if (file) return 'encode'
  const isBase64 = scheme === 'base64' || scheme === 'base64url'
  const isCoded = (each: string) => (isBase64 ? looksEncoded(each) : looksWritten(each, scheme, alphabet))
  if (!eachLine) return isCoded(text) ? 'decode' : 'encode'
  const lines = splitLines(text).filter((line) => line.trim() !== '')
  return lines.length > 0 && lines.every(isCoded) ? 'decode' : 'encode'
}

async function encode(input: CodeInput): Promise<CodeOutput> {
  const options = { scheme: input.scheme, custom: input.alphabet, padding: input.padding, wrap: input.dataUrl ? 0 : input.wrap }
  if (input.eachLine && !input.file) {
    const lines = splitLines(input.text).map((line) => toPlainBytes(line, input.charset))
    const text = lines.map((line) => encodeScheme(line, { ...options, wrap: 0 })).join('\n')
    return { text, direction: 'encode', sizeBytes: lines.reduce((sum, { length }) => sum + length, 0), notes: [] }
  }
  const content = input.file ? await readBlob(input.file) : toPlainBytes(input.text, input.charset)
  if (!input.dataUrl) return { text: encodeScheme(content, options), direction: 'encode', sizeBytes: content.length, notes: [] }
  const mime =
    input.file?.type || describeBytes(content, 'auto').signature?.mime || `text/plain;charset=${toLabel(input.charset)}`
  return {
    text: toDataUrl(content, mime),
    direction: 'encode',
    sizeBytes: content.length,
    mime,
    ...toPreview(content, mime),
    notes: [],
  }
}

/** How a data: URL names an encoding; Latin-1 as RFC 2045 does. */
function toLabel(charset: CodeInput['charset']): string {
  if (charset === 'latin1') return 'iso-8859-1'
  return charset === 'auto' || charset === 'hex' ? 'utf-8' : charset
}

function toPlainBytes(text: string, charset: CodeInput['charset']): Bytes {
  return charset === 'hex' ? parseHex(text, 'text') : encodeText(text, charset === 'auto' ? 'utf-8' : charset, 'text')
}

function decode(text: string, input: CodeInput, lang: Lang): CodeOutput {
  const { bytes, mime, notes } = decodeScheme(text, {
    scheme: input.scheme,
    custom: input.alphabet,
    isStrict: input.strict,
    lang,
  })
  const { text: shownText, shown, signature } = describeBytes(bytes, input.charset, mime)
  const type = signature?.mime
  const chinese = input.charset === 'auto' && shown === 'hex' && !signature ? findChinese(bytes) : undefined
  return {
    text: shownText,
    direction: 'decode',
    sizeBytes: bytes.length,
    shown,
    ...(type ? { mime: type, ...toPreview(bytes, type) } : {}),
    ...(shown === 'hex' || type
      ? { file: new File([bytes], `decoded.${signature?.extension ?? 'bin'}`, { type: type ?? 'application/octet-stream' }) }
      : {}),
    notes: chinese === undefined ? notes : [...notes, toChineseNote(chinese)[lang]],
  }
}

/** Bytes that are looked at to tell whether they are Chinese. */
const CHINESE_SAMPLE = 4096

/** The beginning of bytes that are Chinese in GB18030: most characters are those of every day, level 1 of GB/T 2312. */
function findChinese(bytes: Bytes): string | undefined {
  if (bytes.length > CHINESE_SAMPLE || bytes.length < 4) return undefined
  const text = findText(bytes, 'gb18030')
  if (text === undefined || !/^[\x20-\x7e\n\r\t\p{Script=Han}\u3000-\u303f\uff00-\uff65“”‘’…—·]+$/u.test(text)) return undefined
  const characters = text.match(/\p{Script=Han}/gu) ?? []
  const common = characters.filter((char) => {
    const [lead = 0, trail = 0] = encodeText(char, 'gb18030')
    return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1
  })
  return characters.length >= 2 && common.length >= 0.8 * characters.length ? text.slice(0, 40) : undefined
}

const toChineseNote = (text: string): Text => ({
  en: `The bytes are not UTF-8; as GB18030 they read “${text}”: choose that character set`,
  zh: `这些字节不是 UTF-8，按 GB18030 可读作“${text}”，请选择该字符集`,
})

function decodeLines(text: string, input: CodeInput, lang: Lang): CodeOutput {
  const lines = splitLines(text)
  const notes: string[] = []
  let sizeBytes = 0
  const results = lines.map((line, i) => {
    try {
      const result = decode(line, input, lang)
      sizeBytes += result.sizeBytes
      notes.push(...result.notes.map((note) => `${i + 1}: ${note}`))
      return result.text
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      throw new AppError(error.key, { ...error.details, line: i + 1 }, { cause: error })
    }
  })
  return { text: results.join('\n'), direction: 'decode', sizeBytes, notes }
}

function toPreview(content: Bytes, mime: string): { preview?: string } {
  return mime.startsWith('image/') && content.length <= PREVIEW_LIMIT_BYTES ? { preview: toDataUrl(content, mime) } : {}
}

function toDataUrl(content: Bytes, mime: string): string {
  return `data:${mime};base64,${toBase64(content)}`
}
