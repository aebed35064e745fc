import { parseDecimal, writeDecimal } from '../../lib/decimal.ts'
import { cutEnd } from '../../lib/cut-end.ts'

/** A sum without rounding: how many of the smallest unit, and the decimals of that unit. */
export type Total = { readonly units: bigint; readonly places: number }

export const ZERO: Total = { units: 0n, places: 0 }
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i

/** A finite number, or the digits of one, added. */
export function addTo({ units, places }: Total, value: number | string): Total {
  const written = String(value).trim()
  const { negative, integer, fraction } = parseDecimal(NUMBER.test(written) ? written : String(Number(written)))
  const common = Math.max(places, fraction.length)
  const size = BigInt(`${integer}${fraction.padEnd(common, '0')}`)
  return { units: units * 10n ** BigInt(common - places) + (negative ? -size : size), places: common }
}

/** A number where a double has these very digits, else the digits. */
export function toTotalValue({ units, places }: Total): number | string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const cut = digits.length - places
  const fraction = cutEnd(digits.slice(cut), '0')
  const text = writeDecimal({ negative: units < 0n, integer: BigInt(digits.slice(0, cut)), fraction })
  return String(Number(text)) === text ? Number(text) : text
}
