import { toRational, type Rational } from './rational.ts'

export const add = (left: Rational, right: Rational): Rational =>
  toRational(left.top * right.bottom + right.top * left.bottom, left.bottom * right.bottom)

export const subtract = (left: Rational, right: Rational): Rational => add(left, { top: -right.top, bottom: right.bottom })

export const multiply = (left: Rational, right: Rational): Rational =>
  toRational(left.top * right.top, left.bottom * right.bottom)

/** The divisor is not zero. */
export const divide = (left: Rational, right: Rational): Rational => toRational(left.top * right.bottom, left.bottom * right.top)

/** The whole number next below, or the number itself. */
export function toFloor({ top, bottom }: Rational): bigint {
  const rounded = top / bottom
  return top < 0n && top % bottom !== 0n ? rounded - 1n : rounded
}

/** What a floor division leaves; it has the sign of the divisor, which is not zero. */
export const toRemainder = (left: Rational, right: Rational): Rational =>
  subtract(left, multiply(right, toRational(toFloor(divide(left, right)))))

/** Positive where left is the larger, negative where right is, else zero. */
export const compare = (left: Rational, right: Rational): number => {
  const difference = left.top * right.bottom - right.top * left.bottom
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}

/** About how long a number is in base 2: at most three bits too many. */
export const countBits = (value: bigint): number => value.toString(16).length * 4

/** Digits with a point and an exponent, nothing else: `12.5e-3`. */
export function fromPlainDecimal(text: string): Rational {
  const [digits = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = digits.split('.')
  const power = Number(exponent) - fraction.length
  const number = BigInt(whole + fraction)
  return power < 0 ? toRational(number, 10n ** BigInt(-power)) : toRational(number * 10n ** BigInt(power))
}
