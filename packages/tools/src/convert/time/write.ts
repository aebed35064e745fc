import type { Lang } from '@octet/core/text.ts'
import { SNOWFLAKE_EPOCHS, toCrockford } from '../../lib/id-time.ts'
import { COUNTED, writeCount, writeExcel, writeGps, type CountedFormat } from './formats.ts'
import type { Zoned } from './temporal.ts'

export type FormatRow = { id: string; name: string; value: string }
export type ZoneRow = { zone: string; local: string; offset: string; date: string }

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A moment in every format. */
export function toFormatRows(time: Zoned, lang: Lang): FormatRow[] {
  const utc = time.withTimeZone('UTC')
  const ns = time.epochNanoseconds
  const rows: FormatRow[] = [
    { id: 'iso', name: 'ISO 8601 / RFC 3339', value: toIso(time) },
    { id: 'utc', name: 'ISO 8601 UTC', value: time.toInstant().toString() },
    { id: 'zoned', name: 'RFC 9557', value: time.toString() },
    { id: 'sql', name: 'SQL', value: `${time.toPlainDate()} ${time.toPlainTime().toString({ smallestUnit: 'second' })}` },
    { id: 'http', name: 'RFC 7231 (HTTP)', value: `${toMail(utc)} GMT` },
    { id: 'mail', name: 'RFC 2822', value: `${toMail(toWholeMinutes(time))} ${toWholeMinutes(time).offset.replace(':', '')}` },
    { id: 'chinese', name: lang === 'zh' ? '中文' : 'Chinese', value: toChinese(time) },
  ]
  for (const id of Object.keys(COUNTED) as CountedFormat[]) {
    const value = id === 'excel' ? writeExcel(ns) : writeCount(ns, id)
    if (value !== undefined) rows.push({ id, name: COUNTED[id].name[lang], value })
  }
  const gps = writeGps(ns, lang)
  if (gps) rows.push({ id: 'gps', name: 'GPS', value: gps })
  return [...rows, ...toIdRows(ns)]
}

/** The moment with its offset, and no name of a zone (RFC 3339 §5.6). */
export const toIso = (time: Zoned): string => toWholeMinutes(time).toString({ timeZoneName: 'never' })

const MINUTE_NS = 60_000_000_000

/**
 * The same moment at an offset that hours and minutes can say: zones had ones with seconds before the age of railways, and
 * the nearest that can be written stands for those (RFC 3339 §5.8).
 */
function toWholeMinutes(time: Zoned): Zoned {
  if (time.offsetNanoseconds % MINUTE_NS === 0) return time
  const minutes = Math.round(time.offsetNanoseconds / MINUTE_NS)
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) => String(part).padStart(2, '0'))
  return time.withTimeZone(`${minutes < 0 ? '-' : '+'}${hours}:${rest}`)
}

/** The smallest ids that carry this moment, for ranges in queries. */
function toIdRows(ns: bigint): FormatRow[] {
  const ms = ns / 1_000_000n
  if (ms < 0n || ms >> 48n > 0n) return []
  const hex = ms.toString(16).padStart(12, '0')
  const rows = [
    { id: 'uuid7', name: 'UUIDv7 ≥', value: `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000` },
    { id: 'ulid', name: 'ULID ≥', value: toCrockford(ms, 10) + '0'.repeat(16) },
  ]
  if (ms / 1000n < 1n << 32n)
    rows.push({ id: 'objectid', name: 'ObjectId ≥', value: (ms / 1000n).toString(16).padStart(8, '0') + '0'.repeat(16) })
  for (const [name, epoch] of Object.entries(SNOWFLAKE_EPOCHS))
    if (ms >= epoch) rows.push({ id: name, name: `Snowflake ≥ (${name})`, value: ((ms - epoch) << 22n).toString() })
  return rows
}

/** The moment in other zones. */
export function toZoneRow(time: Zoned, zone: string, lang: Lang): ZoneRow {
  const there = time.withTimeZone(zone)
  const days = there.toPlainDate().since(time.toPlainDate()).days
  const shift = days === 0 ? '' : ` (${days > 0 ? '+' : ''}${days}${lang === 'zh' ? ' 天' : ' d'})`
  return {
    zone,
    local: `${there.toPlainDate()} ${there.toPlainTime().toString({ smallestUnit: 'second' })}${shift}`,
    offset: there.offset,
    date: there.toString(),
  }
}

