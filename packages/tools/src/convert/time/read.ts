import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Temporal as TemporalTypes } from 'temporal-polyfill'
import {
  findKsuidTime,
  findObjectIdTime,
  findSnowflakeTime,
  findUlidTime,
  findUuidTime,
  findXid,
  SNOWFLAKE_EPOCHS,
} from '../../lib/id-time.ts'
import { findCompactDate, findWritten, isAmbiguousDate, isBareCst, toTwentyFour, type Written } from './written.ts'
import { toPlainNumber } from './plain-number.ts'
import { findNamedDay } from './day-words.ts'
import { toFigures } from './han-figures.ts'
import { readDuration, toCounted } from './duration.ts'
import type { Temporal, Zoned } from './temporal.ts'
import { findYear } from './without-year.ts'
import { unwrap } from './wrapped.ts'
import { COUNTED, readCount, readExcel, readGps, type CountedFormat } from './formats.ts'

export const INPUT_FORMATS = ['auto', ...(Object.keys(COUNTED) as CountedFormat[]), 'gps', 'iso', 'twitter', 'discord'] as const
export type InputFormat = (typeof INPUT_FORMATS)[number]

export type ReadOptions = {
  readonly format: InputFormat
  readonly zone: string
  readonly disambiguation: 'compatible' | 'earlier' | 'later' | 'reject'
  readonly now: Date
}

/** No form of a time is longer; some that are tried take the square of the length. */
const MAX_CHARS = 300

/** The moment read, how it was read, and what may have been meant instead. */
export type ReadTime = {
  readonly time: Zoned
  readonly format: string
  /** The count in plain digits, where it was written otherwise. */
  readonly count?: string
  readonly warning?: Text
}

/**
 * Reads a moment in any of the formats; plain numbers by their size unless a format is given. A local time without an
 * offset is taken in the zone. Throws `bad_input`.
 */
export function readTime(temporal: Temporal, text: string, choices: ReadOptions): ReadTime {
  const whole = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
  if (whole.length > MAX_CHARS)
    throw bad(whole, { en: `a time of at most ${MAX_CHARS} characters`, zh: `不超过 ${MAX_CHARS} 个字符的时间` })
  const { text: bare, zone: named, unit } = unwrap(whole)
  const plain = toFigures(bare)
  const options = named === undefined || !isZone(temporal, named) ? choices : { ...choices, zone: named }
  const fromNs = (ns: bigint, format: string): ReadTime => ({ time: toZoned(temporal, ns, options.zone, text), format })
  if (plain === '' || /^now$/i.test(plain) || plain === '现在') return fromNs(BigInt(options.now.getTime()) * 1_000_000n, 'now')
  // Registries and dumps write counts in hexadecimal.
  const number = toPlainNumber(/^0x[\da-f]{1,16}$/i.test(plain) ? BigInt(plain).toString() : plain)
  const fromNumber = (format: Exclude<InputFormat, 'auto' | 'iso'>): ReadTime => ({
    ...fromNs(readAs(number, format, text), format),
    ...(number === plain ? {} : { count: number }),
  })
  if (options.format !== 'auto' && options.format !== 'iso') return fromNumber(options.format)
  if (unit !== undefined) return fromNumber(unit)
  const compact = findCompactDate(plain)
  if (compact !== undefined) return readCalendar(temporal, compact, options)
  if (/^-?\d+(?:\.\d+)?$/.test(number) && options.format === 'auto') return fromNumber(guessUnit(number))
  const day = findNamedDay(plain, toToday(temporal, options, text))
  if (day !== undefined) {
    const read = readRewritten(temporal, { text: day.text, given: whole }, options)
    return { ...read, format: 'day', ...(day.warning && { warning: joinWords(day.warning, read.warning) }) }
  }
  const yearless = findYear(toTwentyFour(plain), toToday(temporal, options, text))
  if (yearless !== undefined) {
    const read = readRewritten(temporal, { text: yearless.text, given: whole }, options)
    return { ...read, warning: joinWords(yearless.words, read.warning) }
  }
  const away = findAway(temporal, plain, options)
  if (away !== undefined) return away
  const id = findUuidTime(plain) ?? findUlidTime(plain) ?? findObjectIdTime(plain) ?? findKsuidTime(plain) ?? findXid(plain)
  if (id && options.format === 'auto') return fromNs(id.ns, id.kind)
  return readCalendar(temporal, plain, options)
}

