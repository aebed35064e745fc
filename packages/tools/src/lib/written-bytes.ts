import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { parseHex, type Bytes } from './bytes.ts'
import { decodeScheme } from './text-codec.ts'

/** How bytes of a binary format are written. */
export const WRITTEN_WORDS = {
  base64: { en: 'Base64', zh: 'Base64' },
  base64url: { en: 'Base64 for URLs', zh: 'Base64（URL 安全）' },
  base16: { en: 'Hex', zh: '十六进制' },
} as const satisfies Record<string, Text>
export type Written = keyof typeof WRITTEN_WORDS
export const WRITTEN = Object.keys(WRITTEN_WORDS) as [Written, ...Written[]]

/** Bytes of a binary format as they are pasted: in hexadecimal, Base64 or, from a link, Base64 in percent-encoding. */
export function readWritten(text: string, lang: Lang): { bytes: Bytes; notes: string[] } {
  if (/^(\s|0x|\\x|[0-9a-f:,;_-])+$/i.test(text) && /[0-9a-f]/i.test(text)) return { bytes: parseHex(text, 'text'), notes: [] }
  const plain = /%(2b|2f|3d|0a|0d)/i.test(text)
    ? text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text
  return decodeScheme(plain, { scheme: 'base64', custom: '', isStrict: false, lang })
}

/** The same for a text that may be something else; nothing if it is. */
export function findWritten(text: string): Bytes | undefined {
  try {
    const { bytes, notes } = readWritten(text, 'en')
    return bytes.length >= 2 && notes.length === 0 ? bytes : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
