import { AppError } from '@octet/core/errors.ts'

const MAX_AS = 0xffff_ffff

/**
 * The number in `AS15169`, `as 15169` or `ASN15169`; undefined for what is no such text. A bare number is not one.
 *
 * @throws {AppError} `bad_input` above 4294967295 (RFC 6793)
 */
export function findAsNumber(text: string): number | undefined {
  const digits = /^asn?\s*(\d{1,20})$/i.exec(text)?.[1]
  if (digits === undefined) return undefined
  if (Number(digits) <= MAX_AS) return Number(digits)
  throw new AppError('bad_input', { field: 'AS', expected: `0–${MAX_AS}`, got: digits })
}
