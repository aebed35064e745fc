import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { parseHex, toHex, type Bytes } from './bytes.ts'
import { decodeText, encodeText, findText, type Charset } from './charset.ts'
import { parseBase64, toBase64, toBase64Url } from './radix-text.ts'

/** How bytes are written where a field takes text. */
export const BYTE_FORMATS = {
  text: { en: 'Text (UTF-8)', zh: '文本（UTF-8）' },
  hex: { en: 'Hex', zh: '十六进制' },
  base64: { en: 'Base64', zh: 'Base64' },
  latin1: { en: 'Latin-1', zh: 'Latin-1' },
  gb18030: { en: 'GB18030', zh: 'GB18030' },
} as const satisfies Record<string, Text>
export type ByteFormat = keyof typeof BYTE_FORMATS
export const BYTE_FORMAT_NAMES = Object.keys(BYTE_FORMATS) as [ByteFormat, ...ByteFormat[]]

/** How bytes are shown: as UTF-8 where they are, else as hex, or as asked for. */
export const SHOWN_FORMATS = {
  auto: { en: 'Text, or hex', zh: '文本，否则十六进制' },
  ...BYTE_FORMATS,
  base64url: { en: 'Base64url', zh: 'Base64url' },
} as const satisfies Record<string, Text>
export type ShownFormat = keyof typeof SHOWN_FORMATS
export const SHOWN_FORMAT_NAMES = Object.keys(SHOWN_FORMATS) as [ShownFormat, ...ShownFormat[]]

/** Reads the bytes that a text stands for. Throws `bad_input` for the field, with line and column. */
export function parseBytes(text: string, format: ByteFormat, field: string): Bytes {
  if (format === 'hex') return parseHex(text, field)
  if (format === 'base64') return parseBase64(text, field)
  return encodeText(text, toCharset(format), field)
}

/** Reads bytes in hex or Base64, whichever it is: a text of hex digits alone is hex. Throws `bad_input`. */
export function readCoded(text: string, field: string): Bytes {
  const source = text.trim()
  if (!source)
    throw new AppError('bad_input', {
      field,
      expected: { en: 'hex or Base64', zh: '十六进制或 Base64' },
      got: { en: 'nothing', zh: '空' },
    })
  return /^[0-9a-f\s]+$/i.test(source) ? parseHex(source, field) : parseBase64(source, field)
}

/** Shows bytes as text; `auto` takes UTF-8 if the bytes are UTF-8 without control characters, and hex otherwise. */
export function toByteText(bytes: Uint8Array, format: ShownFormat): string {
  switch (format) {
    case 'auto':
      return findReadable(bytes) ?? toHex(bytes)
    case 'hex':
      return toHex(bytes)
    case 'base64':
      return toBase64(bytes)
    case 'base64url':
      return toBase64Url(bytes)
    default:
      return decodeText(bytes, toCharset(format))
  }
}

/** The bytes as UTF-8 text if a person could read it: no control characters but line breaks and tabs. */
export function findReadable(bytes: Uint8Array): string | undefined {
  const text = findText(bytes, 'utf-8')
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  return text === undefined || /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) ? undefined : text
}

function toCharset(format: Exclude<ByteFormat, 'hex' | 'base64'>): Charset {
  return format === 'text' ? 'utf-8' : format
}
