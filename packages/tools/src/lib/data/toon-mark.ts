import { AppError } from '@octet/core/errors.ts'

/** None of these characters may stand in a text that is exchanged (Unicode §23.7), so one of them is free to mark with. */
const MARKS = ['\u{10fffd}', '\u{10fffe}', '\u{10ffff}', '\u{ffffe}', '\u{fffff}'] as const

/** A character that none of some texts holds. Throws `unsupported_value` where they hold every noncharacter there is. */
export function findMark(texts: readonly string[]): string {
  const mark = MARKS.find((one) => !texts.some((text) => text.includes(one)))
  if (mark !== undefined) return mark
  const reason = { en: 'these characters do not belong in a text', zh: '这些字符不应出现在文本中' }
  throw new AppError('unsupported_value', { got: MARKS.join(''), reason })
}
