import { defineKind } from '@octet/core/kind.ts'

/** The longest with blanks between its characters. */
const MAX_WRITTEN = 100

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
    const lines = sample.split('\n').filter((line) => line.trim() !== '')
    return isIban(sample) || (lines.length > 1 && lines.every(isIban)) ? { score: 0.96 } : undefined
  },
})

function isIban(text: string): boolean {
  if (text.length > MAX_WRITTEN) return false
  const plain = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain) && toRemainder(plain) === 1
}

/** ISO 7064 MOD 97-10 over the account with its first four characters moved to the end and letters as 10–35. */
function toRemainder(iban: string): number {
  return [...iban.slice(4), ...iban.slice(0, 4)].reduce((rest, char) => {
    const value = Number.parseInt(char, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}
