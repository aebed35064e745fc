import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** A place in a text, as editors count: lines and columns from 1, the offset in UTF-16 units from 0. */
export type TextPlace = { readonly offset: number; readonly line: number; readonly column: number }

/** Finds line and column of an offset; lines end at LF. */
export function toTextPlace(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset)
  const lastBreak = before.lastIndexOf('\n')
  return { offset, line: before.split('\n').length, column: offset - lastBreak }
}

/**
 * The error for one character that does not belong where it stands: shows it, names its code point, line and column.
 *
 * @example throw badCharacter({ field: 'text', text: 'ab%', offset: 2, expected: { en: 'base64', zh: 'base64 字符' } })
 */
export function badCharacter(options: { field: string; text: string; offset: number; expected: string | Text }): AppError {
  const { field, text, offset, expected } = options
  const place = toTextPlace(text, offset)
  const got = offset < text.length ? toPlaceText(toCharacterLabel(text, offset), place) : END
  return new AppError('bad_input', { field, expected, got, ...place })
}

const END: Text = { en: 'the end of the text', zh: '文本结尾' }

/** Shows a character with its code point; unpaired surrogates by their number only. */
function toCharacterLabel(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0
  const number = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const isShown = !/[\p{C}\p{Z}]/u.test(String.fromCodePoint(code))
  return isShown ? `“${String.fromCodePoint(code)}” (${number})` : number
}

/** Adds a place to the words that say what came. */
function toPlaceText(what: string, { line, column }: TextPlace): Text {
  return { en: `${what} at line ${line}, column ${column}`, zh: `第 ${line} 行第 ${column} 列的 ${what}` }
}

/** Refuses a text with half a surrogate pair, which no encoding of Unicode can carry (Unicode §3.9, D91). */
export function refuseLoneSurrogate(text: string, field: string): void {
  if (text.isWellFormed()) return
  const offset = text.search(/\p{Surrogate}/u)
  throw badCharacter({ field, text, offset, expected: { en: 'paired surrogates', zh: '成对的代理项' } })
}
