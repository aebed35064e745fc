import { AppError } from '@octet/core/errors.ts'
import { LARGE_DIGITS, SMALL_DIGITS } from '../../lib/radix.ts'
import { expand, fromExpansion, type Rational } from '../../lib/rational.ts'

/** How digits are written: their base, one character each, and whether the case of a letter matters. */
export type Alphabet = { readonly base: number; readonly digits: readonly string[]; readonly foldsCase: boolean }

export type Writing = { readonly places: number; readonly group: number; readonly upper: boolean }

/** Digits after the point times length of the denominator: what long division may cost. */
const MAX_WORK = 20_000_000

/** The usual digits of a base from 2 to 64. */
export function toAlphabet(base: number): Alphabet {
  return base <= 36
    ? { base, digits: Array.from(SMALL_DIGITS.slice(0, base)), foldsCase: true }
    : { base, digits: Array.from(LARGE_DIGITS.slice(0, base)), foldsCase: false }
}

/** An alphabet of the caller's own: 2 or more different characters, none of them sign, point or bracket. */
export function parseAlphabet(text: string, field = 'fromAlphabet'): Alphabet {
  const digits = [...text]
  const double = digits.find((char, at) => digits.indexOf(char) !== at)
  const reserved = digits.find((char) => /[\s.()]/.test(char))
  if (digits.length < 2 || double !== undefined || reserved !== undefined)
    throw new AppError('bad_input', {
      field,
      expected: {
        en: 'two or more different characters without spaces, points and brackets',
        zh: '两个以上互不相同的字符，且不含空格、点和括号',
      },
      got: double ?? reserved ?? text,
    })
  return { base: digits.length, digits, foldsCase: false }
}

/**
 * Reads a number exactly: sign, digits, a point, a repeating part in brackets (`0.1(6)`). Spaces, `_` and `'` between
 * digits are passed over where they are no digits. Throws `bad_input` naming the digit that is none and its place.
 */
export function readNumeral(text: string, alphabet: Alphabet): Rational {
  const values = new Map(alphabet.digits.map((char, value) => [char, value]))
  const trimmed = text.trim()
  const sign = /^[+\-−]/.test(trimmed) && !values.has(trimmed[0]!) ? trimmed[0] : ''
  const parts = { whole: [] as number[], fixed: [] as number[], repeating: [] as number[] }
  let part: keyof typeof parts = 'whole'
  let isClosed = false
  for (const [at, char] of [...trimmed].entries()) {
    if (at === 0 && sign) continue
    const digit = values.get(char) ?? (alphabet.foldsCase ? values.get(char.toLowerCase()) : undefined)
    if (isClosed) throw badDigit({ char, at, text, alphabet })
    if (digit !== undefined) parts[part].push(digit)
    else if (char === '.' && part === 'whole') part = 'fixed'
    else if (char === '(' && part === 'fixed') part = 'repeating'
    else if (char === ')' && parts.repeating.length > 0) isClosed = true
    else if (!/[\s_',]/.test(char) || (char === ',' && part !== 'whole')) throw badDigit({ char, at, text, alphabet })
  }
  if ((part === 'repeating') !== isClosed || parts.whole.length + parts.fixed.length + parts.repeating.length === 0)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: `a number in base ${alphabet.base}`, zh: `${alphabet.base} 进制数` },
      got: text,
    })
  return fromExpansion({ negative: sign === '-' || sign === '−', ...parts }, alphabet.base)
}

/** Writes a number exactly, the repeating part in brackets, `…` where the limit of places cut it. */
export function writeNumeral(value: Rational, alphabet: Alphabet, { places, group, upper }: Writing): string {
  const most = Math.min(places, Math.ceil(MAX_WORK / value.bottom.toString(16).length))
  const { negative, whole, fixed, repeating, isCut } = expand(value, alphabet.base, most)
  const toText = (digits: readonly number[]) => {
    const text = digits.map((digit) => alphabet.digits[digit]).join('')
    return upper && alphabet.foldsCase ? text.toUpperCase() : text
  }
  const head = groupDigits(toText(whole), group)
  const tail = `${toText(fixed)}${repeating.length > 0 ? `(${toText(repeating)})` : ''}${isCut ? '…' : ''}`
  return `${negative ? '-' : ''}${head}${tail ? `.${tail}` : ''}`
}

/** Spaces between groups of digits, counted from the right; none for 0. */
export function groupDigits(digits: string, group: number): string {
  if (group < 1) return digits
  const chars = [...digits]
  const first = chars.length % group || group
  const groups = [chars.slice(0, first).join('')]
  for (let at = first; at < chars.length; at += group) groups.push(chars.slice(at, at + group).join(''))
  return groups.join(' ')
}

function badDigit({ char, at, text, alphabet }: { char: string; at: number; text: string; alphabet: Alphabet }): AppError {
  const last = alphabet.digits.at(-1)!
  const range = `${alphabet.digits[0]}–${last}`
  return new AppError('bad_input', {
    field: 'text',
    expected: {
      en: `digits of base ${alphabet.base} (${range}); “${char}” at character ${at + 1} is not one`,
      zh: `${alphabet.base} 进制的数字（${range}）；第 ${at + 1} 个字符“${char}”不是`,
    },
    got: text.length > 60 ? `${text.slice(0, 60)}…` : text,
    offset: at,
  })
}
