import { AppError } from '@octet/core/errors.ts'
import type { Decimal } from '../../lib/decimal.ts'
import { LIMIT, tooBig } from './chinese-number.ts'

const DIGITS = new Map<string, number>(
  ['零〇○0', '一壹弌幺1', '二贰貳弍两兩2', '三叁參叄弎3', '四肆4', '五伍5', '六陆陸6', '七柒7', '八捌8', '九玖9'].flatMap(
    (row, digit) => [...row].map((char) => [char, digit] as const),
  ),
)
const SMALL = new Map([
  ['十', 10n],
  ['百', 100n],
  ['千', 1000n],
])
const BIG: readonly (readonly [string, bigint])[] = [
  ['秭', 10n ** 24n],
  ['垓', 10n ** 20n],
  ['京', 10n ** 16n],
  ['兆', 10n ** 12n],
]
const SAME = new Map(
  Object.entries({
    拾: '十',
    什: '十',
    佰: '百',
    陌: '百',
    仟: '千',
    阡: '千',
    萬: '万',
    億: '亿',
    負: '负',
    點: '点',
    廿: '二十',
    卅: '三十',
  }),
)

/** Whether a text could be a Chinese number: only digits, units, 负 and 点. */
export function isChineseNumber(text: string): boolean {
  return /^[负負]?[零〇○一壹弌幺二贰貳弍两兩三叁參叄弎四肆五伍六陆陸七柒八捌九玖十拾什百佰陌千仟阡万萬亿億兆京垓秭廿卅点點]+$/u.test(
    text,
  )
}

/**
 * Reads a Chinese number exactly: everyday or capital characters, simplified or traditional, mixed zeros, 廿 and 卅,
 * digit by digit (二〇二六), the spoken short form (三万五 = 35,000). Throws `bad_input` with the place.
 */
export function readChineseNumber(text: string): Decimal {
  const plain = [...text].map((char) => SAME.get(char) ?? char).join('')
  const negative = plain.startsWith('负')
  const [whole = '', fraction, ...more] = (negative ? plain.slice(1) : plain).split('点')
  if (more.length > 0 || fraction === '') throw bad(text, { en: 'one 点 with digits after it', zh: '只有一个“点”且其后有数字' })
  const integer = readInteger(whole, text)
  if (integer > LIMIT) throw tooBig(text)
  return { negative, integer, fraction: fraction === undefined ? '' : readDigits(fraction, text) }
}

/** Digits read one by one; throws where a unit stands among them. */
function readDigits(text: string, whole: string): string {
  return [...text]
    .map((char) => {
      const digit = DIGITS.get(char)
      if (digit === undefined) throw bad(whole, { en: `a digit instead of “${char}”`, zh: `“${char}”处应为数字` })
      return digit
    })
    .join('')
}

function readInteger(text: string, whole: string): bigint {
  if (text === '') throw bad(whole, { en: 'digits before the unit', zh: '单位之前应有数字' })
  if ([...text].every((char) => DIGITS.has(char))) return BigInt(readDigits(text, whole))
  return readNamed(text, whole)
}

/** 兆 京 垓 秭, then 亿, then 万, each splitting the text in two. */
function readNamed(text: string, whole: string): bigint {
  for (const [name, size] of BIG) {
    const at = text.indexOf(name)
    if (at < 0) continue
    const rest = readRest(text.slice(at + 1), { unit: size, whole })
    return readGroup(text.slice(0, at), whole) * size + rest
  }
  const yi = text.lastIndexOf('亿')
  if (yi >= 0) return readNamed(text.slice(0, yi), whole) * 10n ** 8n + readRest(text.slice(yi + 1), { unit: 10n ** 8n, whole })
  const wan = text.lastIndexOf('万')
  if (wan >= 0)
    return readGroup(text.slice(0, wan), whole) * 10n ** 4n + readRest(text.slice(wan + 1), { unit: 10n ** 4n, whole })
  return readGroup(text, whole)
}

/** What follows a unit: smaller than it, and a single digit without 零 means the next lower place (三万五 = 35,000). */
function readRest(text: string, { unit, whole }: { unit: bigint; whole: string }): bigint {
  if (text === '') return 0n
  const single = DIGITS.get(text)
  if (single !== undefined && single > 0) return (BigInt(single) * unit) / 10n
  const value = readNamed(text, whole)
  if (value >= unit) throw bad(whole, { en: `less than a unit after “${text}”`, zh: `“${text}”应小于其前面的单位` })
  return value
}

/** A group below 10,000, its units falling from 千 to 十. */
function readGroup(text: string, whole: string): bigint {
  const chars = [...text]
  let [total, digit, lastUnit, hasZero] = [0n, undefined as bigint | undefined, 10_000n, false]
  if (chars.length === 0) throw bad(whole, { en: 'digits before each unit', zh: '每个单位之前都应有数字' })
  for (const [index, char] of chars.entries()) {
    const value = DIGITS.get(char)
    const unit = SMALL.get(char)
    if (value === 0 && digit === undefined) hasZero = true
    else if (value !== undefined && value > 0 && digit === undefined) digit = BigInt(value)
    else if (unit !== undefined && unit < lastUnit && (digit !== undefined || (unit === 10n && (index === 0 || hasZero)))) {
      total += (digit ?? 1n) * unit
      ;[digit, lastUnit, hasZero] = [undefined, unit, false]
    } else
      throw bad(whole, {
        en: `a character other than “${char}” at position ${index + 1} of “${text}”`,
        zh: `“${text}”第 ${index + 1} 个字符不应为“${char}”`,
      })
  }
  if (digit === undefined) return total
  const isSpoken = !hasZero && lastUnit < 10_000n && lastUnit > 10n
  return total + (isSpoken ? (digit * lastUnit) / 10n : digit)
}

function bad(got: string, expected: { en: string; zh: string }): AppError {
  return new AppError('bad_input', {
    field: 'text',
    expected: { en: `a Chinese number: ${expected.en}`, zh: `中文数字：${expected.zh}` },
    got,
  })
}
