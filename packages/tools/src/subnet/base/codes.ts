import { AppError } from '@octet/core/errors.ts'

/** Codes of whole numbers beside positional notation; each read and write pair is an inverse. */

const ROMAN: readonly (readonly [string, number])[] = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
]

/** 1–3999 in Roman numerals; undefined outside. */
export function writeRoman(value: bigint): string | undefined {
  if (value < 1n || value > 3999n) return undefined
  let [rest, text] = [Number(value), '']
  for (const [letters, worth] of ROMAN) for (; rest >= worth; rest -= worth) text += letters
  return text
}

/** Reads Roman numerals in their one right spelling (XIV, not XIIII). Throws `bad_input`. */
export function readRoman(text: string): bigint {
  const plain = text.trim().normalize('NFKC').toUpperCase()
  let [at, value] = [0, 0]
  for (const [letters, worth] of ROMAN) for (; plain.startsWith(letters, at); at += letters.length) value += worth
  if (at < plain.length || writeRoman(BigInt(value)) !== plain)
    throw bad(text, { en: 'Roman numerals I–MMMCMXCIX in their standard spelling', zh: '标准写法的罗马数字 I–MMMCMXCIX' })
  return BigInt(value)
}

/** Base −2: digits 0 and 1, no sign needed. */
export function writeNegabinary(value: bigint): string {
  let [rest, digits] = [value, '']
  do {
    const digit = rest & 1n
    digits = digit + digits
    rest = (digit - rest) / 2n
  } while (rest !== 0n)
  return digits
}

export function readNegabinary(text: string): bigint {
  const digits = clean(text)
  if (!/^[01]+$/.test(digits)) throw bad(text, { en: 'digits 0 and 1 of base −2', zh: '负二进制的数字 0 与 1' })
  return [...digits].reduce((value, digit) => value * -2n + BigInt(digit), 0n)
}

/** Reflected binary (Gray) code of a number ≥ 0. */
export function writeGray(value: bigint): string {
  return (value ^ (value >> 1n)).toString(2)
}

export function readGray(text: string): bigint {
  const digits = clean(text)
  if (!/^[01]+$/.test(digits)) throw bad(text, { en: 'a Gray code of digits 0 and 1', zh: '由 0 与 1 组成的格雷码' })
  let value = BigInt(`0b${digits}`)
  for (let shift = 1n; value >> shift > 0n; shift *= 2n) value ^= value >> shift
  return value
}

/** 8421 binary-coded decimal, four bits per digit, of a number ≥ 0. */
export function writeBcd(value: bigint): string {
  return [...value.toString()].map((digit) => Number(digit).toString(2).padStart(4, '0')).join(' ')
}

export function readBcd(text: string): bigint {
  const digits = clean(text)
  const groups = digits.padStart(Math.ceil(digits.length / 4) * 4, '0').match(/[01]{4}/g) ?? []
  if (digits === '' || groups.length * 4 < digits.length || groups.some((group) => group > '1001'))
    throw bad(text, { en: 'groups of four bits, each 0000–1001', zh: '四位一组、每组 0000–1001 的 BCD 码' })
  return BigInt(groups.map((group) => Number.parseInt(group, 2)).join(''))
}

/** Two's complement of a width; undefined when the number does not fit. Numbers ≥ 0 may use all bits (unsigned). */
export function writeTwos(value: bigint, width: number): string | undefined {
  const half = 1n << BigInt(width - 1)
  if (value < -half || value >= half * 2n) return undefined
  return BigInt.asUintN(width, value).toString(2).padStart(width, '0')
}

/** The signed number of some bits of a width. */
export function readTwos(bits: bigint, width: number): bigint {
  return BigInt.asIntN(width, bits)
}

function clean(text: string): string {
  return text.replaceAll(/[\s_]|^0b/gi, '')
}

function bad(got: string, expected: { en: string; zh: string }): AppError {
  return new AppError('bad_input', { field: 'text', expected, got: got.slice(0, 80) })
}
