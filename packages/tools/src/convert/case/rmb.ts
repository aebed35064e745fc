import { AppError } from '@octet/core/errors.ts'
import { roundDecimal, type Decimal, type Rounding } from '../../lib/decimal.ts'
import { LIMIT, SCRIPTS, tooBig, writeInteger, type BigUnits } from './chinese-number.ts'
import { isChineseNumber, readChineseNumber } from './read-chinese-number.ts'

export type RmbStyle = {
  readonly script: 'upper' | 'traditional'
  readonly bigUnits: BigUnits
  /** 整 or 正 at the end. */
  readonly whole: '整' | '正'
  /** Also after 角, where the rule leaves it open. */
  readonly wholeAfterJiao: boolean
  /** 元 or 圆; traditional script writes 圓. */
  readonly yuan: '元' | '圆'
  readonly rounding: Rounding
}

export const RMB_STYLE: RmbStyle = {
  script: 'upper',
  bigUnits: 'repeat',
  whole: '整',
  wholeAfterJiao: false,
  yuan: '元',
  rounding: 'refuse',
}

/**
 * An amount in capital characters by the rules for filling in bills (PBOC, 支付结算办法 annex 1): 整 after 元, free after 角,
 * never after 分; one 零 for a gap of zeros; 零 between 元 and 分 where 角 is zero; a leading 壹 before 拾; 负 for negative amounts.
 * Throws `bad_input` for a third decimal unless a rounding is chosen.
 */
export function writeRmb(amount: Decimal, style: RmbStyle = RMB_STYLE): string {
  const rounded = roundDecimal(amount, 2, style.rounding)
  if (rounded.integer > LIMIT || (rounded.integer === LIMIT && Number(rounded.fraction) > 0))
    throw tooBig(rounded.integer.toString())
  const [jiao, fen] = [...rounded.fraction.padEnd(2, '0')].map(Number) as [number, number]
  const isNothing = rounded.integer === 0n && jiao === 0 && fen === 0
  const sign = amount.negative && !isNothing ? SCRIPTS[style.script].minus : ''
  return (
    sign + writeYuan(rounded.integer, { isAlone: isNothing, style }) + writeCents({ integer: rounded.integer, jiao, fen, style })
  )
}

function writeYuan(integer: bigint, { isAlone, style }: { isAlone: boolean; style: RmbStyle }): string {
  if (integer === 0n && !isAlone) return ''
  const yuan = style.script === 'traditional' ? '圓' : style.yuan
  return writeInteger(integer, { script: style.script, bigUnits: style.bigUnits, leadingOne: true }) + yuan
}

function writeCents({ integer, jiao, fen, style }: { integer: bigint; jiao: number; fen: number; style: RmbStyle }): string {
  const { digits } = SCRIPTS[style.script]
  if (jiao === 0 && fen === 0) return style.whole
  if (fen === 0) return `${digits[jiao]}角${style.wholeAfterJiao ? style.whole : ''}`
  if (jiao === 0) return `${integer > 0n ? digits[0] : ''}${digits[fen]}分`
  return `${digits[jiao]}角${digits[fen]}分`
}

const AMOUNT =
  /^([负負])?(?:([^元圆圓块塊角毛分整正]+)[元圆圓块塊])?(?:([零〇]?[^元圆圓角毛分整正零〇]?)[角毛])?(?:([零〇]?[^元圆圓角毛分整正零〇]?)分)?([整正])?$/u

/** Whether a text looks like an amount in characters: 元, 角 or 分 after a Chinese number. */
export function isRmbText(text: string): boolean {
  return /[元圆圓块塊角毛分整正]/.test(text) && !/\d/.test(text)
}

/** Reads an amount in characters exactly. Accepts 圆 圓 块 and 毛, 三块五, 整 and 正, capital and everyday digits. Throws `bad_input`. */
export function readRmb(text: string): Decimal {
  const plain = text
    .replaceAll(/\s|^(?:人民币|RMB|CNY|¥|￥)[:：]?/giu, '')
    .replace(/([块塊])([一二两三四五六七八九])$/u, '$1$2角')
  const match = AMOUNT.exec(plain)
  if (!match || (match[2] ?? match[3] ?? match[4]) === undefined) throw badAmount(text)
  const [, minus, yuan, jiao, fen, whole] = match
  if (fen !== undefined && whole) throw badAmount(text, { en: `no “${whole}” after 分`, zh: `“分”之后不写“${whole}”` })
  return {
    negative: minus !== undefined,
    integer: yuan === undefined ? 0n : readWhole(yuan, text),
    fraction: `${readPlace(jiao, text)}${readPlace(fen, text)}`.replace(/^00$/, ''),
  }
}

/** What differs between an amount as written and as the rule writes it; undefined when it is right. */
export function checkRmb(text: string): string | undefined {
  const plain = text.replaceAll(/\s|^(?:人民币|RMB|CNY|¥|￥)[:：]?/giu, '')
  const amount = readRmb(plain)
  const script = /[貳參陸萬億圓]/u.test(plain) ? 'traditional' : 'upper'
  const yuan = plain.includes('圆') ? '圆' : '元'
  const rule: RmbStyle = { ...RMB_STYLE, script, yuan, whole: plain.endsWith('正') ? '正' : '整' }
  const allowed = (['repeat', 'names'] as const).flatMap((bigUnits) =>
    [true, false].map((wholeAfterJiao) => writeRmb(amount, { ...rule, bigUnits, wholeAfterJiao })),
  )
  return allowed.some((form) => form === plain || isSameButFreeZero(form, plain)) ? undefined : allowed[1]
}

/** The rule leaves a 零 open between 元 and 角, and after 万 or 亿 when that place is zero: 壹仟陆佰捌拾元零叁角. */
function isSameButFreeZero(form: string, plain: string): boolean {
  return form.replaceAll(/([元圆圓])零(?=.角)/gu, '$1') === plain.replaceAll(/([元圆圓万萬亿億])零(?=.角|.[仟])/gu, '$1')
}

function readWhole(text: string, whole: string): bigint {
  if (!isChineseNumber(text))
    throw badAmount(whole, { en: `Chinese digits and units in “${text}”`, zh: `“${text}”应只含中文数字与单位` })
  const number = readChineseNumber(text)
  if (number.fraction) throw badAmount(whole, { en: 'no 点 before 元', zh: '“元”之前不应有“点”' })
  return number.integer
}

function readPlace(text: string | undefined, whole: string): string {
  if (text === undefined) return '0'
  const digit = [...text].at(-1)
  const value = digit === undefined || !isChineseNumber(digit) ? undefined : readChineseNumber(digit).integer
  if (value === undefined || value > 9n)
    throw badAmount(whole, { en: 'one digit before 角 and 分', zh: '“角”“分”之前应有一个数字' })
  return value.toString()
}

function badAmount(got: string, detail?: { en: string; zh: string }): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: {
      en: `an amount such as 壹佰贰拾元伍角整${detail ? `: ${detail.en}` : ''}`,
      zh: `形如“壹佰贰拾元伍角整”的金额${detail ? `：${detail.zh}` : ''}`,
    },
    got,
  })
}
