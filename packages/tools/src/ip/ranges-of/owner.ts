import { MAX_AS, readAsNumber } from '@octet/core/as-number.ts'
import { AppError } from '@octet/core/errors.ts'
import { toHalfWidth } from '../../lib/half-width.ts'

/** What a person means by `SG`, `sg`, `AS13335`, `AS1.10` or `13335`. Throws `bad_input`. */
export function parseOwner(text: string): { country: string } | { asn: number } {
  const word = toHalfWidth(text).trim()
  if (/^[a-z]{2}$/i.test(word)) return { country: word.toUpperCase() }
  const asn = readAsNumber(word, { mayBeBare: true })
  if (asn !== undefined && asn <= MAX_AS) return { asn }
  throw new AppError('bad_input', {
    field: 'owner',
    expected: {
      en: 'a country code of two letters or an AS number up to 4294967295',
      zh: '两个字母的国家代码，或不大于 4294967295 的 AS 号',
    },
    got: word,
  })
}
