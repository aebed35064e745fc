import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Temporal as TemporalTypes } from 'temporal-polyfill'
import { createFigures } from './han-figures.ts'
import type { Temporal, Zoned } from './temporal.ts'

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
  礼拜: 'weeks',
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
/** Units that are several of another one. */
const MANY: Readonly<Record<string, readonly [count: number, unit: string]>> = {
  decade: [10, 'years'],
  quarter: [3, 'months'],
  季度: [3, 'months'],
  fortnight: [2, 'weeks'],
}
const PART = /([+-]?\d+)(?:\.(\d{1,9}))?\s*([a-z]+|[\u4e00-\u9fff]+)[\s,，]*/giy

/** `01:30:00`, as clocks and video players write it. */
const CLOCK = /^([+-]?)\s*(\d{1,6}):([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/

/** Units of which a part is as exact as the whole. */
const PARTED: Readonly<Record<string, bigint>> = {
  hours: 3_600_000_000_000n,
  minutes: 60_000_000_000n,
  seconds: 1_000_000_000n,
  milliseconds: 1_000_000n,
}

/** What stands behind the point of `1.5 h`; a half of a day or a month is not one length. */
function toNanoseconds(whole: string, fraction: string, unit: string): number {
  const size = PARTED[unit]
  if (size === undefined) throw new RangeError(`${whole}.${fraction} ${unit}`)
  const nanoseconds = Number((BigInt(fraction) * size) / 10n ** BigInt(fraction.length))
  return whole.startsWith('-') ? -nanoseconds : nanoseconds
}

/** Reads `P1Y2M3DT4H`, `1y 2mo 3d 4h`, `3 天 2 小时`; a sign in front is of the whole. Throws `bad_input`. */
export function readDuration(temporal: Temporal, text: string): TemporalTypes.Duration {
  const plain = toCounted(text.normalize('NFKC').trim()).replace(CLOCK, '$1$2h $3m $4s')
  try {
    if (/^[+-]?P/i.test(plain)) return temporal.Duration.from(plain.toUpperCase())
    const isNegative = /^-\s*\d/.test(plain)
    const fields: Record<string, number> = {}
    const body = plain.replace(/^[+-]\s*/, '')
    PART.lastIndex = 0
    while (PART.lastIndex < body.length) {
      const match = PART.exec(body)
      const [count, unit] = (match && findUnit(match[3]!.toLowerCase())) ?? []
      if (!match || !count || !unit || (count > 1 && match[2] !== undefined)) throw new RangeError(body)
      fields[unit] = (fields[unit] ?? 0) + count * Number(match[1])
      if (match[2] !== undefined) fields['nanoseconds'] = (fields['nanoseconds'] ?? 0) + toNanoseconds(match[1]!, match[2], unit)
    }
    const duration = temporal.Duration.from(fields)
    return isNegative ? duration.negated() : duration
  } catch (cause) {
    const expected = {
      en: 'a duration such as P1M2DT3H, 1mo 2d 3h, -90m or 5 business days',
      zh: '形如 P1M2DT3H、1mo 2d 3h、3天2小时、-90m 或 5个工作日 的时长',
    }
    throw new AppError('bad_input', { field: 'duration', expected, got: text.slice(0, 60) }, { cause })
  }
}

function findUnit(word: string): readonly [count: number, unit: string] | undefined {
  const one = word.replace(/s$/, '')
  const unit = UNITS[word] ?? UNITS[one]
  return unit === undefined ? MANY[one] : [1, unit]
}

const CHINESE_UNIT = '(?:年|月|周|星期|礼拜|天|日|小时|时|分|秒|毫秒|季度|工作日)'
const toFigures = createFigures(`\\s*个?半?${CHINESE_UNIT}`)
const COUNTED = new RegExp(`个(?=${CHINESE_UNIT})`, 'g')
/** A half of a unit, alone or behind whole ones, in the next smaller: of a day or a month there is none. */
const HALVES: readonly (readonly [RegExp, string])[] = [
  [/半小时|(?<=\d)小时半/g, '30分'],
  [/半分钟?|(?<=\d)分半钟?/g, '30秒'],
  [/半年|(?<=\d)年半/g, '6月'],
]

/** What people say in Chinese, in digits: 三天, 两个小时, 半小时, 1年半, 十五个工作日. */
export function toCounted(text: string): string {
  const parted = toFigures(text)
    .replaceAll(/(\d)个半(小时|年)/g, '$1$2半')
    .replaceAll(COUNTED, '')
  return HALVES.reduce((plain, [pattern, half]) => {
    return plain.replaceAll(pattern, (found) => (found.startsWith('半') ? half : found.replace(/半.*$/, half)))
  }, parted)
}

/** Where a moment lands, and what is to be known of it. */
export type Moved = { readonly time: Zoned; readonly warning?: Text }

/** A moment moved by what {@link readDuration} or {@link findWorkdays} knows. Throws `bad_input`. */
export function addDuration(temporal: Temporal, time: Zoned, text: string): Moved {
  const workdays = findWorkdays(text)
  const duration = workdays === undefined ? readDuration(temporal, text) : undefined
  try {
    return duration ? { time: time.add(duration), ...findSkipped(time, duration) } : { time: addWorkdays(time, workdays!) }
  } catch (cause) {
    const expected = { en: 'a result within ±100,000,000 days of 1970', zh: '结果在 1970 年前后一亿天之内' }
    throw new AppError('bad_input', { field: 'duration', expected, got: String(duration ?? text) }, { cause })
  }
}

/** Days and months lead to a time of the day, which the clock of that day may skip. */
function findSkipped(time: Zoned, { years, months, weeks, days }: TemporalTypes.Duration): Pick<Moved, 'warning'> {
  if (years === 0 && months === 0 && weeks === 0 && days === 0) return {}
  const local = time.toPlainDateTime().add({ years, months, weeks, days })
  const landed = local.toZonedDateTime(time.timeZoneId)
  if (landed.toPlainDateTime().equals(local)) return {}
  const [skipped, taken] = [local.toString(), landed.toPlainDateTime().toString()]
  return {
    warning: {
      en: `${time.timeZoneId} skips ${skipped}; ${taken} was taken.`,
      zh: `${time.timeZoneId} 的时钟跳过了 ${skipped}，已取 ${taken}。`,
    },
  }
}

const WORKDAYS = /^([+-]?)\s*(\d{1,7})\s*(?:business ?days?|working ?days?|workdays?|weekdays?|bd|个?工作日)$/i

/** The count of `5 business days`, `-3bd`, `5个工作日`; nothing for other durations. */
export function findWorkdays(text: string): number | undefined {
  const [, sign, count] = WORKDAYS.exec(toCounted(text.normalize('NFKC').trim())) ?? []
  return count === undefined ? undefined : Number(`${sign}${count}`)
}

/** Steps from Monday to Friday only, holidays not known; a step from a weekend lands on its next working day. */
export function addWorkdays(time: Zoned, count: number): Zoned {
  const step = Math.sign(count)
  const rest = count % 5
  let day = time.add({ days: ((count - rest) / 5) * 7 })
  // Whole weeks from a weekend would end on one.
  if (rest === 0 && count !== 0 && day.dayOfWeek > 5) return backToWorkday(day, step)
  for (let left = Math.abs(rest); left > 0;) {
    day = day.add({ days: step })
    if (day.dayOfWeek <= 5) left--
  }
  return day
}

function backToWorkday(day: Zoned, step: number): Zoned {
  return day.add({ days: step > 0 ? 5 - day.dayOfWeek : 8 - day.dayOfWeek })
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
