import { AppError } from '@octet/core/errors.ts'

/** What a person means by `SG`, `sg`, `AS13335` or `13335`. Throws `bad_input`. */
export function parseOwner(text: string): { country: string } | { asn: number } {
  const word = text.trim()
  if (/^[a-z]{2}$/i.test(word)) return { country: word.toUpperCase() }
  const digits = /^(?:as)?\s*(\d{1,10})$/i.exec(word)?.[1]
  if (digits && Number(digits) <= 0xffff_ffff) return { asn: Number(digits) }
  throw new AppError('bad_input', {
    field: 'owner',
    expected: {
      en: 'a country code of two letters or an AS number up to 4294967295',
      zh: '两个字母的国家代码，或不大于 4294967295 的 AS 号',
    },
    got: word,
  })
}
