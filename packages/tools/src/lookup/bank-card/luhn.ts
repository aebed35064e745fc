/** How a number fails the check of ISO/IEC 7812-1 annex B, and what single slip would explain it. */
export type LuhnReport = {
  readonly isValid: boolean
  /** The last digit that would fit the others. */
  readonly checkDigit: number
  /** Changes of one digit that make it valid, from the left. */
  readonly singleFixes: readonly { readonly position: number; readonly from: number; readonly to: number }[]
  /** Neighbours whose exchange makes it valid; the commonest typing slip. */
  readonly swaps: readonly { readonly position: number; readonly result: string }[]
}

/** Checks digits by Luhn. Every digit has exactly one value that fits, so all positions are candidates: one says which. */
export function checkLuhn(digits: string): LuhnReport {
  const values = [...digits].map(Number)
  const rest = sum(values) % 10
  const isValid = rest === 0
  const withoutLast = sum([...values.slice(0, -1), 0])
  const checkDigit = (10 - (withoutLast % 10)) % 10
  if (isValid) return { isValid, checkDigit, singleFixes: [], swaps: [] }
  const singleFixes = values.map((from, index) => ({
    position: index + 1,
    from,
    to: Array.from({ length: 10 }, (_, digit) => digit).find((digit) => sum(values.with(index, digit)) % 10 === 0)!,
  }))
  const swaps = values.slice(1).flatMap((value, index) => {
    const swapped = values.with(index, value).with(index + 1, values[index]!)
    return value !== values[index] && sum(swapped) % 10 === 0 ? [{ position: index + 1, result: swapped.join('') }] : []
  })
  return { isValid, checkDigit, singleFixes, swaps }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value, index) => total + weigh(value, (values.length - index) % 2 === 0), 0)
}

function weigh(digit: number, isDoubled: boolean): number {
  const doubled = isDoubled ? digit * 2 : digit
  return doubled > 9 ? doubled - 9 : doubled
}
