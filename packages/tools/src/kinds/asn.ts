import { MAX_AS, readAsNumber } from '@octet/core/as-number.ts'
import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'asn',
  title: { en: 'AS number', zh: '自治系统号' },
  examples: ['AS64500', 'as 4200000000', 'ASN64511', 'AS1.10'],
  counterExamples: ['AS', 'AS4294967296', 'assembly'],
  detect(sample) {
    const number = readAsNumber(sample)
    return number !== undefined && number <= MAX_AS ? { score: 0.98 } : undefined
  },
})
