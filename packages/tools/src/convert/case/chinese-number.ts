import { AppError } from '@octet/core/errors.ts'
import type { Decimal } from '../../lib/decimal.ts'

/** Ways to write the digits: everyday, capital (financial), capital in traditional characters. */
export const SCRIPTS = {
  lower: { digits: '零一二三四五六七八九', units: ['', '十', '百', '千'], wan: '万', yi: '亿', minus: '负', point: '点' },
  upper: { digits: '零壹贰叁肆伍陆柒捌玖', units: ['', '拾', '佰', '仟'], wan: '万', yi: '亿', minus: '负', point: '点' },
  traditional: { digits: '零壹貳參肆伍陸柒捌玖', units: ['', '拾', '佰', '仟'], wan: '萬', yi: '億', minus: '負', point: '點' },
} as const
export type Script = keyof typeof SCRIPTS

/** Above 10^12: repeat 亿 (万亿, 亿亿: the mainland's usage), or a name for each step of 10^4 (兆 京 垓 秭). */
export type BigUnits = 'repeat' | 'names'
const NAMES = ['', '万', '亿', '兆', '京', '垓', '秭']
const NAMES_TRADITIONAL = ['', '萬', '億', '兆', '京', '垓', '秭']

export type NumberStyle = { readonly script: Script; readonly bigUnits: BigUnits; readonly leadingOne: boolean }

const YI = 100_000_000n
export const LIMIT = 10n ** 24n

/**
 * A whole number from 0 to 10^24 in Chinese. One 零 stands for each gap of zeros inside the number; zeros at the end of
 * a group of four that is followed by a full group are not read (120 3000 → 十二万… → 一百二十万三千).
 */
export function writeInteger(number: bigint, style: NumberStyle): string {
  if (number > LIMIT) throw tooBig(number.toString())
  if (number === 0n) return SCRIPTS[style.script].digits[0]!
  const text = style.bigUnits === 'names' ? writeNamed(number, style) : writeRepeated(number, style)
  const [, ten] = SCRIPTS[style.script].units
  const one = SCRIPTS[style.script].digits[1]!
  return !style.leadingOne && text.startsWith(one + ten) ? text.slice(1) : text
}

/** A decimal number in Chinese: 负, the whole part, 点, digit by digit. */
export function writeNumber(number: Decimal, style: NumberStyle): string {
  const { digits, minus, point } = SCRIPTS[style.script]
  const isNegative = number.negative && (number.integer > 0n || /[1-9]/.test(number.fraction))
  const fraction = [...number.fraction].map((digit) => digits[Number(digit)]).join('')
  return `${isNegative ? minus : ''}${writeInteger(number.integer, style)}${fraction ? point + fraction : ''}`
}

/** Digit by digit, as years, telephone numbers and room numbers are read: 2026 → 二〇二六. */
export function writeDigits(digits: string, script: Script): string {
  const zero = script === 'lower' ? '〇' : '零'
  return [...digits].map((digit) => (digit === '0' ? zero : (SCRIPTS[script].digits[Number(digit)] ?? digit))).join('')
}

/** Refuses what is beyond 10^24. */
export function tooBig(got: string): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: { en: 'a number up to 10^24', zh: '不超过 10^24 的数' },
    got: got.length > 40 ? `${got.slice(0, 40)}…` : got,
  })
}

function writeRepeated(number: bigint, style: NumberStyle): string {
  const high = number / YI
  const low = number % YI
  if (high === 0n) return writePair(low, style)
  const { yi, digits } = SCRIPTS[style.script]
  const zero = low > 0n && low < YI / 10n ? digits[0] : ''
  return `${writeRepeated(high, style)}${yi}${zero}${low > 0n ? writePair(low, style) : ''}`
}

/** A number below 10^8: two groups of four. */
function writePair(number: bigint, style: NumberStyle): string {
  const { wan, digits } = SCRIPTS[style.script]
  const [high, low] = [Number(number / 10_000n), Number(number % 10_000n)]
  if (high === 0) return writeGroup(low, style.script)
  const zero = low > 0 && low < 1000 ? digits[0] : ''
  return `${writeGroup(high, style.script)}${wan}${zero}${low > 0 ? writeGroup(low, style.script) : ''}`
}

function writeNamed(number: bigint, style: NumberStyle): string {
  const names = style.script === 'traditional' ? NAMES_TRADITIONAL : NAMES
  const zero = SCRIPTS[style.script].digits[0]!
  let text = ''
  for (let rank = names.length - 1; rank >= 0; rank--) {
    const group = Number((number / 10n ** BigInt(4 * rank)) % 10_000n)
    if (group === 0) continue
    const isGap = text !== '' && (group < 1000 || !text.endsWith(names[rank + 1]!))
    text += `${isGap ? zero : ''}${writeGroup(group, style.script)}${names[rank]}`
  }
  return text
}

/** A number from 1 to 9999 without a leading zero. */
function writeGroup(number: number, script: Script): string {
  const { digits, units } = SCRIPTS[script]
  let text = ''
  let hasGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(number / 10 ** place) % 10
    if (digit === 0) {
      hasGap = text !== ''
      continue
    }
    text += `${hasGap ? digits[0] : ''}${digits[digit]}${units[place]}`
    hasGap = false
  }
  return text
}
