import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'

/** The numbers of a pasted list, one a line or with commas or semicolons between. Throws `too_large` where there are more than `most`. */
export function listNumbers(text: string, most: number, { field = 'numbers' } = {}): string[] {
  const entered = text
    .split(/[\r\n,;，；、]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (entered.length > most) throw new AppError('too_large', { field, limit: counted(most, 'numbers'), got: entered.length })
  return entered
}
