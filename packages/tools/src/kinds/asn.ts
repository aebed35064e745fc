import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'asn',
  title: { en: 'AS number', zh: '自治系统号' },
  examples: ['AS64500', 'as 4200000000', 'ASN64511', 'AS1.10'],
  counterExamples: ['AS', 'AS4294967296', 'assembly'],
  detect(sample) {
    const match = /^asn?[ -]?(\d{1,10})(?:\.(\d{1,5}))?$/i.exec(sample)
    if (!match) return undefined
    // RFC 5396: asdot writes two 16-bit halves.
    const [high, low] = [Number(match[1]), Number(match[2] ?? 0)]
    return (match[2] === undefined ? high < 2 ** 32 : high < 65_536 && low < 65_536) ? { score: 0.98 } : undefined
  },
})
