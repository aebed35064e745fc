import type { Lang } from '@octet/core/text.ts'

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** A moment as it is where the offset of another time holds: `2026-11-22T07:55:21`. */
export function toLocalTime(atMs: number, like: string): string {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(like) ?? []
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return new Date(atMs + (sign === '-' ? -offset : offset) * 60_000).toISOString().slice(0, 19)
}

/** The day of a local time as `Intl` writes it for en-GB and zh-CN: “Sunday 22 November”, “11月22日星期日”. */
export function toDayWords(local: string, lang: Lang): string {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`)
  const [month, date, weekday] = [day.getUTCMonth(), day.getUTCDate(), day.getUTCDay()]
  if (lang === 'zh') return `${month + 1}月${date}日星期${'日一二三四五六'[weekday]}`
  return `${WEEKDAYS[weekday]} ${date} ${MONTHS[month]}`
}