/** The day that it is in the zone. */
export function toToday(
  temporal: Temporal,
  { now, zone }: Pick<ReadOptions, 'now' | 'zone'>,
  text: string,
): TemporalTypes.PlainDate {
  return toZoned(temporal, BigInt(now.getTime()) * 1_000_000n, zone, text).toPlainDate()
}

/** What is to be said of both. */
export function joinWords(one: Text, other: Text | undefined): Text {
  return other ? { en: `${one.en} ${other.en}`, zh: `${one.zh}${other.zh}` } : one
}

const AGO = /^(?:(.+?)\s*(?:ago|earlier|以?前|之前)|(?:in\s+)(.+)|(.+?)\s*(?:from now|later|以?后|之后))$/i

/** With what may be the sign of a zone behind it; what is none is said to be none. */
const TIME_OF_DAY =
  /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s*(?:[a-z]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[+-]\d{1,2}(?::?\d{2})?))?$/i
const CHINESE_TIME = /^\d{1,2}[点时](?:\d{1,2}分?(?:\d{1,2}秒?)?)?$/

/** A moment by its distance from now: `3 days ago`, `in 2 hours`, `3天前`; a time of day alone is today's. */
function findAway(temporal: Temporal, plain: string, options: ReadOptions): ReadTime | undefined {
  const now = toZoned(temporal, BigInt(options.now.getTime()) * 1_000_000n, options.zone, plain)
  const hour = toTwentyFour(plain).trim()
  const { year, month, day } = now
  const at = TIME_OF_DAY.test(hour)
    ? `${year}/${month}/${day} ${hour}`
    : CHINESE_TIME.test(hour) && `${year}年${month}月${day}日 ${hour}`
  if (at) return readRewritten(temporal, { text: at, given: plain }, options)
  const [, before, within, after] = AGO.exec(plain) ?? []
  const words = before ?? within ?? after
  if (words === undefined || !/^\d/.test(toCounted(words))) return undefined
  try {
    const duration = readDuration(temporal, words)
    return { time: before === undefined ? now.add(duration) : now.subtract(duration), format: 'away' }
  } catch {
    return undefined // no duration, or none that the calendar reaches: said as of any other text
  }
}

/** Whether it is an IANA time zone or an offset. */
export function isZone(temporal: Temporal, name: string): boolean {
  try {
    temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    return false
  }
}

/** Seconds up to 11 digits, then milliseconds, microseconds, nanoseconds; of 18 digits FILETIME begins with 1, .NET ticks with 6. */
function guessUnit(text: string): CountedFormat {
  const digits = text.replace('-', '').split('.')[0]!.length
  if (digits <= 11) return 's'
  if (digits <= 14) return 'ms'
  if (digits <= 16) return 'us'
  if (digits === 18) return text.startsWith('1') ? 'filetime' : 'ticks'
  return 'ns'
}

function readAs(plain: string, format: Exclude<InputFormat, 'auto' | 'iso'>, text: string): bigint {
  const ns =
    format === 'gps'
      ? readGps(plain)
      : format === 'twitter' || format === 'discord'
        ? findSnowflakeTime(plain, SNOWFLAKE_EPOCHS[format])
        : format === 'excel'
          ? readExcel(plain)
          : readCount(plain, format)
  if (ns === 'never')
    throw bad(text, {
      en: 'another serial: 60 is 29 February 1900, a day that exists in Excel but not in the calendar',
      zh: '其他序列号：60 是 1900 年 2 月 29 日，Excel 中有这一天，历法上并不存在',
    })
  if (ns !== undefined) return ns
  throw bad(text, { en: `a number in the format “${format}”`, zh: `“${format}”格式的数字` })
}

function toZoned(temporal: Temporal, ns: bigint, zone: string, text: string): Zoned {
  try {
    return temporal.Instant.fromEpochNanoseconds(ns).toZonedDateTimeISO(zone)
  } catch (cause) {
    throw bad(
      text,
      { en: 'a time within ±100,000,000 days of 1970 and a known time zone', zh: '1970 年前后一亿天之内的时间和有效的时区' },
      cause,
    )
  }
}

const WEEK_DATE = /^(\d{4})-?W(\d{2})-?([1-7])(?=T|$)/i
const ORDINAL_DATE = /^(\d{4})-(\d{3})(?=T|$)/i
const LEAP_SECOND = /T\d{2}:?\d{2}:?60/i

