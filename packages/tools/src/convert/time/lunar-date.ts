import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { LunarYear as LunarYearTypes } from 'lunar-typescript'
import type { Temporal as TemporalTypes } from 'temporal-polyfill'
import { joinDay, type NamedDay } from './day-words.ts'
import { DIGITS, toDigit, toFigures } from './han-figures.ts'
import { toIsoDay } from './lunar.ts'

type Today = TemporalTypes.PlainDate
type Asked = { readonly given: string; readonly today: Today }

const MARK = '(?:农历|農曆|阴历|陰曆|旧历|舊曆|夏历|夏曆)'
const YEAR = String.raw`(\d{4}|[${DIGITS}零○]{4})年?`
const ONE_TO_TEN = '[一二三四五六七八九十]'
const MONTH = String.raw`([闰閏])?(正|冬|腊|臘|十[一二]|${ONE_TO_TEN}|1[0-2]|0?[1-9])月`
const DAY = String.raw`(初${ONE_TO_TEN}|(?:廿|二十)[一二三四五六七八九]?|三十|十[一二三四五六七八九]?|[一二三四五六七八九]|[12]\d|30|0?[1-9])([日号號])?`
const REST = String.raw`(?:\s+|(?=$|[上下中早晚凌]))(.*)`
/** Longer than any such date with its time. */
const MAX_CHARS = 60
/** A festival or term, after its year or before it. */
const YEAR_LAST = /^(?<name>.*\S) (?<year>\d{4})$/
const YEAR_FIRST = new RegExp(String.raw`^(?<year>\d{4}|[${DIGITS}零○]{4})年?\s*(?<name>\D.*)$`, 'u')
/** 农历 2026-08-15 */
const IN_FIGURES = new RegExp(String.raw`^(${MARK}\s*\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)`, 'u')
const DATE = new RegExp(String.raw`^(${MARK})?\s*(?:${YEAR})?(${MARK})?\s*${MONTH}${DAY}${REST}$`, 'u')

