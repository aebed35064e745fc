import { defineKind } from '@octet/core/kind.ts'
import { splitLines } from '@octet/core/lines.ts'
import { isIban } from '../lib/is-iban.ts'

export default defineKind({
  id: 'iban',
  title: { en: 'IBAN', zh: 'IBAN 国际银行账号' },
  examples: [
    'DE89 3704 0044 0532 0130 00',
    'GB82WEST12345698765432',
    'FR1420041010050500013M02606',
    'DE89370400440532013000\nGB82WEST12345698765432',
  ],
  counterExamples: ['DE88 3704 0044 0532 0130 00', 'DE89', 'XX00', 'DE89370400440532013000\nAnn'],
  detect(sample) {
    const lines = splitLines(sample).filter((line) => line.trim() !== '')
    return isIban(sample) || (lines.length > 1 && lines.every(isIban)) ? { score: 0.96 } : undefined
  },
})
