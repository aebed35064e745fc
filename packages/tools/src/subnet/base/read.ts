import { AppError, isAppError } from '@octet/core/errors.ts'
import { parseHex } from '../../lib/bytes.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { readBcd, readGray, readNegabinary, readRoman, readTwos } from './codes.ts'
import { calculate, isCalculation } from './expression.ts'
import { fromFloatBits, type FloatName } from './float-bits.ts'
import { parseAlphabet, readNumeral, toAlphabet } from './numeral.ts'

/** How the input is to be read. */
export const READINGS = ['number', 'twos', 'float', 'gray', 'bcd', 'roman', 'negabinary', 'text'] as const
export type Reading = (typeof READINGS)[number]

export type ReadOptions = {
  readonly reading: Reading
  readonly base: number
  readonly alphabet: string
  readonly width: number
  readonly isLittleEndian: boolean
}

/** What was read: an exact number, or the bits of a float that may be none (infinity, NaN). */
export type ReadValue = {
  readonly value: Rational | undefined
  readonly float?: { readonly bits: bigint; readonly name: FloatName }
}

const FLOAT_WIDTHS: Readonly<Record<number, FloatName>> = { 16: 'half', 32: 'single', 64: 'double' }

/** Reads the input as said. Throws `bad_input` with the place. */
export function readValue(given: string, options: ReadOptions): ReadValue {
  const text = options.alphabet || options.reading === 'text' ? given : toHalfWidth(given)
  switch (options.reading) {
    case 'number':
      return { value: readPositional(text, options) }
    case 'twos':
      return { value: toRational(readTwos(readBits(text, options), options.width)) }
    case 'float':
      return readFloat(text, options)
    case 'gray':
      return { value: toRational(readGray(text)) }
    case 'bcd':
      return { value: toRational(readBcd(text)) }
    case 'roman':
      return { value: toRational(readRoman(text)) }
    case 'negabinary':
      return { value: toRational(readNegabinary(text)) }
    case 'text':
      return { value: toRational(fromBytes(new TextEncoder().encode(text))) }
  }
}

/** What a Chinese keyboard writes in full width (Unicode block Halfwidth and Fullwidth Forms), character by character. */
const toHalfWidth = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0)).replaceAll('\u3000', ' ')

function readPositional(text: string, { base, alphabet }: ReadOptions): Rational {
  if (alphabet) return readNumeral(text, parseAlphabet(alphabet))
  const [, digits, power] = (base === 10 && SCIENTIFIC.exec(text)) || []
  if (digits !== undefined) return scale(readNumeral(digits, toAlphabet(10)), Number(power))
  const isSmall = base <= 36
  return isSmall && (isCalculation(text) || /^\s*(?:[-+]\s*)?(?:0[box]|\()/i.test(text))
    ? calculate(text, base)
    : readNumeral(text, toAlphabet(base))
}

/** A decimal number with an exponent, far beyond those of the floats that are shown. */
const SCIENTIFIC = /^(\s*[-+−]?(?:\d[\d_]*(?:\.\d*)?|\.\d+))e([-+]?\d{1,3})\s*$/i

const scale = ({ top, bottom }: Rational, power: number): Rational =>
  power < 0 ? toRational(top, bottom * 10n ** BigInt(-power)) : toRational(top * 10n ** BigInt(power), bottom)

function readFloat(text: string, options: ReadOptions): ReadValue {
  const name = FLOAT_WIDTHS[options.width]
  if (!name) {
    const expected = { en: '16, 32 or 64 bits for a float', zh: '浮点数的位宽为 16、32 或 64' }
    throw new AppError('bad_input', { field: 'width', expected, got: options.width })
  }
  const bits = readBits(text, options)
  return { value: fromFloatBits(bits, name), float: { bits, name } }
}

/** Bits written in binary (exactly as many as the width) or in hexadecimal; bytes turned round for little-endian. */
function readBits(text: string, { width, isLittleEndian }: ReadOptions): bigint {
  const plain = text.replaceAll(/[\s_]/g, '')
  const binary = /^(?:0b)?([01]+)$/i.exec(plain)?.[1]
  const isBinary = binary !== undefined && (/^0b/i.test(plain) || binary.length === width)
  const bits = isBinary ? BigInt(`0b${binary}`) : readHexBits(text, width)
  if (bits >> BigInt(width) > 0n) {
    const expected = {
      en: `at most ${width} bits, as binary or hexadecimal digits`,
      zh: `至多 ${width} 位，以二进制或十六进制书写`,
    }
    throw new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 80) })
  }
  if (!isLittleEndian) return bits
  const hex = bits.toString(16).padStart(width / 4, '0')
  return BigInt(`0x${hex.match(/../g)!.reverse().join('')}`)
}

/** Hexadecimal digits, of which there may be an odd number, or bytes in any spelling. */
function readHexBits(text: string, width: number): bigint {
  const digits = text.replaceAll(/[\s_]/g, '').replace(/^0x/i, '')
  if (/^[\da-f]+$/i.test(digits)) return BigInt(`0x${digits}`)
  if (/^\s*[-+−]/.test(text)) throw badBits(text, width)
  try {
    return fromBytes(parseHex(text, 'text'))
  } catch (error) {
    throw isAppError(error) ? badBits(text, width) : error
  }
}

/** Many give the number whose bits they want. */
function badBits(text: string, width: number): AppError {
  const expected = {
    en: `bits as hexadecimal digits or as ${width} binary ones; for the bits of a number, read it as “Number”`,
    zh: `十六进制写出的位，或 ${width} 位二进制；若要看某个数的位，请把输入类型改为“数字”`,
  }
  return new AppError('bad_input', { field: 'text', expected, got: text.slice(0, 80) })
}

function fromBytes(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}
