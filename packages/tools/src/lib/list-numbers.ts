import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'

/**
 * The numbers of a pasted list, one a line, or cells with commas, semicolons or tabs between, of which those with the names of
 * people beside their numbers are left out. Throws `too_large` where there are more than `most`.
 */
export function listNumbers(text: string, most: number, { field = 'numbers' } = {}): string[] {
  const entered = text.split(/[\r\n]+/).flatMap(listCells)
  if (entered.length > most) throw new AppError('too_large', { field, limit: counted(most, 'numbers'), got: entered.length })
  return entered
}

/** Digits of whatever width, as many as no name has. */
const NUMBER = /(?:\p{Nd}[^\p{Nd}]{0,3}){6}/u

function listCells(line: string): string[] {
  const cells = line
    .split(/[\t,;，；、]+/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  return cells.some((cell) => NUMBER.test(cell)) ? cells.filter((cell) => /\p{Nd}/u.test(cell)) : cells
}