/** ISO 8601, RFC 3339, 2822 and 7231, SQL, and what {@link findWritten} knows. */
function readCalendar(temporal: Temporal, plain: string, options: ReadOptions): ReadTime {
  const { iso, format } = toIso(plain)
  try {
    const bare = iso.replaceAll(/\[[^\]]*\]/g, '')
    const zone = /\[([^\]=]+)\]/.exec(iso)?.[1]
    const read = /T.*(?:Z|[+-]\d{2}(?::?\d{2})?)$/i.test(bare)
      ? fromOffset(temporal, { iso, bare, zone, ownZone: options.zone }, format)
      : fromLocal(temporal.PlainDateTime.from(bare), { ...options, zone: zone ?? options.zone }, format)
    if (LEAP_SECOND.test(bare)) return { ...read, warning: LEAP_SECOND_WORDS }
    return isBareCst(plain) ? { ...read, warning: CST_WORDS } : read
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    if (isAmbiguousDate(plain)) throw bad(plain, CLEAR_DATE, cause)
    const abbreviation = findAbbreviation(plain)
    if (abbreviation) throw bad(plain, toOffsetWords(abbreviation), cause)
    throw bad(
      plain,
      {
        en: 'a date that exists, such as 2026-01-02 03:04, a timestamp, or an id with a time',
        zh: '存在的日期（如 2026-01-02 03:04）、时间戳或带时间的标识符',
      },
      cause,
    )
  }
}

/** A text in which words were replaced; what is wrong with it is said of the one that was given. */
export function readRewritten(
  temporal: Temporal,
  { text, given }: { text: string; given: string },
  options: ReadOptions,
): ReadTime {
  try {
    return readCalendar(temporal, text, options)
  } catch (error) {
    if (error instanceof AppError) throw new AppError(error.key, { ...error.details, got: given.slice(0, 80) }, { cause: error })
    throw error
  }
}

const CLEAR_DATE: Text = {
  en: 'an unambiguous date such as 2026-03-04: here some read the first number as the day, some as the month',
  zh: '月份明确的日期，如 2026-03-04：此写法中第一个数有人读作日，有人读作月',
}

/** Abbreviations that several zones share, and none of which RFC 2822 §4.3 gives a meaning. */
const SHARED_ABBREVIATIONS: Readonly<Record<string, readonly string[]>> = {
  ADT: ['-03:00', '+04:00'],
  AST: ['-04:00', '+03:00'],
  BST: ['+01:00', '+06:00', '+11:00'],
  ECT: ['-05:00', '-04:00'],
  GST: ['+04:00', '-02:00'],
  IST: ['+05:30', '+02:00', '+01:00'],
  SST: ['-11:00', '+08:00'],
  WST: ['+13:00', '+08:00'],
}

/** Such an abbreviation behind a time. */
const findAbbreviation = (plain: string): string | undefined =>
  Object.keys(SHARED_ABBREVIATIONS).find((name) => new RegExp(String.raw`\d\s*\(?${name}\b`, 'i').test(plain))

function toOffsetWords(name: string): Text {
  const offsets = SHARED_ABBREVIATIONS[name] ?? []
  return {
    en: `an offset in place of ${name}, which has several meanings: ${offsets.join(', ')}`,
    zh: `以偏移代替 ${name} 的写法，该缩写有多种含义：${offsets.join('、')}`,
  }
}

const LEAP_SECOND_WORDS: Text = {
  en: 'Unix time and time zones have no leap seconds; :60 was read as :59.',
  zh: 'Unix 时间与时区规则中没有闰秒，:60 已按 :59 处理。',
}

const CST_WORDS: Text = {
  en: 'CST was read as US Central time, −06:00 (RFC 2822); for China write +0800 instead.',
  zh: 'CST 按美国中部时间（−06:00，RFC 2822）读取；若指中国标准时间，请改写为 +0800。',
}

/** Where the zone had an offset with seconds, as before the age of railways, only both together tell the moment. */
function findZoned(temporal: Temporal, iso: string, zone: string | undefined): Zoned | undefined {
  if (zone === undefined) return undefined
  try {
    return temporal.ZonedDateTime.from(iso)
  } catch {
    return undefined // the offset is another than the zone's: the offset decides
  }
}

type Offset = { readonly iso: string; readonly bare: string; readonly zone: string | undefined; readonly ownZone: string }

