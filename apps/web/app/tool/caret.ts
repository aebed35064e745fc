import { toWidth } from '@octet/tools/lib/text-width.ts'

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
