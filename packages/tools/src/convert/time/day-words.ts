import type { Text } from '@octet/core/text.ts'
import type { Temporal as TemporalTypes } from 'temporal-polyfill'
import { CHINESE_WEEK, CHINESE_WEEKDAYS, ENGLISH_WEEKDAY, toWeekday } from './weekday-words.ts'

/** A day that was named by a word, in figures, with what stood behind it; and what else the word may mean. */
export type NamedDay = { readonly text: string; readonly warning?: Text }

/** Words for days by their distance from today, and the hour that may stand behind one. */
const DAY_WORDS: readonly (readonly [RegExp, number])[] = [
  [/^(?:the day before yesterday|前天|前日)(?![a-z])/i, -2],
  [/^(?:yesterday|昨天|昨日)(?![a-z])/i, -1],
  [/^(?:today|今天|今日)(?![a-z])/i, 0],
  [/^(?:tomorrow|明天|明日)(?![a-z])/i, 1],
  [/^(?:the day after tomorrow|后天|后日)(?![a-z])/i, 2],
]
const ENGLISH = new RegExp(String.raw`^(?:(this|next|last|coming|on)\s+)?(${ENGLISH_WEEKDAY})\b\.?(?:,?\s+(?:at\s+)?|$)`, 'i')
const CHINESE = new RegExp(String.raw`^(上上|上|这|本|下下|下)?个?${CHINESE_WEEK}([${CHINESE_WEEKDAYS}])\s*`)
const CHINESE_WEEKS: Readonly<Record<string, number>> = { 上上: -2, 上: -1, 下: 1, 下下: 2 }
/** Nothing, or a time of day: `Mon, 30 Nov 2026` has its day in figures. */
const NO_DATE = /^(?:$|\d{1,2}(?::\d{2}|\s*[点时]|\s*[ap]\.?m\b)|凌晨|早上|上午|中午|下午|晚上)/i

/** The day that a word names where the visitor is: `明天 12:00` → `2026/1/3 12:00`, `next Friday`, `下周五上午10点`. */
export function findNamedDay(written: string, today: TemporalTypes.PlainDate): NamedDay | undefined {
  const plain = written.replace(/\s(?:noon|midday)$/i, ' 12:00').replace(/\smidnight$/i, ' 0:00')
  const [word, days] = DAY_WORDS.find(([pattern]) => pattern.test(plain)) ?? []
  if (word && days !== undefined)
    return { text: join(today.add({ days }), plain.replace(word, '').replace(/^,?\s*(?:at\s+)?/i, '')) }
  return findEnglish(plain, today) ?? findChinese(plain, today)
}

function findChinese(plain: string, today: TemporalTypes.PlainDate): NamedDay | undefined {
  const [all = '', week = '', name = ''] = CHINESE.exec(plain) ?? []
  const rest = plain.slice(all.length)
  if (all === '' || !NO_DATE.test(rest)) return undefined
  const weekday = toWeekday(name)
  return { text: join(today.add({ days: weekday - today.dayOfWeek + 7 * (CHINESE_WEEKS[week] ?? 0) }), rest) }
}

function findEnglish(plain: string, today: TemporalTypes.PlainDate): NamedDay | undefined {
  const [all = '', which = '', name = ''] = ENGLISH.exec(plain) ?? []
  const rest = plain.slice(all.length)
  if (all === '' || !NO_DATE.test(rest)) return undefined
  const weekday = toWeekday(name)
  const ahead = (weekday - today.dayOfWeek + 7) % 7
  if (/^last$/i.test(which)) return { text: join(today.add({ days: ahead - 7 }), rest) }
  if (!/^next$/i.test(which)) return { text: join(today.add({ days: ahead }), rest) }
  const inNextWeek = weekday - today.dayOfWeek + 7
  const text = join(today.add({ days: inNextWeek }), rest)
  if (inNextWeek === (ahead || 7)) return { text }
  const coming = today.add({ days: ahead }).toString()
  return {
    text,
    warning: {
      en: `“next” was taken as of next week; the coming one is ${coming}.`,
      zh: `“next” 按下一周处理；最近的一个是 ${coming}。`,
    },
  }
}

const join = (day: TemporalTypes.PlainDate, rest: string): string => joinDay(day.toString(), rest)

/** A day in ISO 8601 and the time of day that stands behind it, if any, in a form in which both are read. */
export function joinDay(isoDay: string, rest: string): string {
  if (rest === '') return isoDay
  const [year, month, day] = isoDay.split('-')
  return /[时点]/.test(rest) ? `${year}年${month}月${day}日 ${rest}` : `${year}/${month}/${day} ${rest}`
}
