import type { Text } from '@octet/core/text.ts'
import { findMonth } from '../../lib/mail-date.ts'
import { MONTH } from './written.ts'

const TIME = String.raw`(?:,?\s+(?:at\s+)?(\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?`
/** syslog (RFC 3164 §4.1.2) and `ls -l`: `Nov  4 22:13:20`, `4 Nov`. */
const MONTH_DAY = new RegExp(String.raw`^(?:[a-z]{3,9},?\s+)?${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?${TIME}$`, 'i')
const DAY_MONTH = new RegExp(String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH}${TIME}$`, 'i')
const CHINESE = /^(\d{1,2})月(\d{1,2})[日号](?!.*年)/

type Day = { readonly year: number; readonly month: number; readonly day: number }

/** A date without a year, with the one that it has most likely; and the words that say so. */
export type WithYear = { readonly text: string; readonly words: Text }

/** Gives a date its year: this one, or the last where the date would be more than a day ahead, since logs look back. */
export function findYear(plain: string, today: Day): WithYear | undefined {
  if (CHINESE.test(plain)) return { text: `${today.year}年${plain}`, words: toWords(today.year) }
  const [, name, date, time] = MONTH_DAY.exec(plain) ?? swap(DAY_MONTH.exec(plain)) ?? []
  const month = name === undefined ? undefined : findMonth(name)
  if (month === undefined || date === undefined) return undefined
  const ahead = (month - today.month) * 31 + Number(date) - today.day
  const year = ahead > 1 ? today.year - 1 : today.year
  return { text: `${year}/${month}/${date}${time === undefined ? '' : ` ${time}`}`, words: toWords(year) }
}

function swap(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match ? [match[0], match[2], match[1], match[3]] : undefined
}

const toWords = (year: number): Text => ({
  en: `No year was written; ${year} was taken.`,
  zh: `未写年份，按 ${year} 年处理。`,
})
