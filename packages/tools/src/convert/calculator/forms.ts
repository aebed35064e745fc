import { expand, toRational, type Rational } from '../../lib/rational.ts'
import { writeRational } from '../../lib/write-rational.ts'
import type { Value } from './value.ts'

export const FORMS = {
  fraction: { en: 'Fraction', zh: '分数' },
  mixed: { en: 'Mixed number', zh: '带分数' },
  repeating: { en: 'Repeating decimal', zh: '循环小数' },
  decimal: { en: 'Decimal', zh: '小数' },
  percent: { en: 'Percent', zh: '百分数' },
  scientific: { en: 'Scientific', zh: '科学记数法' },
  hex: { en: 'Hexadecimal', zh: '十六进制' },
  octal: { en: 'Octal', zh: '八进制' },
  binary: { en: 'Binary', zh: '二进制' },
  digits: { en: 'Number of digits', zh: '位数' },
} as const
export type Form = keyof typeof FORMS

/** Longest number that is written in other bases, in bits, and longest period that is shown. */
const MAX_BITS = 512
const MAX_PERIOD = 60
const MAX_EXACT = 60
const LONGEST = 20_000

/** A result in decimal: whole where it ends, else rounded and marked `≈`; percentages as such. */
export function writeValue({ number, isExact, isPercent }: Value, digits: number): string {
  const shown = isPercent ? toRational(number.top * 100n, number.bottom) : number
  const maxExact = isExact ? (shown.bottom === 1n ? LONGEST : Math.max(MAX_EXACT, digits)) : digits
  const written = writeRational(shown, { digits, maxExact })
  return `${isExact && written.isExact ? '' : '≈ '}${written.text}${isPercent ? '%' : ''}`
}

/** Whether the decimal digits of a result are all of it. */
export const isWritten = (value: Value, digits: number): boolean => !writeValue(value, digits).startsWith('≈')

/** The other ways to write a result, those that say something new. */
export function listForms(value: Value, digits: number): { form: Form; value: string }[] {
  const { number, isExact, isPercent } = value
  const forms: [Form, string | undefined][] = [
    ['decimal', isPercent ? writeValue({ number, isExact }, digits) : undefined],
    ...(isExact && number.bottom !== 1n ? listFractions(number) : []),
    ...(isExact && number.bottom === 1n ? listWhole(number.top) : []),
    ['scientific', toScientific(value)],
  ]
  return forms.flatMap(([form, text]) => (text === undefined ? [] : [{ form, value: text }]))
}

function listFractions({ top, bottom }: Rational): [Form, string | undefined][] {
  const text = `${top}/${bottom}`
  if (text.length > 80) return []
  const size = top < 0n ? -top : top
  const mixed = size > bottom ? `${top < 0n ? '-' : ''}${size / bottom} ${size % bottom}/${bottom}` : undefined
  return [
    ['fraction', text],
    ['mixed', mixed],
    ['repeating', toRepeating({ top, bottom })],
  ]
}

function toRepeating(number: Rational): string | undefined {
  const { negative, whole, fixed, repeating } = expand(number, 10, MAX_PERIOD)
  if (repeating.length === 0) return undefined
  return `${negative ? '-' : ''}${whole.join('') || '0'}.${fixed.join('')}(${repeating.join('')})`
}

function listWhole(number: bigint): [Form, string | undefined][] {
  const size = number < 0n ? -number : number
  const digits = size.toString().length
  const count: [Form, string | undefined] = ['digits', digits > 15 ? `${digits}` : undefined]
  if (size >> BigInt(MAX_BITS) > 0n) return [count]
  const sign = number < 0n ? '-' : ''
  return [
    ['hex', `${sign}0x${size.toString(16)}`],
    ['octal', `${sign}0o${size.toString(8)}`],
    ['binary', `${sign}0b${size.toString(2)}`],
    count,
  ]
}

/** Of very large and very small numbers. */
function toScientific({ number, isPercent }: Value): string | undefined {
  const text = writeRational(number, { digits: 10, maxExact: 10 }).text.replace('-', '')
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  if (isPercent || (whole.length < 10 && !/^0{4}/.test(fraction))) return undefined
  const sign = number.top < 0n ? '-' : ''
  const digits = (whole === '0' ? fraction : whole + fraction).replace(/^0+/, '')
  const power = whole === '0' ? -(fraction.length - digits.length) - 1 : whole.length - 1
  const counting = digits.replace(/0+$/, '')
  return `${sign}${counting[0]}${counting.length > 1 ? `.${counting.slice(1)}` : ''}e${power}`
}
