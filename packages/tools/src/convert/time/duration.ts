import { AppError } from '@octet/core/errors.ts'
import type { Temporal as TemporalTypes } from 'temporal-polyfill'
import type { Temporal, Zoned } from './read.ts'

const UNITS: Readonly<Record<string, string>> = {
  y: 'years',
  year: 'years',
  年: 'years',
  mo: 'months',
  month: 'months',
  月: 'months',
  个月: 'months',
  w: 'weeks',
  week: 'weeks',
  周: 'weeks',
  星期: 'weeks',
  d: 'days',
  day: 'days',
  天: 'days',
  日: 'days',
  h: 'hours',
  hr: 'hours',
  hour: 'hours',
  小时: 'hours',
  时: 'hours',
  m: 'minutes',
  min: 'minutes',
  minute: 'minutes',
  分: 'minutes',
  分钟: 'minutes',
  s: 'seconds',
  sec: 'seconds',
  second: 'seconds',
  秒: 'seconds',
  ms: 'milliseconds',
  毫秒: 'milliseconds',
}
const PART = /([+-]?\d+)\s*([a-z]+|[\u4e00-\u9fff]+)[\s,，]*/giy

/** Reads `P1Y2M3DT4H`, `1y 2mo 3d 4h`, `3 天 2 小时`; a sign in front is of the whole. Throws `bad_input`. */
export function readDuration(temporal: Temporal, text: string): TemporalTypes.Duration {
  const plain = text.normalize('NFKC').trim()
  try {
    if (/^[+-]?P/i.test(plain)) return temporal.Duration.from(plain.toUpperCase())
    const isNegative = /^-\s*\d/.test(plain)
    const fields: Record<string, number> = {}
    const body = plain.replace(/^[+-]\s*/, '')
    PART.lastIndex = 0
    while (PART.lastIndex < body.length) {
      const match = PART.exec(body)
      const unit = match && (UNITS[match[2]!.toLowerCase()] ?? UNITS[match[2]!.toLowerCase().replace(/s$/, '')])
      if (!match || !unit) throw new RangeError(body)
      fields[unit] = (fields[unit] ?? 0) + Number(match[1])
    }
    const duration = temporal.Duration.from(fields)
    return isNegative ? duration.negated() : duration
  } catch (cause) {
    const expected = {
      en: 'a duration such as P1M2DT3H, 1mo 2d 3h or -90m',
      zh: '形如 P1M2DT3H、1mo 2d 3h、3天2小时 或 -90m 的时长',
    }
    throw new AppError('bad_input', { field: 'duration', expected, got: text.slice(0, 60) }, { cause })
  }
}

/** What lies between two moments: calendar units, totals, and days from Monday to Friday. */
export function toBetween(from: Zoned, to: Zoned) {
  const there = to.withTimeZone(from.timeZoneId)
  const calendar = from.until(there, { largestUnit: 'year' })
  const seconds = (to.epochNanoseconds - from.epochNanoseconds) / 1_000_000_000n
  const days = from.toPlainDate().until(there.toPlainDate(), { largestUnit: 'day' }).days
  return {
    iso: calendar.toString(),
    days,
    weeks: days < 0 ? `-(${toWeeks(-days)})` : toWeeks(days),
    hours: (seconds / 3600n).toString(),
    minutes: (seconds / 60n).toString(),
    seconds: seconds.toString(),
    businessDays: countWeekdays(from.toPlainDate(), there.toPlainDate()),
  }
}

function toWeeks(days: number): string {
  return `${Math.floor(days / 7)} × 7 + ${days % 7}`
}

/** Days from Monday to Friday after the first day up to and including the last; negative backwards. */
export function countWeekdays(from: TemporalTypes.PlainDate, to: TemporalTypes.PlainDate): number {
  const days = from.until(to, { largestUnit: 'day' }).days
  if (days < 0) return -countWeekdays(to, from)
  const whole = Math.floor(days / 7)
  let count = whole * 5
  for (let i = 1; i <= days - whole * 7; i++) if ((from.dayOfWeek - 1 + i) % 7 < 5) count++
  return count
}
