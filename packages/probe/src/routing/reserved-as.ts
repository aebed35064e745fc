import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

type Reserved = { readonly first: number; readonly last: number; readonly rfc: string; readonly use: Text }

const PRIVATE: Text = { en: 'for private use', zh: '供私有使用' }
const DOCUMENTATION: Text = { en: 'for documentation', zh: '供文档示例' }
const RESERVED: readonly Reserved[] = [
  { first: 0, last: 0, rfc: 'RFC 7607', use: { en: 'no AS at all', zh: '不表示任何 AS' } },
  {
    first: 23_456,
    last: 23_456,
    rfc: 'RFC 6793',
    use: { en: 'a placeholder for four-byte numbers', zh: '四字节 AS 号的占位符' },
  },
  { first: 64_496, last: 64_511, rfc: 'RFC 5398', use: DOCUMENTATION },
  { first: 64_512, last: 65_534, rfc: 'RFC 6996', use: PRIVATE },
  { first: 65_535, last: 65_535, rfc: 'RFC 7300', use: { en: 'reserved', zh: '保留' } },
  { first: 65_536, last: 65_551, rfc: 'RFC 5398', use: DOCUMENTATION },
  { first: 4_200_000_000, last: 4_294_967_294, rfc: 'RFC 6996', use: PRIVATE },
  { first: 4_294_967_295, last: 4_294_967_295, rfc: 'RFC 7300', use: { en: 'reserved', zh: '保留' } },
]

/**
 * Refuses numbers that are set aside: nobody announces anything with them (IANA’s registry of special-purpose AS numbers).
 *
 * @throws {AppError} `unsupported_value`
 */
export function refuseReservedAs(asn: number): void {
  const found = RESERVED.find(({ first, last }) => asn >= first && asn <= last)
  if (!found) return
  const { use, rfc } = found
  throw new AppError('unsupported_value', {
    got: `AS${asn}`,
    reason: {
      en: `the number is ${use.en} (${rfc}) and in no public route`,
      zh: `该 AS 号${use.zh}（${rfc}），不会出现在公网路由中`,
    },
  })
}
