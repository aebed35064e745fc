import { countPoints } from './count-points.ts'

/** Two columns (UAX 11, wide and full-width): Chinese, Japanese, Korean, Tangut, and signs drawn as pictures. */
const WIDE_CHARS = String.raw`\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{16fff}\u{17000}-\u{18d7f}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}\p{Emoji_Presentation}`
/** Letters of which two make a flag: one column each. */
const FLAG_LETTER = String.raw`[\u{1f1e6}-\u{1f1ff}]`
const WIDE = new RegExp(`(?!${FLAG_LETTER})[${WIDE_CHARS}]`, 'u')
/** None: marks that combine, and what only steers how others are shown. */
const EMPTY = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u

/** Columns that one character takes in a terminal or a font of fixed width. */
export function toCharWidth(char: string): 0 | 1 | 2 {
  if (EMPTY.test(char)) return 0
  return WIDE.test(char) ? 2 : 1
}

const EMPTY_RUNS = new RegExp(`${EMPTY.source}+`, 'gu')
const NARROW_RUNS = new RegExp(`[^${WIDE_CHARS}]+|${FLAG_LETTER}`, 'gu')

/** Columns of a text. */
export function toWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length
  const shown = text.replaceAll(EMPTY_RUNS, '')
  return countPoints(shown) + countPoints(shown.replaceAll(NARROW_RUNS, ''))
}
