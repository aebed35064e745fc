import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { countBits } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'

/** A number, and what is known of it. */
export type Value = {
  readonly number: Rational
  readonly isExact: boolean
  /** Written with a percent sign: `80 + 15%` adds 15% of 80. */
  readonly isPercent?: boolean
  /** The angle in degrees where it was written so: sin(30°) is exactly ½. */
  readonly degrees?: Rational
}

/** Whole numbers have at most so many bits (10,000 digits), and both parts of a fraction so many. */
const MAX_BITS = 33_220
const MAX_FRACTION_BITS = 4096
/** Bits that count in a number that is not exact. */
const KEPT_BITS = 280

export function toExact(number: Rational): Value {
  const bits = Math.max(countBits(number.top), countBits(number.bottom))
  limitBits(number.bottom === 1n ? bits : bits * (MAX_BITS / MAX_FRACTION_BITS))
  return { number, isExact: true }
}

/** Refuses what would be too long, before it is made. */
export function limitBits(bits: number): void {
  if (bits > MAX_BITS + 4)
    throw refuseValue({
      en: 'the number would have more than 10,000 digits, or a fraction more than 1,200',
      zh: '数值将超过 10000 位（分数超过 1200 位）',
    })
}

/** A number that is known to about 80 digits. */
export function toInexact({ top, bottom }: Rational): Value {
  const size = top < 0n ? -top : top
  const power = countBits(size) - countBits(bottom) - KEPT_BITS
  if (Math.abs(power) > MAX_BITS) limitBits(MAX_BITS * 2)
  const shift = BigInt(Math.abs(power))
  const kept = power < 0 ? (size << shift) / bottom : size / (bottom << shift)
  const signed = top < 0n ? -kept : kept
  return { number: power < 0 ? toRational(signed, 1n << shift) : { top: signed << shift, bottom: 1n }, isExact: false }
}

export const toValue = (number: Rational, isExact: boolean): Value => (isExact ? toExact(number) : toInexact(number))

/** The reason why a calculation has no result; `got` is filled in by who knows the line. */
export class Refusal extends Error {
  readonly reason: Text
  constructor(reason: Text) {
    super(reason.en)
    this.reason = reason
  }
}

export const refuseValue = (reason: Text): Refusal => new Refusal(reason)

/** A whole number, or a refusal that names who wants one. */
export function toWhole({ number, isExact }: Value, name: string): bigint {
  if (isExact && number.bottom === 1n) return number.top
  throw refuseValue({ en: `“${name}” works on whole numbers`, zh: `“${name}”只用于整数` })
}

export function toUnsupported({ reason }: Refusal, got: string): AppError {
  return new AppError('unsupported_value', { got: got.length > 60 ? `${got.slice(0, 60)}…` : got, reason })
}
