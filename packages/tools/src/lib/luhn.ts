/** ISO/IEC 7812-1 annex B: every second digit from the right doubled, the sum a multiple of ten. */
export function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, char, place) => {
    const value = Number(char) * (place % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
