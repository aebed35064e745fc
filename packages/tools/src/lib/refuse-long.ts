import { AppError } from '@octet/core/errors.ts'

/** Refuses a text of more than so many times 2^20 UTF-16 units. Throws `too_large`. */
export function refuseLong(text: string, mebi: number, field = 'text'): void {
  const size = text.length / 2 ** 20
  if (size > mebi) throw new AppError('too_large', { field, limit: `${mebi} MiB`, got: `${size.toFixed(1)} MiB` })
}

/** Most that is written from parts that are repeated, in 2^20 UTF-16 units; engines end at 512. */
const MAX_RESULT_MEBI = 64

/** Refuses a result of more UTF-16 units than are written, before it is made. Throws `too_large`. */
export function refuseLongResult(length: number): void {
  const size = length / 2 ** 20
  if (size <= MAX_RESULT_MEBI) return
  throw new AppError('too_large', {
    field: { en: 'The result', zh: '结果' },
    limit: `${MAX_RESULT_MEBI} MiB`,
    got: `${size.toFixed(1)} MiB`,
  })
}
