export type Column = { readonly head: string; readonly isNumber?: boolean }
export type TableRow = {
  readonly cells: readonly string[]
  /** A sentence below the row. */
  readonly note?: string | undefined
}

const GAP = 2
const INDENT = '  '

/**
 * Rows as lines: in columns where they fit into the width, else each row as its first cell with all others below it, named.
 * What came from outside cannot write to the terminal anything but text.
 */
export function toTable(columns: readonly Column[], given: readonly TableRow[], width: number): string[] {
  const rows = given.map(({ cells, note }) => ({
    cells: cells.map(toClean),
    note: note === undefined ? [] : [INDENT + toClean(note)],
  }))
  const heads = columns.map(({ head }) => head)
  const widths = heads.map((head, at) => Math.max(...[head, ...rows.map(({ cells }) => cells[at] ?? '')].map(toWidth)))
  if (widths.reduce((sum, one) => sum + one, GAP * (widths.length - 1)) > width)
    return rows.flatMap(({ cells, note }) => [...toStack(heads, cells, width), ...note])
  const toLine = (cells: readonly string[]) =>
    columns
      .map(({ isNumber = false }, at) => pad(cells[at] ?? '', { to: widths[at]!, isNumber }))
      .join(' '.repeat(GAP))
      .trimEnd()
  return [toLine(heads), ...rows.flatMap(({ cells, note }) => [toLine(cells), ...note])]
}

/** The first cell, then the others with their names, as many in a line as fit. */
function toStack(heads: readonly string[], [first = '', ...others]: readonly string[], width: number): string[] {
  const lines = [first]
  let line = ''
  for (const [at, cell] of others.entries()) {
    if (cell === '') continue
    const pair = `${heads[at + 1]} ${cell}`
    const longer = line === '' ? INDENT + pair : `${line}, ${pair}`
    if (line !== '' && toWidth(longer) > width) lines.push(line)
    line = line === '' || toWidth(longer) <= width ? longer : INDENT + pair
  }
  return line === '' ? lines : [...lines, line]
}

/** A text in a column as wide as `to` cells of a terminal. */
export function pad(text: string, { to, isNumber = false }: { readonly to: number; readonly isNumber?: boolean }): string {
  const blanks = ' '.repeat(Math.max(0, to - toWidth(text)))
  return isNumber ? blanks + text : text + blanks
}

/** Text without what terminals obey: escapes, line ends, signs that turn the direction. */
export function toClean(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u

/** Cells of a terminal: two for Chinese signs, none for marks that stand upon a letter (UAX #11). */
export function toWidth(text: string): number {
  let width = 0
  for (const sign of text) width += /\p{M}/u.test(sign) ? 0 : WIDE.test(sign) ? 2 : 1
  return width
}

/** As much of a text as fits. */
export function toCut(text: string, width: number): string {
  if (toWidth(text) <= width) return text
  let cut = ''
  for (const sign of text) {
    if (toWidth(cut + sign) >= width) break
    cut += sign
  }
  return `${cut}…`
}
