import type { Rational } from '../../lib/rational.ts'

/**
 * Functions without exact values, to about 90 decimals: numbers are whole multiples of 2^-BITS, so that every machine has
 * the same digits. Series are cut where their terms vanish.
 */
export const BITS = 320
const SHIFT = BigInt(BITS)
const ONE = 1n << SHIFT

export const toFixed = ({ top, bottom }: Rational): bigint => (top << SHIFT) / bottom
/** Not in lowest terms. */
export const fromFixed = (number: bigint): Rational => ({ top: number, bottom: ONE })

const times = (left: bigint, right: bigint): bigint => (left * right) >> SHIFT
const over = (left: bigint, right: bigint): bigint => (left << SHIFT) / right

/** The whole square root, rounded down (Newton's method). */
export function toRoot(square: bigint): bigint {
  if (square < 2n) return square
  let root = 1n << BigInt(Math.ceil((square.toString(16).length * 4) / 2))
  for (;;) {
    const next = (root + square / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** e^x for |x| < 1 in fixed point: halved until the series is short, then squared back. */
function expSmall(x: bigint): bigint {
  const halvings = 16n
  const small = x >> halvings
  let [sum, term] = [ONE, ONE]
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = times(term, small) / n
    sum += term
  }
  for (let n = 0n; n < halvings; n++) sum = times(sum, sum)
  return sum
}

/** e^x as m × 2^k. */
export function exp(x: bigint): { readonly fixed: bigint; readonly power: bigint } {
  const power = x / LN2
  return { fixed: expSmall(x - power * LN2), power }
}

/** Inverse hyperbolic tangent for |x| < 1/2. */
function atanhSeries(x: bigint): bigint {
  const square = times(x, x)
  let [sum, term] = [0n, x]
  for (let n = 1n; term !== 0n && term !== -1n; n += 2n) {
    sum += term / n
    term = times(term, square)
  }
  return sum
}

const LN2 = 2n * atanhSeries(ONE / 3n)

/** Natural logarithm of a positive number of any size: ln(m × 2^k) = ln m + k ln 2. */
export function ln({ top, bottom }: Rational): bigint {
  const power = BigInt(top.toString(2).length - bottom.toString(2).length)
  const shift = SHIFT - power
  const part = shift >= 0n ? (top << shift) / bottom : top / (bottom << -shift)
  return 2n * atanhSeries(over(part - ONE, part + ONE)) + power * LN2
}

function atanSeries(x: bigint): bigint {
  const square = times(x, x)
  let [sum, term] = [0n, x]
  for (let n = 1n; term !== 0n && term !== -1n; n += 2n) {
    sum += n % 4n === 1n ? term / n : -term / n
    term = times(term, square)
  }
  return sum
}

/** π by Machin's formula. */
export const PI = 16n * atanSeries(ONE / 5n) - 4n * atanSeries(ONE / 239n)
export const E = (expSmall(ONE / 2n) ** 2n) >> SHIFT

/** Inverse tangent; the argument is halved three times by its half-angle formula. */
export function atan(x: bigint): bigint {
  if (x < 0n) return -atan(-x)
  if (x > ONE) return PI / 2n - atan(over(ONE, x))
  let small = x
  for (let n = 0; n < 3; n++) small = over(small, ONE + toRoot((ONE + times(small, small)) << SHIFT))
  return 8n * atanSeries(small)
}

/** Sine of an angle in radians, whose whole turns are taken off first. */
export function sin(x: bigint): bigint {
  const turn = 2n * PI
  let rest = x % turn
  if (rest > PI) rest -= turn
  if (rest < -PI) rest += turn
  const square = times(rest, rest)
  let [sum, term] = [0n, rest]
  for (let n = 1n; term !== 0n && term !== -1n; n += 2n) {
    sum += term
    term = -times(term, square) / ((n + 1n) * (n + 2n))
  }
  return sum
}

export const cos = (x: bigint): bigint => sin(x + PI / 2n)