/** Festivals by the day of the Chinese calendar; the last day of a year has no number of its own. */
const FESTIVALS: readonly (readonly [RegExp, month: number, day: number | 'last'])[] = [
  [/^(?:除夕|大年三十|年三十|chinese new year['’]s eve)/i, 12, 'last'],
  [/^(?:春节|春節|大年初一|正月初一|chinese new year|lunar new year|spring festival)/i, 1, 1],
  [/^(?:元宵节?|元宵節|lantern festival)/i, 1, 15],
  [/^(?:龙抬头|龍抬頭)/, 2, 2],
  [/^(?:端午节?|端午節|dragon boat festival)/i, 5, 5],
  [/^(?:七夕节?|七夕節|qixi)/i, 7, 7],
  [/^(?:中元节?|中元節)/, 7, 15],
  [/^(?:中秋节?|中秋節|mid-autumn festival)/i, 8, 15],
  [/^(?:重阳节?|重陽節?)/, 9, 9],
  [/^(?:腊八节?|臘八節?)/, 12, 8],
]
const TERM =
  /^(立春|雨水|惊蛰|春分|清明|谷雨|立夏|小满|芒种|夏至|小暑|大暑|立秋|处暑|白露|秋分|寒露|霜降|立冬|小雪|大雪|冬至|小寒|大寒)节?$/

/**
 * The Gregorian day of a date of the Chinese calendar (农历二〇二六年八月十五 10:00), of a festival (2027年春节, 除夕) or of a solar
 * term (2027年清明), with what stood behind it; nothing for another text. Without a year a date is of this year of the Chinese
 * calendar, a festival the next one. Throws `bad_input` for a day that the calendar does not have.
 */
export async function findLunarDay(given: string, today: Today): Promise<NamedDay | undefined> {
  const text = given.normalize('NFKC').trim()
  if (text.length > MAX_CHARS) return undefined
  const date = DATE.exec(text.replace(IN_FIGURES, '$1年$2月$3'))
  if (date && isLunar(date)) return readDate(date, { given, today })
  const { year, name = '' } = (YEAR_LAST.exec(text) ?? YEAR_FIRST.exec(text))?.groups ?? { name: text }
  const [, term] = TERM.exec(name) ?? []
  if (term) return choose((one) => toTermDays(term, one), { given, today, year })
  const [words, month, day] = FESTIVALS.find(([pattern]) => pattern.test(name)) ?? []
  if (!words || !month || !day) return undefined
  const rest = name.replace(words, '').trim()
  return choose((one) => toFestivalDays({ month, day }, one), { given, today, year, rest })
}

/** Whether what {@link DATE} found is no Gregorian date: 八月十五日 is one, 八月十五 and 冬月初一 are not. */
function isLunar([, mark, , laterMark, leap, month = '', day = '', suffix]: RegExpExecArray): boolean {
  if (mark || laterMark || leap || /[正冬腊臘]/.test(month) || /^[初廿]/.test(day)) return true
  return !suffix && !/\d/.test(month + day)
}

async function readDate(
  [, , writtenYear, , leap, month = '', day = '', , rest = '']: RegExpExecArray,
  asked: Asked,
): Promise<NamedDay> {
  const { Lunar, LunarYear, Solar } = await import('lunar-typescript')
  const { today, given } = asked
  const year = writtenYear ? toYear(writtenYear) : Solar.fromYmd(today.year, today.month, today.day).getLunar().getYear()
  const signed = toMonth(month) * (leap ? -1 : 1)
  const found = findMonth(LunarYear.fromYear(year), signed)
  if (!found) throw refuse(given, toNoLeap(year))
  const number = toDayNumber(day)
  if (number > found.getDayCount()) throw refuse(given, toShort(year, month, found.getDayCount()))
  const solar = Lunar.fromYmd(year, signed, number).getSolar()
  const text = joinDay(toIsoDay(solar.getJulianDay()), toFigures(rest))
  return writtenYear ? { text } : { text, warning: toYearWords(year) }
}

const findMonth = (year: LunarYearTypes, month: number) =>
  year.getMonths().find((one) => one.getYear() === year.getYear() && one.getMonth() === month)

const toYear = (text: string): number => Number(/\d/.test(text) ? text : Array.from(text, toDigit).join(''))
const MONTHS: Readonly<Record<string, number>> = { 正: 1, 冬: 11, 腊: 12, 臘: 12 }
const toMonth = (text: string): number => MONTHS[text] ?? toDayNumber(text)

/** 初三, 十五, 廿八 and 三十 as numbers. */
function toDayNumber(text: string): number {
  if (/\d/.test(text)) return Number(text)
  const [tens = '', ones] = text.replace('初', '').replace('廿', '二十').split('十')
  if (ones === undefined) return toDigit(tens)
  return (tens ? toDigit(tens) : 1) * 10 + (ones ? toDigit(ones) : 0)
}

/** The days of one year that are the festival: none or two where it is near the turn of the year. */
async function toFestivalDays({ month, day }: { month: number; day: number | 'last' }, year: number): Promise<string[]> {
  const { Lunar, LunarYear } = await import('lunar-typescript')
  return [year - 1, year].flatMap((one) => {
    const number = day === 'last' ? findMonth(LunarYear.fromYear(one), month)?.getDayCount() : day
    const solar = number ? toIsoDay(Lunar.fromYmd(one, month, number).getSolar().getJulianDay()) : ''
    return solar.startsWith(String(year).padStart(4, '0')) ? [solar] : []
  })
}

/** The library counts the terms of a year from the winter solstice before it. */
async function toTermDays(term: string, year: number): Promise<string[]> {
  const { Lunar } = await import('lunar-typescript')
  const solar = Lunar.fromYmd(year, 6, 1).getJieQiTable()[term === '冬至' ? 'DONG_ZHI' : term]
  return solar ? [toIsoDay(solar.getJulianDay())] : []
}

type Choice = Asked & { readonly year: string | undefined; readonly rest?: string }

/** The day in the year that was written, or else the next one from today. */
async function choose(toDays: (year: number) => Promise<string[]>, { given, today, year, rest = '' }: Choice): Promise<NamedDay> {
  const days = await Promise.all((year ? [toYear(year)] : [today.year, today.year + 1]).map(toDays))
  const day = days.flat().find((one) => year || one >= today.toString())
  if (day === undefined) throw refuse(given, NO_SUCH_DAY)
  return { text: joinDay(day, toFigures(rest)), ...(year ? {} : { warning: NEXT_ONE }) }
}

const NEXT_ONE: Text = { en: 'No year was written; the next one was taken.', zh: '未写年份，取下一个。' }
const NO_SUCH_DAY: Text = { en: 'a year in which there is this day', zh: '有这一天的年份' }

const toYearWords = (year: number): Text => ({
  en: `No year was written; ${year} of the Chinese calendar was taken.`,
  zh: `未写年份，按农历 ${year} 年处理。`,
})

const toNoLeap = (year: number): Text => ({
  en: `a month that the Chinese calendar has: ${year} has no such leap month`,
  zh: `农历中存在的月份：${year} 年没有这个闰月`,
})

const toShort = (year: number, month: string, days: number): Text => ({
  en: `one of the ${days} days that this month of ${year} has in the Chinese calendar`,
  zh: `农历 ${year} 年${month}月只有 ${days} 天，应为其中一天`,
})

function refuse(given: string, expected: Text): AppError {
  return new AppError('bad_input', { field: 'text', expected, got: given.slice(0, 80) })
}
