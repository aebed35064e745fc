import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: 'iban',
  title: { en: 'IBAN', zh: 'IBAN 国际银行账号' },
  examples: ['DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'],
  counterExamples: ['DE88 3704 0044 0532 0130 00', 'DE89', 'XX00'],
  detect(sample) {
    const plain = sample.replaceAll(/[\s-]/g, '').toUpperCase()
    return /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(plain) && toRemainder(plain) === 1 ? { score: 0.96 } : undefined
  },
})

/** ISO 7064 MOD 97-10 over the account with its first four characters moved to the end and letters as 10–35. */
function toRemainder(iban: string): number {
  return [...iban.slice(4), ...iban.slice(0, 4)].reduce((rest, char) => {
    const value = Number.parseInt(char, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}
