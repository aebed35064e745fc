import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { toTextPlace } from './text-place.ts'
import { toCharWidth } from './text-width.ts'

/** Columns of the line that are shown on either side of the place. */
const CONTEXT = 40

/**
 * The error for a text that breaks the grammar of a format: line and column from 1, offset from 0,
 * and the line itself with a caret below the place. A mark of a Chinese input method at the place is pointed out.
 *
 * @example throw syntaxError({ format: 'JSON', text: '{a}', offset: 1, reason: { en: 'expected a key', zh: '此处应为键名' } })
 */
export function syntaxError(options: { format: string; text: string; offset: number; reason: Text; expected?: Text }): AppError {
  const { format, text, expected } = options
  const reason = withShortWords(withTypedMark(options))
  const place = toTextPlace(text, Math.max(0, Math.min(options.offset, text.length)))
  return new AppError('syntax_error', { format, ...place, reason, expected, snippet: toSnippet(text, place.offset) })
}

/** A full-width mark, or a quote or stop of Chinese, before which stands no more than a word. */
const TYPED_MARK = /^[\p{L}\p{N}_.-]*([\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff5e“”‘’。、])/u
const MEANT: Readonly<Record<string, string>> = { '“': '"', '”': '"', '‘': "'", '’': "'", '。': '.', '、': ',' }

function withTypedMark({ text, offset, reason }: { text: string; offset: number; reason: Text }): Text {
  const mark = TYPED_MARK.exec(text.slice(offset, offset + CONTEXT))?.[1]
  if (mark === undefined || reason.zh.includes('中文标点')) return reason
  const meant = MEANT[mark] ?? mark.normalize('NFKC')
  return {
    en: `${reason.en}; ${mark} is full-width Chinese punctuation, write ${meant}`,
    zh: `${reason.zh}；此处的 ${mark} 是中文标点，请改为 ${meant}`,
  }
}

/** A word of the text that a reason repeats; what else reasons say has marks between shorter ones. */
const LONG_WORD = /[\p{L}\p{M}\p{N}_:.-]{61,}/gu

function withShortWords({ en, zh }: Text): Text {
  const shorten = (said: string) => said.replace(LONG_WORD, (word) => `${Array.from(word).slice(0, CONTEXT).join('')}…`)
  return { en: shorten(en), zh: shorten(zh) }
}

/** The offset of a line and column as parsers report them, both from 1. */
export function toOffset(text: string, line: number, column: number): number {
  let start = 0
  for (let seen = 1; seen < line; seen++) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    start = end + 1
  }
  return Math.min(text.length, start + column - 1)
}

/** The line around an offset and a caret below it; wide characters are matched by a wide space. */
function toSnippet(text: string, offset: number): string {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1
  const lineBreak = text.indexOf('\n', offset)
  const lineEnd = lineBreak < 0 ? text.length : lineBreak
  const start = Math.max(lineStart, offset - CONTEXT)
  const end = Math.min(lineEnd, offset + CONTEXT)
  const before = `${start > lineStart ? '…' : ''}${text.slice(start, offset)}`.replaceAll('\r', '')
  const after = `${text.slice(offset, end)}${end < lineEnd ? '…' : ''}`.replaceAll('\r', '')
  const pad = Array.from(before, (char) => (char === '\t' ? '\t' : toCharWidth(char) === 2 ? '\u3000' : ' ')).join('')
  return `${before}${after}\n${pad}^`
}
