/** The longest with blanks between its characters. */
const MAX_WRITTEN = 100

/** Whether a text is an international bank account number with right check digits, with or without blanks (ISO 13616). */
export function isIban(text: string): boolean {
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
