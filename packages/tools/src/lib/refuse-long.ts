import { AppError } from '@octet/core/errors.ts'

/** Refuses a text of more than so many times 2^20 UTF-16 units. Throws `too_large`. */
export function refuseLong(text: string, mebi: number, field = 'text'): void {
  const size = text.length / 2 ** 20
  if (size > mebi) throw new AppError('too_large', { field, limit: `${mebi} MiB`, got: `${size.toFixed(1)} MiB` })
}
