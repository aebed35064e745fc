import { AppError } from '@octet/core/errors.ts'
import { JsonReader } from './reader.ts'
import { toAscii } from './unicode-escapes.ts'

/** A text as a JSON string in quotes; with `isAscii` every other character as `\uXXXX`. */
export function escapeJson(text: string, { isAscii = false } = {}): string {
  const quoted = JSON.stringify(text)
  return isAscii ? toAscii(quoted) : quoted
}

/** The text behind a JSON string, with or without its quotes. Throws `syntax_error` for a bad escape. */
export function unescapeJson(text: string): string {
  const trimmed = text.trim()
  const isQuoted = trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')
  const raw = isQuoted
    ? trimmed
    : `"${text
        .replaceAll('\r', '\\r')
        .replaceAll('\n', '\\n')
        .replaceAll('\t', '\\t')
        .replaceAll(/(?<!\\)((?:\\\\)*)"/g, '$1\\"')}"`
  const reader = new JsonReader(raw)
  while (reader.next()) continue
  const value: unknown = JSON.parse(raw)
  if (typeof value !== 'string')
    throw new AppError('bad_input', { field: 'text', expected: { en: 'a JSON string', zh: 'JSON 字符串' }, got: typeof value })
  return value
}
