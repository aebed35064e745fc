import type { Lang } from '@octet/core/text.ts'

/** English dates as the rest of the words are: British, so that day and month cannot be mistaken. */
export const toLocale = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en-GB')

/** A day of a plan or an invoice: “22 Dec 2026”. It is that of UTC, as in mails and on the PDF, wherever the reader is. */
export const toDay = (time: string, lang: Lang): string =>
  new Intl.DateTimeFormat(toLocale(lang), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(time))

/** A moment in the reader's zone, to the minute: “22 Dec 2026, 10:28”. */
export const toDayTime = (time: string, lang: Lang): string =>
  new Intl.DateTimeFormat(toLocale(lang), { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time))

/** From a moment until another, of a zone or the reader's; a day that both are on is said once: “22 Dec 2026, 10:28–11:28”. */
export function toDayTimes(from: string, until: string, lang: Lang, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const say = (time: string, style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(toLocale(lang), { ...style, ...zone }).format(new Date(time))
  const isSameDay = say(from, { dateStyle: 'medium' }) === say(until, { dateStyle: 'medium' })
  const whole = { dateStyle: 'medium', timeStyle: 'short' } as const
  return isSameDay ? `${say(from, whole)}–${say(until, { timeStyle: 'short' })}` : `${say(from, whole)} – ${say(until, whole)}`
}

/** The time of day in the reader's zone, to the second: “10:28:05”. */
export const toClock = (time: number, lang: Lang): string =>
  new Intl.DateTimeFormat(toLocale(lang), { timeStyle: 'medium' }).format(new Date(time))
