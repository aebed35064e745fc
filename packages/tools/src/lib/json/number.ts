import { cutEnd } from '../cut-end.ts'

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** Whether a text is a number as JSON writes it (RFC 8259 §6), with nothing around it. */
export const isJsonNumber = (text: string): boolean => NUMBER.test(text)

/** A JSON number in one spelling: sign, significant digits, power of ten; equal for equal values only, however long. */
export function toCanonicalNumber(raw: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(raw) ?? []
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const short = cutEnd(digits, '0')
  if (short === '') return '0'
  return `${sign}${short}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - short.length)}`
}

/** Orders numbers of JSON by value, however long: below 0 when the first is less, 0 when they are equal. */
export function compareNumbers(left: string, right: string): number {
  if (left === right) return 0
  const [valueLeft, valueRight] = [Number(left), Number(right)]
  if (valueLeft !== valueRight) return valueLeft < valueRight ? -1 : 1
  // Of one double: by their digits.
  const [x, y] = [split(toCanonicalNumber(left)), split(toCanonicalNumber(right))]
  if (x.sign !== y.sign) return x.sign - y.sign
  if (x.size === y.size && x.digits === y.digits) return 0
  const size = x.size === y.size ? (x.digits < y.digits ? -1 : 1) : x.size < y.size ? -1 : 1
  return x.sign < 0 ? -size : size
}

/** Sign, digits, and the power of ten of the first digit, of a canonical number; nothing has no size. */
function split(canonical: string): { sign: number; digits: string; size: bigint } {
  const [, minus, digits = '', exponent = '0'] = /^(-?)(\d+)(?:e(-?\d+))?$/.exec(canonical) ?? []
  if (digits === '0') return { sign: 0, digits, size: 0n }
  return { sign: minus ? -1 : 1, digits, size: BigInt(exponent) + BigInt(digits.length) }
}
