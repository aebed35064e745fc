import { toHex } from '../../lib/bytes.ts'

/** The value and how it is written; bytes alone where they are no REAL. */
export type RealText = { readonly text: string; readonly also?: string }

/** ±∞, no number, and zero with a sign (X.690 §8.5.9). */
const SPECIAL: ReadonlyMap<number, string> = new Map([
  [0x40, 'PLUS-INFINITY'],
  [0x41, 'MINUS-INFINITY'],
  [0x42, 'NOT-A-NUMBER'],
  [0x43, '-0'],
])
const BASES = [2n, 8n, 16n, undefined] as const
/** ISO 6093, by the number of the form. */
const FORMS = [
  undefined,
  /^ *[+-]?\d+$/,
  /^ *[+-]?(?:\d+[.,]\d*|[.,]\d+)$/,
  /^ *[+-]?(?:\d+[.,]?\d*|[.,]\d+)[Ee][+-]?\d+$/,
] as const
/** Longer ones are shown as bytes. */
const MOST_BYTES = 64
const MOST_EXPONENT_BYTES = 8

/** A REAL of BER or DER (X.690 §8.5): binary with its base, scale and exponent, decimal in one of three forms, or a special value. */
export function readReal(content: Uint8Array): RealText {
  const [first] = content
  if (first === undefined) return { text: '0' }
  const bytes = { text: toHex(content, ' ') }
  if (content.length > MOST_BYTES) return bytes
  if (first >= 0x80) return readBinary(first, content) ?? bytes
  if (first >= 0x40) {
    const special = content.length === 1 ? SPECIAL.get(first) : undefined
    return special === undefined ? bytes : { text: special }
  }
  const number = String.fromCharCode(...content.subarray(1))
  if (!FORMS[first]?.test(number)) return bytes
  return { text: number.trim().replace(',', '.'), also: `NR${first}` }
}

/** Sign × mantissa × 2 to the scale × base to the exponent (X.690 §8.5.7). Undefined where a part is missing or reserved. */
function readBinary(first: number, content: Uint8Array): RealText | undefined {
  const base = BASES[(first >> 4) & 3]
  const scale = (first >> 2) & 3
  const isLong = (first & 3) === 3
  const start = isLong ? 2 : 1
  const size = isLong ? (content[1] ?? 0) : (first & 3) + 1
  const mantissaBytes = content.subarray(start + size)
  if (base === undefined || size === 0 || size > MOST_EXPONENT_BYTES || mantissaBytes.length === 0) return undefined
  const exponent = BigInt.asIntN(size * 8, toNumber(content.subarray(start, start + size)))
  const mantissa = toNumber(mantissaBytes) * (first & 0x40 ? -1n : 1n)
  const written = [String(mantissa), ...(scale ? [`2^${scale}`] : []), ...(exponent ? [`${base}^${exponent}`] : [])].join(' × ')
  const value = toDouble(mantissa, BigInt(scale) + exponent * { 2: 1n, 8: 3n, 16: 4n }[Number(base)]!)
  if (value === undefined) return { text: written }
  return written === value ? { text: value } : { text: value, also: written }
}

const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`)

/** Mantissa × 2 to the power, where a double has that exactly. */
function toDouble(mantissa: bigint, power: bigint): string | undefined {
  if (mantissa === 0n) return '0'
  if (power > 1023n || power < -1074n || BigInt.asIntN(54, mantissa) !== mantissa) return undefined
  // In two steps, since 2 to a low power alone has few digits left.
  const half = Math.trunc(Number(power) / 2)
  const value = Number(mantissa) * 2 ** half * 2 ** (Number(power) - half)
  const isWhole = Number.isFinite(value) && value / 2 ** half / 2 ** (Number(power) - half) === Number(mantissa)
  return isWhole ? String(value) : undefined
}
