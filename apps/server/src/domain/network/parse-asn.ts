import { AppError } from '@octet/core/errors.ts'

/** The number in `AS13335` or `13335`; undefined for another text. */
export function findAsn(text: string): number | undefined {
  const digits = /^(?:as)?(\d{1,10})$/i.exec(text.trim())?.[1]
  return digits !== undefined && Number(digits) <= 0xffff_ffff ? Number(digits) : undefined
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
