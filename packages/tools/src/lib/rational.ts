import { fromDigits, toDigits } from './radix.ts'

/** An exact number: numerator and positive denominator without common factor. */
export type Rational = { readonly top: bigint; readonly bottom: bigint }

export function toRational(top: bigint, bottom = 1n): Rational {
  if (bottom === 1n) return { top, bottom }
  const sign = bottom < 0n ? -1n : 1n
  const divisor = gcd(top < 0n ? -top : top, bottom * sign)
  return { top: (top * sign) / divisor, bottom: (bottom * sign) / divisor }
}

/** Bits of the leading parts that steps are tried with: products of them stay whole in a double. */
const LEADING_BITS = 26
const SMALL = 1n << 64n

/**
 * The greatest common divisor of two numbers that are not negative. Long ones take many steps of Euclid's algorithm at once, as
 * their leading digits show them (Lehmer; Knuth, The Art of Computer Programming, volume 2, 4.5.2, algorithm L).
 */
export function gcd(left: bigint, right: bigint): bigint {
  let [x, y] = left >= right ? [left, right] : [right, left]
  while (y > SMALL) {
    const shift = BigInt(Math.max(0, x.toString(16).length * 4 - LEADING_BITS))
    const [a, b, c, d] = stepByLeading(Number(x >> shift), Number(y >> shift))
    if (b === 0) [x, y] = [y, x % y]
    else [x, y] = [BigInt(a) * x + BigInt(b) * y, BigInt(c) * x + BigInt(d) * y]
  }
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

/** The steps that are the same whatever follows the leading digits, as a matrix; the second of its numbers is 0 for none. */
function stepByLeading(x: number, y: number): readonly [number, number, number, number] {
  let [high, low] = [x, y]
  let [a, b, c, d] = [1, 0, 0, 1]
  while (low + c !== 0 && low + d !== 0) {
    const quotient = Math.floor((high + a) / (low + c))
    if (quotient !== Math.floor((high + b) / (low + d))) break
    ;[a, c] = [c, a - quotient * c]
    ;[b, d] = [d, b - quotient * d]
    ;[high, low] = [low, high - quotient * low]
  }
  return [a, b, c, d]
}

/** Digits of a fraction in some base: before the point, after it, and the part that repeats for ever. */
export type Expansion = {
  readonly negative: boolean
  readonly whole: readonly number[]
  readonly fixed: readonly number[]
  readonly repeating: readonly number[]
  /** The limit was reached before the digits ended or repeated. */
  readonly isCut: boolean
}

/** Long division: remainders seen before close the repeating part. At most `places` digits after the point. */
export function expand({ top, bottom }: Rational, base: number, places: number): Expansion {
  const size = top < 0n ? -top : top
  const whole = toDigits(size / bottom, base)
  const digits: number[] = []
  const seen = new Map<bigint, number>()
  let rest = size % bottom
  while (rest > 0n && digits.length < places && !seen.has(rest)) {
    seen.set(rest, digits.length)
    const next = rest * BigInt(base)
    digits.push(Number(next / bottom))
    rest = next % bottom
  }
  const start = rest > 0n ? seen.get(rest) : undefined
  return {
    negative: top < 0n,
    whole,
    fixed: digits.slice(0, start),
    repeating: start === undefined ? [] : digits.slice(start),
    isCut: rest > 0n && start === undefined,
  }
}

/** The exact number of an expansion: `0.1(6)` is 1/6. */
export function fromExpansion({ negative, whole, fixed, repeating }: Omit<Expansion, 'isCut'>, base: number): Rational {
  const scale = BigInt(base) ** BigInt(fixed.length)
  const head = fromDigits([...whole, ...fixed], base)
  const sign = negative ? -1n : 1n
  if (repeating.length === 0) return toRational(sign * head, scale)
  const nines = BigInt(base) ** BigInt(repeating.length) - 1n
  return toRational(sign * (head * nines + fromDigits(repeating, base)), scale * nines)
}