/** The offset decides; says where the zone in brackets has another at that moment (RFC 9557 §3.4). */
function fromOffset(temporal: Temporal, { iso, bare, zone, ownZone }: Offset, format: string): ReadTime {
  const zoned = findZoned(temporal, iso, zone)
  if (zoned) return { time: zoned, format }
  const time = temporal.Instant.from(bare).toZonedDateTimeISO(zone ?? ownZone)
  if (zone === undefined) return { time, format }
  const warning = {
    en: `The offset in the text is not that of ${zone} (${time.offset}); the offset was taken.`,
    zh: `文本中的偏移与 ${zone} 的偏移（${time.offset}）不一致，按文本中的偏移读取。`,
  }
  return { time, format, warning }
}

/** Says when the zone skips a local time (spring) or has it twice (autumn), with both choices. */
function fromLocal(local: TemporalTypes.PlainDateTime, options: ReadOptions, format: string): ReadTime {
  const [earlier, later] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(options.zone, { disambiguation }),
  )
  if (!earlier || !later || earlier.epochNanoseconds === later.epochNanoseconds)
    return { time: local.toZonedDateTime(options.zone), format }
  const isGap = earlier.toPlainDateTime().toString() !== local.toString()
  const choices = `${earlier.toString()} / ${later.toString()}`
  if (options.disambiguation === 'reject')
    throw bad(local.toString(), {
      en: `a local time that occurs once in ${options.zone} (${choices})`,
      zh: `${options.zone} 中唯一存在的当地时间（${choices}）`,
    })
  const warning = isGap
    ? {
        en: `${options.zone} skips this local time; it could be ${choices}.`,
        zh: `${options.zone} 的时钟跳过了这一时刻，可取 ${choices}。`,
      }
    : {
        en: `This local time occurs twice in ${options.zone}: ${choices}.`,
        zh: `${options.zone} 中这一时刻出现两次：${choices}。`,
      }
  return { time: local.toZonedDateTime(options.zone, { disambiguation: options.disambiguation }), format, warning }
}

function toIso(plain: string): Written {
  const written = findWritten(plain)
  if (written) return written
  return {
    iso: toTwentyFour(plain)
      .replace(WEEK_DATE, toWeekDay)
      .replace(ORDINAL_DATE, (date, year: string, day: string) => toDay(Number(year), Number(day)) ?? date)
      .replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
      .replace(/ (?=Z|[+-]\d)/i, '')
      .replace(FAR_YEAR, toSixDigits)
      .replace(',', '.')
      .replace(END_OF_DAY, (text, date: string) => toDayAfter(date) ?? text),
    format: 'ISO 8601',
  }
}

/** Years before 0 and after 9999 as people write them; ISO 8601 wants a sign and, in Temporal, six digits. */
const FAR_YEAR = /^(?:([+-])(\d{4,6})|(\d{5,6}))(?=-\d{2}-\d{2})/

function toSixDigits(_year: string, sign = '+', signed: string | undefined, far: string | undefined): string {
  return sign + (signed ?? far ?? '').padStart(6, '0')
}

/** ISO 8601:2004 §4.2.3: the end of a day is the beginning of the next one. */
const END_OF_DAY = /^(\d{4}-\d{2}-\d{2})T24:00(?::00(?:\.0+)?)?(?=$|[Z+[-])/i

function toDayAfter(date: string): string | undefined {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== date) return undefined
  return new Date(day.getTime() + 86_400_000).toISOString().replace(/\.000Z$/, '')
}

/** ISO 8601-1 §5.2.2: the day of a year, from 1; nothing where the year has fewer. */
function toDay(year: number, day: number): string | undefined {
  const date = new Date(Date.UTC(2000, 0, day))
  date.setUTCFullYear(year, 0, day)
  return day > 0 && date.getUTCFullYear() === year ? date.toISOString().slice(0, 10) : undefined
}

/** ISO 8601-1 §5.2.3: a day of a week; week 1 holds 4 January. The text itself where the year has no such week. */
function toWeekDay(text: string, year: string, week: string, day: string): string {
  const first = new Date(Date.UTC(2000, 0, 4))
  first.setUTCFullYear(Number(year), 0, 4)
  const monday = 4 - (first.getUTCDay() || 7) + 1 + (Number(week) - 1) * 7
  const thursday = new Date(first)
  thursday.setUTCDate(monday + 3)
  if (week === '00' || thursday.getUTCFullYear() !== Number(year)) return text
  first.setUTCDate(monday + Number(day) - 1)
  return first.toISOString().slice(0, 10)
}

function bad(got: string, expected: Text, cause?: unknown): AppError {
  return new AppError('bad_input', { field: 'text', expected, got: got.slice(0, 80) }, { cause })
}
