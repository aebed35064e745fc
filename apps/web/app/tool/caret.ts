/** How much of a line is shown on each side of the place. */
const AROUND = 40

/** The line of an error with a caret below the place; undefined when there is no such place. Line and column count from 1. */
export function toCaret(text: string, line: number, column: number): string | undefined {
  if (!Number.isInteger(line) || !Number.isInteger(column) || line < 1 || column < 1) return undefined
  const whole = text.split('\n', line)[line - 1]
  if (whole === undefined) return undefined
  const from = Math.max(0, column - 1 - AROUND)
  const shown = whole.slice(from, column - 1 + AROUND).replaceAll('\t', ' ')
  const [before, after] = [from > 0 ? '…' : '', from + shown.length < whole.length ? '…' : '']
  return `${before}${shown}${after}\n${' '.repeat(before.length + toWidth(shown.slice(0, column - 1 - from)))}^`
}

/** Columns a text takes in a fixed-width font: East Asian wide signs take two. */
function toWidth(text: string): number {
  return [...text].reduce(
    (width, sign) =>
      width +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(sign) ? 2 : 1),
    0,
  )
}
