import { MAX_AS, readAsNumber } from '@octet/core/as-number.ts'
import { AppError } from '@octet/core/errors.ts'

/**
 * The number in `AS15169`, `as 15169`, `ASN15169` or `AS1.10`; undefined for what is no such text. A bare number is not one.
 *
 * @throws {AppError} `bad_input` above 4294967295 (RFC 6793)
 */
export function findAsNumber(text: string): number | undefined {
  const number = readAsNumber(text)
  if (number === undefined || number <= MAX_AS) return number
  throw new AppError('bad_input', { field: 'AS', expected: `0–${MAX_AS}`, got: text.slice(0, 40) })
}
