import type { Rational } from '../../lib/rational.ts'
import { writeBcd, writeGray, writeNegabinary, writeRoman, writeTwos } from './codes.ts'
import { FLOATS, fromFloatBits, splitFloatBits, toFloatBits, toFloatClass, type FloatName } from './float-bits.ts'
import { groupDigits, toAlphabet, writeNumeral, type Writing } from './numeral.ts'

/** Bases shown side by side. */
const SHOWN = [2, 3, 8, 10, 12, 16, 32, 36, 62, 64] as const
/** A cell longer than this is cut; the main result never is. */
const CELL = 400

export type BaseRow = { base: number; value: string }
export type TwosRow = { width: number; binary: string; hex: string; signed: string }
export type FloatRow = {
  format: FloatName
  hex: string
  sign: string
  exponent: string
  fraction: string
  value: string
  error: string
  kind: string
}
export type CodeRow = { code: string; value: string }

/** One number in the usual bases and in the caller's two. */
export function toBaseRows(value: Rational, extra: readonly number[], writing: Writing): BaseRow[] {
  return [...new Set([...SHOWN, ...extra])]
    .filter((base) => base >= 2 && base <= 64)
    .sort((a, b) => a - b)
    .map((base) => ({
      base,
      value: cut(writeNumeral(value, toAlphabet(base), { ...writing, group: writing.group && groupOf(base) })),
    }))
}

/** Two's complement in the widths that hold the number. */
export function toTwosRows({ top, bottom }: Rational): TwosRow[] {
  if (bottom !== 1n) return []
  return [8, 16, 32, 64, 128].flatMap((width) => {
    const binary = writeTwos(top, width)
    if (binary === undefined) return []
    const bits = BigInt(`0b${binary}`)
    return [
      {
        width,
        binary: groupDigits(binary, 4),
        hex: bits.toString(16).padStart(width / 4, '0'),
        signed: BigInt.asIntN(width, bits).toString(),
      },
    ]
  })
}

/** The nearest IEEE 754 numbers, their exact values, and how far they are off. */
export function toFloatRows(value: Rational): FloatRow[] {
  return (Object.keys(FLOATS) as FloatName[]).map((name) => toFloatRow(toFloatBits(value, name), name, value))
}

/** One IEEE 754 number taken apart. */
export function toFloatRow(bits: bigint, name: FloatName, wanted?: Rational): FloatRow {
  const { exponentBits, fractionBits } = FLOATS[name]
  const parts = splitFloatBits(bits, name)
  const exact = fromFloatBits(bits, name)
  const kind = toFloatClass(bits, name)
  return {
    format: name,
    hex: bits.toString(16).padStart((1 + exponentBits + fractionBits) / 4, '0'),
    sign: parts.sign.toString(),
    exponent: parts.exponent.toString(2).padStart(exponentBits, '0'),
    fraction: parts.fraction.toString(2).padStart(fractionBits, '0'),
    value: exact ? toExactText(exact, bits) : kind === 'nan' ? 'NaN' : parts.sign === 1n ? '-Infinity' : 'Infinity',
    error: exact && wanted ? toError(exact, wanted) : '',
    kind,
  }
}

/** Codes of a whole number; only those that can write it. */
export function toCodeRows({ top, bottom }: Rational): CodeRow[] {
  if (bottom !== 1n) return []
  const size = top < 0n ? -top : top
  const rows: CodeRow[] = [{ code: 'Base −2', value: writeNegabinary(top) }]
  if (top >= 0n) {
    rows.push({ code: 'Gray', value: writeGray(top) }, { code: 'BCD 8421', value: writeBcd(top) })
    const roman = writeRoman(top)
    if (roman) rows.push({ code: 'Roman', value: roman })
    const text = toUtf8Text(top)
    if (text) rows.push({ code: 'UTF-8', value: text })
  }
  const binary = size.toString(2)
  rows.push(
    { code: 'Bits', value: String(size === 0n ? 0 : binary.length) },
    { code: 'Bits set', value: String(binary.replaceAll('0', '').length) },
  )
  return rows.map((row) => ({ ...row, value: cut(row.value) }))
}

/** The bytes of a number read as UTF-8, when they are printable text. */
function toUtf8Text(value: bigint): string | undefined {
  const hex = value.toString(16)
  if (hex.length > 2 * CELL) return undefined
  const bytes = Uint8Array.from(hex.padStart(hex.length + (hex.length % 2), '0').match(/../g) ?? [], (pair) =>
    Number.parseInt(pair, 16),
  )
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return /^[\P{C}]+$/u.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

function toError(exact: Rational, wanted: Rational): string {
  const top = exact.top * wanted.bottom - wanted.top * exact.bottom
  if (top === 0n) return '0'
  const bottom = exact.bottom * wanted.bottom
  const size = top < 0n ? -top : top
  const digits = bottom.toString().length - size.toString().length
  const scaled = digits >= -3 ? (size * 10n ** BigInt(digits + 4)) / bottom : size / bottom / 10n ** BigInt(-digits - 4)
  const text = scaled.toString()
  return `${top < 0n ? '-' : '+'}${text[0]}.${text.slice(1, 4).padEnd(1, '0')}e${text.length - 1 - digits - 4}`
}

function writeDecimal(value: Rational): string {
  return writeNumeral(value, toAlphabet(10), { places: 1100, group: 0, upper: false })
}

/** The exact value; of a tiny double only zeros would be left after the cut, so that is written as programs do. */
function toExactText(exact: Rational, bits: bigint): string {
  const text = writeDecimal(exact)
  return text.length > CELL ? `≈ ${new Float64Array(BigUint64Array.of(bits).buffer)[0]}` : text
}

function groupOf(base: number): number {
  return base === 10 ? 3 : 4
}

function cut(text: string): string {
  return text.length > CELL ? `${text.slice(0, CELL / 2)}…${text.slice(-CELL / 4)} (${text.length})` : text
}
