import { parseDecimal, writeDecimal } from '../../lib/decimal.ts'

/** Signs that people put between groups of three digits: comma, apostrophe, spaces that do not break. */
const MARK = String.raw`[,'’\u00a0\u2009\u202f]`
/** All of a run of digits and marks is groups, or all of it is a list; in brackets it is a list. */
const GROUPS = String.raw`(?<!\d${MARK}[+-]?|\[[+-]?)[1-9]\d{0,2}(${MARK})\d{3}(?:\1\d{3})*(?!\d|${MARK}\d|\])`
const TAIL = String.raw`(?:\.\d+)?(?:e[+-]?\d{1,3})?(?!\w|\.\d)`
const PLAIN = new RegExp(String.raw`(?<![\w.])[+-]?\d+${TAIL}`, 'gi')
const GROUPED = new RegExp(String.raw`(?<![\w.])[+-]?(?:${GROUPS}|\d+)${TAIL}`, 'gi')

/** What may stand behind a number: 万, 亿, 百万, 万亿, with a space or without. */
const SCALE = /^ ?([十百千]?)(万亿|萬億|[万萬亿億])/
const POWERS: Readonly<Record<string, number>> = { 十: 1, 百: 2, 千: 3, 万: 4, 萬: 4, 亿: 8, 億: 8, 万亿: 12, 萬億: 12 }
/** `1亿2000万` is one number. */
const REST = /^(\d{1,4}(?:\.\d+)?)[万萬]/

/** Numbers in a text as written; with `isGrouped` 1,234 and 1.5万 are one number each, without marks and words. */
export function findNumbers(text: string, { isGrouped }: { isGrouped: boolean }): string[] {
  if (!isGrouped) return Array.from(text.matchAll(PLAIN), ([match]) => match)
  const finds: string[] = []
  let end = 0
  for (const { 0: match, 1: mark, index } of text.matchAll(GROUPED)) {
    if (index < end) continue
    end = index + match.length
    const plain = mark ? match.replaceAll(mark, '') : match
    const scaled = /e/i.test(plain) ? undefined : readScale(plain, text.slice(end, end + 32))
    finds.push(scaled?.value ?? plain)
    end += scaled?.length ?? 0
  }
  return finds
}

function readScale(plain: string, behind: string): { value: string; length: number } | undefined {
  const [scale, ten = '', word = ''] = SCALE.exec(behind) ?? []
  if (scale === undefined) return undefined
  const value = parseDecimal(`${plain}e${(POWERS[ten] ?? 0) + POWERS[word]!}`)
  const [rest, count] = POWERS[word]! > 4 && value.fraction === '' ? (REST.exec(behind.slice(scale.length)) ?? []) : []
  if (!rest) return { value: writeDecimal(value), length: scale.length }
  const { integer, fraction } = parseDecimal(`${count}e4`)
  return {
    value: writeDecimal({ ...value, integer: value.integer + integer, fraction }),
    length: scale.length + rest.length,
  }
}
