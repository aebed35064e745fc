import { MAX_AS, readAsNumber } from '@octet/core/as-number.ts'
import { AppError } from '@octet/core/errors.ts'

/** The number in `AS13335`, `AS1.10` or `13335`; undefined for another text. */
export function findAsn(text: string): number | undefined {
  const number = readAsNumber(text, { mayBeBare: true })
  return number !== undefined && number <= MAX_AS ? number : undefined
}

/** The same. Throws `bad_input`. */
export function parseAsn(text: string): number {
  const asn = findAsn(text)
  if (asn !== undefined) return asn
  throw new AppError('bad_input', {
    field: 'asn',
    expected: { en: 'an AS number up to 4294967295, such as AS13335', zh: '不大于 4294967295 的 AS 号，例如 AS13335' },
    got: text.slice(0, 40),
  })
}
