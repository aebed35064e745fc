import type { Text } from '@octet/core/text.ts'
import { toHex } from '../../lib/bytes.ts'
import { findText } from '../../lib/charset.ts'
import { toBase64Url } from '../../lib/radix-text.ts'

/** A string as diagnostic notation (RFC 8949 §8) and JSON write it. */
export type StringValue = { readonly value: string; readonly json: string; readonly bytes?: Uint8Array; readonly also?: Text }

/** A string of bytes; JSON has it as Base64 for URLs (RFC 8949 §6.1). */
export const toBytesValue = (bytes: Uint8Array): StringValue => ({
  value: `h'${toHex(bytes)}'`,
  json: JSON.stringify(toBase64Url(bytes)),
  bytes,
})

/** A text, and its bytes where they are not UTF-8. */
export function toTextValue(content: Uint8Array): StringValue {
  const text = findText(content, 'utf-8')
  const shown = JSON.stringify(text ?? new TextDecoder().decode(content))
  if (text !== undefined) return { value: shown, json: shown }
  const hex = toHex(content, ' ')
  return { value: shown, json: shown, also: { en: `not UTF-8: ${hex}`, zh: `不是 UTF-8：${hex}` } }
}

/** 16 bytes in the groups of RFC 9562. */
export const toUuid = (bytes: Uint8Array): string => toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
