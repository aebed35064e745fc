import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { add, compare, fromPlainDecimal, multiply } from '../../lib/rational-math.ts'
import { toRational, type Rational } from '../../lib/rational.ts'
import { isChineseNumber, readChineseNumber } from '../case/read-chinese-number.ts'
import { findUnits, MAX_NAME } from './find-unit.ts'
import type { Unit } from './unit.ts'

/** A number with its unit; several of them are one amount: 5 ft 11 in. */
export type Part = { readonly value: Rational; readonly unit: Unit }
/** One way to understand a text: all parts are of one quantity. */
export type Reading = { readonly parts: readonly Part[]; readonly isNegative: boolean }

/** What stands in a text, before it is decided which of several units a name means. */
type Piece = { readonly value: Rational; readonly units: readonly Unit[] }

const MAX_DIGITS = 60
const MAX_POWER = 100
const MAX_PARTS = 6
const NUMBER = /(?:(\d+) (\d+)\/(\d+)|(\d+)\/(\d+)|((?:\d{1,3}(?:[,_]\d{3})+|\d+)(?:\.\d*)?|\.\d+)(?:e([+-]?\d{1,3}))?)/iy
const HAN_NUMBER = /^[零〇一二两三四五六七八九十百千万亿半点]{1,20}/u
const HAN_TIMES: Readonly<Record<string, bigint>> = { 百万: 10n ** 6n, 千万: 10n ** 7n, 万: 10n ** 4n, 亿: 10n ** 8n }

/**
 * Reads an amount with its units, as {@link toPlainText} writes it: every way its names can be understood, the likeliest first.
 * Throws `bad_input` with what was expected and what came.
 */
export function readAmount(plain: string): readonly Reading[] {
  const [, sign = '', rest = ''] = /^([+-]?) ?(.*)$/.exec(plain) ?? []
  const alone = findUnits(rest)
  const pieces = alone.length > 0 ? [{ value: toRational(1n), units: alone }] : readPieces(rest)
  return toReadings(pieces, sign === '-')
}

function readPieces(plain: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  while (at < plain.length) {
    if (pieces.length === MAX_PARTS) throw refuse({ en: `at most ${MAX_PARTS} units`, zh: `最多 ${MAX_PARTS} 个单位` }, plain)
    const piece = readPiece(plain.slice(at), pieces.at(-1))
    pieces.push(piece)
    at += piece.length
    at += /^(?: ?(?:,|and|又|零) ?| )?/.exec(plain.slice(at))?.[0].length ?? 0
  }
  if (pieces.length === 0) throw refuse(AMOUNT, plain)
  return pieces
}

const AMOUNT: Text = { en: 'an amount with its unit, such as 5 ft 11 in or 72 °F', zh: '带单位的量，如 5 ft 11 in、72 °F、3斤' }

function readPiece(text: string, before: Piece | undefined): Piece & { readonly length: number } {
  for (const { value, length } of listNumbers(text)) {
    const rest = text.slice(length).replace(/^ /, '')
    const space = text.length - length - rest.length
    const found = findLongest(rest)
    if (found) {
      // 三斤半: and a half of it.
      const half = /^半/.exec(rest.slice(found.length)) ? 1 : 0
      const whole = half ? add(value, toRational(1n, 2n)) : value
      return { value: whole, units: found.units, length: length + space + found.length + half }
    }
    const follower = rest === '' && before && findFollower(before, text.slice(0, length), value)
    if (follower) return { ...follower, length }
  }
  throw toUnitError(text)
}

/** A number without a unit at the end: inches after feet, minutes after hours, decimals after 米 (一米七五). */
function findFollower(before: Piece, digits: string, value: Rational): Piece | undefined {
  const symbols = new Set(before.units.map(({ symbol }) => symbol))
  if (symbols.has('ft')) return { value, units: findUnits('in') }
  if (symbols.has('h')) return { value, units: findUnits('min') }
  if (symbols.has('m') && /^(?:\d{1,3}|[零一二三四五六七八九]{1,3})$/.test(digits))
    return { value: multiply(value, toRational(1n, 10n ** BigInt(digits.length))), units: findUnits('m') }
  return undefined
}

/** Numbers that a text begins with, the longest first: 二两 may be the number 2 and the unit 两. */
function* listNumbers(text: string): Generator<{ readonly value: Rational; readonly length: number }> {
  NUMBER.lastIndex = 0
  const match = NUMBER.exec(text)
  if (match) {
    const comma = /^\d+,\d{1,2}(?!\d)/.exec(text)?.[0]
    // With one or two digits behind it a comma is the point of many countries.
    if (comma && !match[0].includes('.')) return yield { value: fromPlainDecimal(comma.replace(',', '.')), length: comma.length }
    const value = toValue(match)
    const times = /^ ?(百万|千万|万|亿)/.exec(text.slice(match[0].length))
    const factor = toRational(HAN_TIMES[times?.[1] ?? ''] ?? 1n)
    return yield { value: multiply(value, factor), length: match[0].length + (times?.[0].length ?? 0) }
  }
  const longest = HAN_NUMBER.exec(text)?.[0] ?? ''
  for (let length = longest.length; length > 0; length--) {
    const value = readHan(longest.slice(0, length))
    if (value) yield { value, length }
  }
}

