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

/**
 * Gives a date its year: one near in which it is of the weekday that stands before it, else the last in which it is at most a day
 * ahead, as it may be in a zone east of here, since logs look back.
 */
export function findYear(plain: string, today: Day): WithYear | undefined {
  if (CHINESE.test(plain)) return { text: `${today.year}年${plain}`, words: toWords(today.year) }
  const [, name, date, time] = MONTH_DAY.exec(plain) ?? swap(DAY_MONTH.exec(plain)) ?? []
  const month = name === undefined ? undefined : findMonth(name)
  if (month === undefined || date === undefined) return undefined
  const isPast = (year: number) => toDayMs({ year, month, day: Number(date) }) <= toDayMs(today) + DAY_MS
  const last = [today.year + 1, today.year].find(isPast) ?? today.year - 1
  const weekday = WEEKDAY.exec(plain)?.[0].toLowerCase()
  const isWritten = (year: number) => WEEKDAYS[new Date(toDayMs({ year, month, day: Number(date) })).getUTCDay()] === weekday
  const year = [last, today.year, today.year + 1].find(isWritten) ?? last
  return { text: `${year}/${month}/${date}${time === undefined ? '' : ` ${time}`}`, words: toWords(year) }
}

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY = /^(?:sun|mon|tue|wed|thu|fri|sat)/i
const DAY_MS = 86_400_000
const toDayMs = ({ year, month, day }: Day): number => new Date(0).setUTCFullYear(year, month - 1, day)

function swap(match: RegExpExecArray | null): (string | undefined)[] | undefined {
  return match ? [match[0], match[2], match[1], match[3]] : undefined
}

const toWords = (year: number): Text => ({
  en: `No year was written; ${year} was taken.`,
  zh: `未写年份，按 ${year} 年处理。`,
})
