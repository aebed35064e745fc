import { AppError } from '@octet/core/errors.ts'

/** An exact decimal number: sign, digits before and after the point, as written. */
export type Decimal = { readonly negative: boolean; readonly integer: bigint; readonly fraction: string }

const PLAIN = /^([+-]?)(\d+(?:,\d{3})*|\d+(?:[ _]\d{3})*|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i

/**
 * Reads an Arabic number exactly: sign, groups of three (`1,234`, `1 234`, `1_234`), a point, an exponent up to ±999,
 * full-width characters, a leading currency sign. Throws `bad_input` for anything else.
 */
export function parseDecimal(text: string, field = 'text'): Decimal {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^([+\-−]?)\s*(?:¥|￥|RMB|CNY|人民币)\s*/i, '$1')
    .replace(/^−/, '-')
  const match = PLAIN.exec(plain)
  if (!match || !/\d/.test(plain)) throw new AppError('bad_input', { field, expected: toExpectation(plain), got: text })
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  return shift({ negative: sign === '-', digits: whole.replaceAll(/[,_ ]/g, ''), fraction }, Number(exponent))
}

/** The number in Arabic digits, with a point only where there is a fraction. */
export function writeDecimal({ negative, integer, fraction }: Decimal): string {
  const sign = negative && (integer > 0n || /[1-9]/.test(fraction)) ? '-' : ''
  return `${sign}${integer}${fraction ? `.${fraction}` : ''}`
}

export type Rounding = 'refuse' | 'half-up' | 'half-even' | 'down'

/** Brings a number to a count of decimals; digits lost are refused, or rounded as said (ties away from zero, or to even). */
export function roundDecimal(number: Decimal, places: number, rounding: Rounding): Decimal {
  const rest = number.fraction.slice(places)
  const kept = number.fraction.slice(0, places)
  if (!/[1-9]/.test(rest)) return { ...number, fraction: kept }
  if (rounding === 'refuse')
    throw new AppError('bad_input', {
      field: 'text',
      expected: {
        en: `at most ${places} decimals (choose a rounding to go on)`,
        zh: `最多 ${places} 位小数（如需继续，请选择舍入方式）`,
      },
      got: writeDecimal(number),
    })
  const scaled = BigInt(`${number.integer}${kept.padEnd(places, '0')}`)
  const raised = scaled + (isRaised({ rest, last: scaled, rounding }) ? 1n : 0n)
  const digits = raised.toString().padStart(places + 1, '0')
  return {
    negative: number.negative,
    integer: BigInt(digits.slice(0, digits.length - places)),
    fraction: digits.slice(digits.length - places),
  }
}

function isRaised({ rest, last, rounding }: { rest: string; last: bigint; rounding: Rounding }): boolean {
  if (rounding === 'down') return false
  const isTie = /^50*$/.test(rest)
  if (rounding === 'half-even' && isTie) return last % 2n === 1n
  return rest[0]! >= '5'
}

function shift(parts: { negative: boolean; digits: string; fraction: string }, exponent: number): Decimal {
  let { digits, fraction } = parts
  if (exponent > 0) {
    digits += fraction.slice(0, exponent).padEnd(exponent, '0')
    fraction = fraction.slice(exponent)
  } else if (exponent < 0) {
    const padded = digits.padStart(-exponent + 1, '0')
    fraction = padded.slice(exponent) + fraction
    digits = padded.slice(0, exponent)
  }
  return { negative: parts.negative, integer: BigInt(digits || '0'), fraction }
}

function toExpectation(text: string): { en: string; zh: string } {
  const at = [...text].findIndex((char) => !/[\d.,_ +\-eE]/.test(char))
  if (at >= 0) {
    const char = [...text][at]!
    return {
      en: `a number (“${char}” at character ${at + 1} is not a digit)`,
      zh: `数字（第 ${at + 1} 个字符“${char}”不是数字）`,
    }
  }
  return { en: 'a number such as -1,234.56 (groups of three)', zh: '形如 -1,234.56 的数字（千分位每三位一组）' }
}
