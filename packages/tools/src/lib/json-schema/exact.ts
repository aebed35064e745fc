import { cutEnd } from '../cut-end.ts'

/**
 * A decimal number of any size without loss: ±0.digits × 10^exponent, no zero at either end of the digits
 * (zero has none). So equal numbers have equal parts, whatever their spelling: 1.0, 1, 10e-1.
 */
export type Exact = { readonly isNegative: boolean; readonly digits: string; readonly exponent: bigint }

/** Reads a number in the grammar of RFC 8259 §6. */
export function toExact(raw: string): Exact {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(raw) ?? []
  const all = whole + fraction
  const start = all.search(/[1-9]/)
  if (start < 0) return { isNegative: false, digits: '', exponent: 0n }
  return {
    isNegative: sign === '-',
    digits: cutEnd(all.slice(start), '0'),
    exponent: BigInt(whole.length - start) + BigInt(power),
  }
}

/** Below, at or above zero as `a` is less than, equal to or greater than `b`. */
export function compareExact(a: Exact, b: Exact): number {
  const [signA, signB] = [toSign(a), toSign(b)]
  if (signA !== signB || signA === 0) return signA - signB
  return compareSizes(a, b) * signA
}

function compareSizes(a: Exact, b: Exact): number {
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -1 : 1
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -1 : 1
}

function toSign({ isNegative, digits }: Exact): number {
  return digits === '' ? 0 : isNegative ? -1 : 1
}

export function isWhole({ digits, exponent }: Exact): boolean {
  return BigInt(digits.length) <= exponent || digits === ''
}

/** Whether a number is a whole multiple of a positive one; powers of ten are taken modulo, so that 1e1000000 costs nothing. */
export function isMultiple(number: Exact, of: Exact): boolean {
  if (number.digits === '') return true
  const shift = number.exponent - BigInt(number.digits.length) - (of.exponent - BigInt(of.digits.length))
  // The digits end in no zero, so they hold no further factor of ten.
  if (shift < 0n) return false
  const modulus = BigInt(of.digits)
  return (BigInt(number.digits) * powerOfTen(shift, modulus)) % modulus === 0n
}

function powerOfTen(exponent: bigint, modulus: bigint): bigint {
  let [result, base, rest] = [1n % modulus, 10n % modulus, exponent]
  for (; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * base) % modulus
    base = (base * base) % modulus
  }
  return result
}