function readHan(text: string): Rational | undefined {
  if (text === '半') return toRational(1n, 2n)
  if (!isChineseNumber(text)) return undefined
  try {
    const { integer, fraction } = readChineseNumber(text)
    return fromPlainDecimal(`${integer}.${fraction}`)
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

function toValue([text = '', whole, top, bottom, onlyTop, onlyBottom, digits, power = '0']: RegExpExecArray): Rational {
  if (text.length > MAX_DIGITS || Math.abs(Number(power)) > MAX_POWER)
    throw refuse(
      {
        en: `a number of at most ${MAX_DIGITS} digits and an exponent up to ±${MAX_POWER}`,
        zh: `不超过 ${MAX_DIGITS} 位、指数不超过 ±${MAX_POWER} 的数`,
      },
      text,
    )
  if (digits !== undefined) return fromPlainDecimal(`${digits.replaceAll(/[,_]/g, '')}e${power}`)
  const divisor = BigInt(bottom ?? onlyBottom ?? 1)
  if (divisor === 0n) throw refuse({ en: 'a fraction whose divisor is not zero', zh: '分母不为零的分数' }, text)
  const fraction = toRational(BigInt(top ?? onlyTop ?? 0), divisor)
  return whole === undefined ? fraction : add(toRational(BigInt(whole)), fraction)
}

/** The longest name of a unit that a text begins with and that ends where a word does. */
function findLongest(text: string): { readonly units: readonly Unit[]; readonly length: number } | undefined {
  for (let length = Math.min(MAX_NAME, text.length); length > 0; length--) {
    const name = text.slice(0, length)
    if (name.endsWith(' ') || /^[a-z]{2}/i.test(text.slice(length - 1))) continue
    const units = findUnits(name.replace(/\.$/, ''))
    if (units.length > 0) return { units, length }
  }
  return undefined
}

/** For each unit that the first name may mean the first ones of the others that go with it, each smaller than the one before. */
function toReadings(pieces: readonly Piece[], isNegative: boolean): readonly Reading[] {
  const [first, ...others] = pieces
  const readings: Reading[] = []
  for (const unit of first?.units ?? []) {
    const parts: Part[] = [{ value: first!.value, unit }]
    for (const { value, units } of others) {
      const last = parts.at(-1)!.unit
      const fits = (one: Unit) => one.quantity === unit.quantity && compare(last.factor, one.factor) >= 0 && !unit.isReciprocal
      const next = units.find((one) => fits(one) && one.system === last.system) ?? units.find(fits)
      if (next) parts.push({ value, unit: next })
    }
    const isWhole = parts.length === pieces.length && (parts.length === 1 || unit.quantity.id !== 'temperature')
    if (isWhole) readings.push({ parts, isNegative })
  }
  if (readings.length > 0) return readings
  const got = pieces.map(({ units }) => units[0]?.symbol).join(', ')
  throw refuse(
    {
      en: 'units of one quantity, from large to small, such as 5 ft 11 in',
      zh: '同一种量的单位，由大到小，如 5 ft 11 in、3斤2两',
    },
    got,
  )
}

const RATE = /^ ?[kmgt]?i?(?:b|bit|bits|byte|bytes)(?:ps|\/s)/i

const MONEY =
  /^(?:(?:usd|cny|rmb|eur|gbp|jpy|hkd|twd|krw|aud|cad|chf|inr|dollars?|euros?|yuan|yen)(?![a-z])|[$€£¥]|人民币|(?:美|欧|日|港|韩|澳|加)[元币]|英镑|[元块](?!\p{L}))/iu

function toUnitError(text: string): AppError {
  const name = text.replace(/^[\d.,/ ]+/, '')
  if (RATE.test(name))
    return refuse(
      {
        en: 'another unit; data rates are for the bandwidth calculator at /ip/bandwidth',
        zh: '其他单位；数据速率请用带宽计算器 /ip/bandwidth',
      },
      name,
    )
  if (MONEY.test(name) || /^[$€£¥￥]/.test(text))
    return refuse(
      {
        en: 'a unit of measure; exchange rates change every day and are not known here',
        zh: '计量单位；汇率每天变动，此处不换算货币',
      },
      name,
    )
  if (name === '') return refuse(AMOUNT, text)
  if (name === text) return refuse(AMOUNT, text)
  return refuse({ en: 'a unit such as cm, lb, °F, kWh or 斤', zh: '单位，如 cm、lb、°F、kWh、斤' }, name)
}

export function refuse(expected: Text, got: string | Text, field = 'text'): AppError {
  return new AppError('bad_input', {
    field,
    expected,
    got: typeof got === 'string' && got.length > 60 ? `${got.slice(0, 60)}…` : got,
  })
}