/** Where a day stands in its week, year and quarter. */
export function toCalendarFacts(time: Zoned, lang: Lang) {
  const day = lang === 'zh' ? `星期${'一二三四五六日'[time.dayOfWeek - 1]}` : (DAYS[time.dayOfWeek - 1] ?? '')
  return {
    weekday: day,
    week: `${toIsoYear(time.yearOfWeek ?? time.year)}-W${String(time.weekOfYear).padStart(2, '0')}-${time.dayOfWeek}`,
    dayOfYear: time.dayOfYear,
    daysLeft: time.daysInYear - time.dayOfYear,
    quarter: Math.ceil(time.month / 3),
    isLeapYear: time.inLeapYear,
    daysInMonth: time.daysInMonth,
    hoursInDay: toHours(time),
  }
}

/** Four digits, or a sign and six, as ISO 8601 and Temporal write years. */
const toIsoYear = (year: number): string =>
  year >= 0 && year <= 9999 ? String(year).padStart(4, '0') : `${year < 0 ? '-' : '+'}${String(Math.abs(year)).padStart(6, '0')}`

function toHours(time: Zoned): number {
  try {
    return time.hoursInDay
  } catch {
    return 24 // the first and the last day that are counted begin or end beyond what is
  }
}

/** The moment as seen from now: `in 3 days`, `2 小时前`; within a second `now`, `现在`. */
export function toRelative(time: Pick<Zoned, 'epochMilliseconds'>, nowMs: number, lang: Lang): string {
  const seconds = (time.epochMilliseconds - nowMs) / 1000
  const numeric = Math.abs(seconds) < 1 ? 'auto' : 'always'
  const format = new Intl.RelativeTimeFormat(lang === 'zh' ? 'zh-CN' : 'en', { numeric })
  const steps = [
    ['year', 31_556_952],
    ['month', 2_629_746],
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
    ['second', 1],
  ] as const
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? steps[5]
  return format.format(Math.trunc(seconds / size), unit)
}

const SECOND_NS = 1_000_000_000n

/** How to make this moment in some languages. */
export function toSnippets(time: Zoned): { language: string; code: string }[] {
  const ms = time.epochMilliseconds
  const ns = time.epochNanoseconds
  // Databases, Python and PHP keep microseconds; towards the past, as they count.
  const micros = ns / 1000n - (ns % 1000n < 0n ? 1n : 0n)
  const seconds = writeCount(micros * 1000n, 's')
  const rest = ((ns % SECOND_NS) + SECOND_NS) % SECOND_NS
  const whole = (ns - rest) / SECOND_NS
  const iso = time.toInstant().toString()
  return [
    { language: 'JavaScript', code: `new Date(${ms})` },
    { language: 'Python', code: `datetime.datetime.fromtimestamp(${seconds}, tz=datetime.timezone.utc)` },
    { language: 'Java', code: `Instant.ofEpochMilli(${ms}L)` },
    { language: 'Go', code: `time.Unix(${whole}, ${rest})` },
    { language: 'C#', code: `DateTimeOffset.FromUnixTimeMilliseconds(${ms})` },
    { language: 'PHP', code: `(new DateTimeImmutable('@${seconds}'))` },
    { language: 'Rust', code: `DateTime::from_timestamp(${whole}, ${rest})` },
    { language: 'PostgreSQL', code: `to_timestamp(${seconds})` },
    { language: 'MySQL', code: toMySql(seconds) },
    { language: 'Shell', code: `date -u -d '${iso}'` },
  ]
}

/** MySQL counts from 1970, MariaDB up to 2038; beside that there is arithmetic, in UTC. */
function toMySql(seconds: string): string {
  const isCounted = Number(seconds) >= 0 && Number(seconds) < 2 ** 31
  return isCounted ? `FROM_UNIXTIME(${seconds})` : `TIMESTAMP('1970-01-01') + INTERVAL ${seconds} SECOND`
}

function toMail(time: Zoned): string {
  const clock = time.toPlainTime().toString({ smallestUnit: 'second' })
  return `${DAYS[time.dayOfWeek - 1]}, ${String(time.day).padStart(2, '0')} ${MONTHS[time.month - 1]} ${String(time.year).padStart(4, '0')} ${clock}`
}

function toChinese(time: Zoned): string {
  const clock = time.toPlainTime().toString({ smallestUnit: 'second' })
  return `${time.year}年${time.month}月${time.day}日 星期${'一二三四五六日'[time.dayOfWeek - 1]} ${clock}`
}
