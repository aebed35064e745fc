import type { Text } from '@octet/core/text.ts'
import type { Glyph } from './fonts.ts'

/** How dots are drawn, with words. */
export const STYLE_WORDS = {
  shadow: { en: 'Blocks with a shadow', zh: '方块加阴影' },
  blocks: { en: 'Blocks', zh: '方块' },
  half: { en: 'Half blocks (small)', zh: '半块（小）' },
  braille: { en: 'Braille dots (smallest)', zh: '盲文点（最小）' },
  hash: { en: '# (ASCII)', zh: '#（ASCII）' },
  letters: { en: 'The letters themselves (ASCII)', zh: '字母本身（ASCII）' },
} as const satisfies Record<string, Text>
export type Style = keyof typeof STYLE_WORDS
export const STYLES = Object.keys(STYLE_WORDS) as [Style, ...Style[]]

/** A character with its glyph. */
export type Letter = { readonly char: string; readonly glyph: Glyph }

/** A line of letters as dots: the character that each belongs to, or nothing. */
type Dots = readonly (readonly (string | undefined)[])[]

/** Columns that one dot takes, and those behind all letters. */
const WIDTHS: Readonly<Record<Style, { readonly dot: number; readonly end: number }>> = {
  shadow: { dot: 2, end: 1 },
  blocks: { dot: 2, end: 0 },
  half: { dot: 1, end: 0 },
  braille: { dot: 0.5, end: 0 },
  hash: { dot: 1, end: 0 },
  letters: { dot: 1, end: 0 },
}

/** Columns of a line. */
export const measureLine = (letters: readonly Letter[], style: Style): number => {
  const dots = letters.reduce((sum, { glyph }) => sum + glyph[0]!.length + 1, -1)
  return Math.ceil(Math.max(0, dots) * WIDTHS[style].dot) + WIDTHS[style].end
}

/** Draws a line of letters: its rows, without white space at their ends. */
export function drawLine(letters: readonly Letter[], style: Style): string[] {
  const dots = toDots(letters)
  return toStyle(dots, style).map((row) => row.trimEnd())
}

function toStyle(dots: Dots, style: Style): string[] {
  switch (style) {
    case 'shadow':
      return castShadow(dots)
    case 'blocks':
      return dots.map((row) => row.map((dot) => (dot ? '██' : '  ')).join(''))
    case 'half':
      return joinRows(dots, 2, 1, (cell) => [' ', '▀', '▄', '█'][(cell(0, 0) ? 1 : 0) + (cell(1, 0) ? 2 : 0)]!)
    case 'braille':
      return joinRows(dots, 4, 2, toBraille)
    case 'hash':
      return dots.map((row) => row.map((dot) => (dot ? '#' : ' ')).join(''))
    case 'letters':
      return dots.map((row) => row.map((dot) => dot ?? ' ').join(''))
  }
}

/** The letters side by side with a column between them. */
function toDots(letters: readonly Letter[]): Dots {
  const rows = letters[0]?.glyph.length ?? 0
  return Array.from({ length: rows }, (_, row) =>
    letters.flatMap(({ char, glyph }, at) => {
      const dots = glyph[row]!.map((isDrawn) => (isDrawn ? char : undefined))
      return at === 0 ? dots : [undefined, ...dots]
    }),
  )
}

/** Several rows and columns of dots in one character. */
function joinRows(
  dots: Dots,
  rows: number,
  columns: number,
  toSign: (cell: (row: number, column: number) => boolean) => string,
): string[] {
  return Array.from({ length: Math.ceil(dots.length / rows) }, (_, row) =>
    Array.from({ length: Math.ceil(dots[0]!.length / columns) }, (_, column) =>
      toSign((down, right) => dots[row * rows + down]?.[column * columns + right] !== undefined),
    ).join(''),
  )
}

/** Bits of the dots of a braille pattern (Unicode, block U+2800), by row and column. */
const BRAILLE = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
]

function toBraille(cell: (row: number, column: number) => boolean): string {
  const bits = BRAILLE.flatMap((row, down) => row.map((bit, right) => (cell(down, right) ? bit : 0)))
  const sum = bits.reduce((total, bit) => total | bit, 0)
  return sum === 0 ? ' ' : String.fromCodePoint(0x2800 + sum)
}

/** Each dot two blocks wide; to the right of and below what is drawn runs a line, as of light from the upper left. */
function castShadow(dots: Dots): string[] {
  const isDrawn = (row: number, column: number) => column >= 0 && dots[row]?.[column >> 1] !== undefined
  const columns = 2 * (dots[0]?.length ?? 0) + 1
  return Array.from({ length: dots.length + 1 }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      if (isDrawn(row, column)) return '█'
      const [left, above, corner] = [isDrawn(row, column - 1), isDrawn(row - 1, column), isDrawn(row - 1, column - 1)]
      if (left) return above ? '╔' : corner ? '║' : '╗'
      if (above) return corner ? '═' : '╚'
      return corner ? '╝' : ' '
    }).join(''),
  )
}
