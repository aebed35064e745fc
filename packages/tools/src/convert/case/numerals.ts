import { parseDecimal, writeDecimal, type Decimal, type Rounding } from '../../lib/decimal.ts'
import { tooBig, writeDigits, writeNumber } from './chinese-number.ts'
import { isChineseNumber, readChineseNumber } from './read-chinese-number.ts'
import { checkRmb, isRmbText, readRmb, RMB_STYLE, writeRmb, type RmbStyle } from './rmb.ts'

/** No number up to 10^24 is spelled longer. */
const MAX_LENGTH = 1200

export type NumeralOptions = Omit<RmbStyle, 'script'> & {
  readonly traditional: boolean
  readonly rounding: Rounding
  /** An amount must come of it: decimals that no amount has are an error, else they only leave the amount empty. */
  readonly isAmount: boolean
}

/** One number in every spelling, and what is wrong with the spelling it came in. */
export type NumeralRow = {
  input: string
  arabic: string
  lower: string
  upper: string
  digits: string
  rmb: string
  note: string
}

/** Reads a number in any spelling (Arabic, everyday, capital, RMB amount) and writes it in all of them. Throws `bad_input`. */
export function toNumeralRow(text: string, options: NumeralOptions): NumeralRow {
  const number = readAnyNumber(text)
  const { bigUnits } = options
  const upper = options.traditional ? 'traditional' : 'upper'
  return {
    input: text,
    arabic: writeDecimal(number),
    lower: writeNumber(number, { script: 'lower', bigUnits, leadingOne: false }),
    upper: writeNumber(number, { script: upper, bigUnits, leadingOne: true }),
    digits: writeDigits(writeDecimal(number), 'lower').replace('-', '负').replace('.', '点'),
    rmb: writeAmount(number, options),
    note: (isRmbText(text) && checkRmb(text)) || '',
  }
}

/** A number in any spelling, exactly. */
function readAnyNumber(text: string): Decimal {
  const plain = text.trim()
  if (plain.length > MAX_LENGTH) throw tooBig(plain)
  if (isRmbText(plain)) return readRmb(plain)
  return isChineseNumber(plain) ? readChineseNumber(plain) : parseDecimal(readTail(plain))
}

/** What people write behind an amount in digits: 100元, 20 CNY, 8元5角2分. */
const MONEY = /^(.*\S)\s*(?:[元圆圓块塊](?:(\d)[角毛])?(?:(\d)分)?[整正]?|RMB|CNY)$/iu
/** 12.5万, 3千, 1百万, as newspapers write. */
const UNITS = /^(.*\d\.?)\s*([十百千]?)(万亿|萬億|[万萬亿億]?)$/u
const POWERS: Readonly<Record<string, number>> = { 十: 1, 百: 2, 千: 3, 万: 4, 萬: 4, 亿: 8, 億: 8, 万亿: 12, 萬億: 12 }

/** Digits with units of money or powers of ten behind them, without these; any other text as it is. */
function readTail(text: string): string {
  const plain = text.normalize('NFKC')
  const [, number = plain, jiao, fen] = MONEY.exec(plain) ?? []
  const [, digits, small = '', big = ''] = UNITS.exec(number) ?? []
  if (digits === undefined) return text
  const cents = jiao || fen ? `.${jiao ?? 0}${fen ?? ''}` : ''
  const power = (POWERS[small] ?? 0) + (POWERS[big] ?? 0)
  if (cents && (power || digits.includes('.'))) return text
  return digits + cents + (power ? `e${power}` : '')
}

function writeAmount(number: Decimal, { traditional, isAmount, ...style }: NumeralOptions): string {
  if (!isAmount && style.rounding === 'refuse' && /[1-9]/.test(number.fraction.slice(2))) return ''
  return writeRmb(number, { ...RMB_STYLE, ...style, script: traditional ? 'traditional' : 'upper' })
}
