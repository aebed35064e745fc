import type { Rational } from './rational.ts'

/** A number in decimal digits, and whether they are all of it. */
export type WrittenRational = { readonly text: string; readonly isExact: boolean }

export type RationalWriting = {
  /** Digits that count in a number that was rounded. */
  readonly digits: number
  /** Digits that count in one that ends by itself, at most; a longer one is rounded. Whole numbers have at least 21. */
  readonly maxExact: number
}

/** Powers of ten between which a number is written without an exponent. */
const LOWEST = -7
const HIGHEST = 21

/**
 * A fraction in decimal: whole where it ends within `maxExact` digits, else rounded half away from zero to `digits`.
 * Very large and very small numbers have an exponent: `9.46e15`.
 *
 * @example
 * writeRational({ top: 1n, bottom: 3n }, { digits: 10, maxExact: 17 }) // { text: '0.3333333333', isExact: false }
 */
export function writeRational({ top, bottom }: Rational, { digits, maxExact }: RationalWriting): WrittenRational {
  if (top === 0n) return { text: '0', isExact: true }
  const size = top < 0n ? -top : top
  const sign = top < 0n ? '-' : ''
  const places = countPlaces(bottom)
  if (places !== undefined) {
    const all = ((size * 10n ** BigInt(places)) / bottom).toString()
    const counting = all.replace(/0+$/, '')
    const most = places === 0 ? Math.max(maxExact, HIGHEST) : maxExact
    if (counting.length <= most)
      return { text: sign + place({ digits: counting, power: all.length - 1 - places, maxPlain: maxExact }), isExact: true }
  }
  const rounded = round(size, bottom, digits)
  return { text: sign + place({ ...rounded, maxPlain: digits }), isExact: false }
}

/** How many digits stand behind the point of a fraction that ends; undefined where it does not. */
function countPlaces(bottom: bigint): number | undefined {
  let [rest, twos, fives] = [bottom, 0, 0]
  while (rest % 2n === 0n) [rest, twos] = [rest / 2n, twos + 1]
  while (rest % 5n === 0n) [rest, fives] = [rest / 5n, fives + 1]
  return rest === 1n ? Math.max(twos, fives) : undefined
}

/** The first digits, and the power of ten that the first of them stands for. */
function round(size: bigint, bottom: bigint, digits: number): { digits: string; power: number } {
  // Estimated from the lengths, so that one division gives at least as many digits as are wanted.
  const shift = digits + 1 - (size.toString().length - bottom.toString().length)
  const quotient = shift >= 0 ? (size * 10n ** BigInt(shift)) / bottom : size / (bottom * 10n ** BigInt(-shift))
  const text = quotient.toString()
  const cut = text.length - digits
  const half = 10n ** BigInt(cut) / 2n
  const kept = ((quotient + half) / 10n ** BigInt(cut)).toString()
  return { digits: kept.replace(/0+$/, ''), power: kept.length - 1 + cut - shift }
}

function place({ digits, power, maxPlain }: { digits: string; power: number; maxPlain: number }): string {
  if (power < LOWEST || power >= Math.max(HIGHEST, maxPlain))
    return `${digits[0]}${digits.length > 1 ? `.${digits.slice(1)}` : ''}e${power}`
  if (power < 0) return `0.${'0'.repeat(-power - 1)}${digits}`
  const whole = digits.slice(0, power + 1).padEnd(power + 1, '0')
  const fraction = digits.slice(power + 1)
  return fraction ? `${whole}.${fraction}` : whole
}
