import { toRational, type Rational } from '../../lib/rational.ts'

/** IEEE 754-2019 §3.6: bits of the exponent and of the fraction. */
export const FLOATS = {
  half: { exponentBits: 5, fractionBits: 10 },
  single: { exponentBits: 8, fractionBits: 23 },
  double: { exponentBits: 11, fractionBits: 52 },
} as const
export type FloatName = keyof typeof FLOATS

export type FloatParts = { readonly sign: bigint; readonly exponent: bigint; readonly fraction: bigint }

/** The bits nearest to an exact number, ties to even; too large becomes infinity. */
export function toFloatBits({ top, bottom }: Rational, name: FloatName): bigint {
  const { exponentBits, fractionBits } = FLOATS[name]
  const sign = top < 0n ? 1n : 0n
  const size = top < 0n ? -top : top
  const signBit = sign << BigInt(exponentBits + fractionBits)
  if (size === 0n) return 0n
  const bias = (1 << (exponentBits - 1)) - 1
  const exponent = Math.max(findExponent(size, bottom), 1 - bias)
  // The significand in units of the last place; a carry out of it lands in the exponent field by itself.
  const significand = divideToEven(size, bottom, fractionBits - exponent)
  const isNormal = significand >> BigInt(fractionBits) > 0n
  const field = isNormal ? BigInt(exponent + bias - 1) << BigInt(fractionBits) : 0n
  const bits = field + significand
  const infinity = ((1n << BigInt(exponentBits)) - 1n) << BigInt(fractionBits)
  return signBit | (bits > infinity ? infinity : bits)
}

/** Sign, exponent and fraction fields. */
export function splitFloatBits(bits: bigint, name: FloatName): FloatParts {
  const { exponentBits, fractionBits } = FLOATS[name]
  return {
    sign: (bits >> BigInt(exponentBits + fractionBits)) & 1n,
    exponent: (bits >> BigInt(fractionBits)) & ((1n << BigInt(exponentBits)) - 1n),
    fraction: bits & ((1n << BigInt(fractionBits)) - 1n),
  }
}

/** The exact number some bits stand for; undefined for infinities and NaN. */
export function fromFloatBits(bits: bigint, name: FloatName): Rational | undefined {
  const { exponentBits, fractionBits } = FLOATS[name]
  const { sign, exponent, fraction } = splitFloatBits(bits, name)
  if (exponent === (1n << BigInt(exponentBits)) - 1n) return undefined
  const bias = (1 << (exponentBits - 1)) - 1
  const significand = exponent === 0n ? fraction : fraction + (1n << BigInt(fractionBits))
  const power = Math.max(Number(exponent), 1) - bias - fractionBits
  const signed = sign === 1n ? -significand : significand
  return power >= 0 ? toRational(signed << BigInt(power)) : toRational(signed, 1n << BigInt(-power))
}

/** What kind of value some bits are. */
export function toFloatClass(bits: bigint, name: FloatName): 'zero' | 'subnormal' | 'normal' | 'infinity' | 'nan' {
  const { exponent, fraction } = splitFloatBits(bits, name)
  if (exponent === (1n << BigInt(FLOATS[name].exponentBits)) - 1n) return fraction === 0n ? 'infinity' : 'nan'
  if (exponent === 0n) return fraction === 0n ? 'zero' : 'subnormal'
  return 'normal'
}

/** The greatest e with 2^e ≤ size / bottom. */
function findExponent(size: bigint, bottom: bigint): number {
  const guess = size.toString(2).length - bottom.toString(2).length
  const isTooHigh = guess >= 0 ? size < bottom << BigInt(guess) : size << BigInt(-guess) < bottom
  return isTooHigh ? guess - 1 : guess
}

/** size / bottom × 2^shift to the nearest whole number, ties to even. */
function divideToEven(size: bigint, bottom: bigint, shift: number): bigint {
  const [top, under] = shift >= 0 ? [size << BigInt(shift), bottom] : [size, bottom << BigInt(-shift)]
  const quotient = top / under
  const double = (top % under) * 2n
  return double > under || (double === under && quotient % 2n === 1n) ? quotient + 1n : quotient
}
