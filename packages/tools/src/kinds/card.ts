import { defineKind } from '@octet/core/kind.ts'
import { isLuhn } from '../lib/luhn.ts'

export default defineKind({
  id: 'card',
  title: { en: 'Bank card number', zh: '银行卡号' },
  examples: ['4111 1111 1111 1111', '6222021234567890128', '378282246310005', '5555-5555-5555-4444'],
  counterExamples: ['4111 1111 1111 1112', '1234567890123456', '411111'],
  detect(sample) {
    if (!/^[2-6]\d{3}(?:[ -]?\d){9,15}$/.test(sample)) return undefined
    const digits = sample.replaceAll(/\D/g, '')
    return isLuhn(digits) ? { score: 0.92 } : undefined
  },
})
