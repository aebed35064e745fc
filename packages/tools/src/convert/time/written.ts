import { findMonth, findZoneHours, toFullYear } from '../../lib/mail-date.ts'

/** A date as people and programs write it, in ISO 8601. */
export type Written = { readonly iso: string; readonly format: string }

export const MONTH = String.raw`(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?`
const TIME = String.raw`(\d{1,2}:\d{2}(?::\d{2})?)`
const OFFSET = String.raw`[+-](?:\d{2}:?\d{2}|\d:\d{2}|\d{1,2})(?!\d)`
const ZONE = String.raw`(z|[ecmp][sd]t|(?:gmt|utc?)(?:[+-]\d{1,2}(?::?\d{2})?)?|${OFFSET})`
/** What programs write behind an offset: `(CST)`, `(China Standard Time)`. */
const REMARK = String.raw`(?:\s*\([^()]*\))?`
const MAIL = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})[\s-]([a-z]{3})[a-z]*[\s-](\d{2,4})(?:\s+${TIME}\s*${ZONE}?)?${REMARK}$`,
  'i',
)
/** As the British write: `14th of November 2026 at 22:13`. */
const DAY_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?\s+(?:of\s+)?${MONTH},?\s+(\d{4})(?:,?\s+(?:at\s+)?${TIME}(?:\s*${ZONE})?)?$`,
  'i',
)
/** A month is its beginning: `2026-11`, `Nov 2026`, 2026年11月. */
const MONTH_ONLY = new RegExp(String.raw`^(?:(\d{4})(?:-(\d{2})|年(\d{1,2})月)|${MONTH},?\s+(\d{4}))$`, 'i')
/** In names of files no colon may stand: `20261114_221300`, `2026-11-14 22.13.00`. */
const FILE_NAME = /^(\d{4})([-_.]?)(\d{2})\2(\d{2})[-_@ ](\d{2})([-_.:]?)(\d{2})\6(\d{2})$/
/** asctime(3); date(1) and Java put a zone before the year, OpenSSL behind it and no weekday in front. */
const ASCTIME = new RegExp(
  String.raw`^(?:[a-z]{3}\s+)?${MONTH}\s+(\d{1,2})\s+${TIME}\s+(?:${ZONE}\s+)?(\d{4})(?:\s+${ZONE})?$`,
  'i',
)
const ACCESS_LOG = new RegExp(String.raw`^\[?(\d{1,2})/${MONTH}/(\d{4}):${TIME}(?:\s+${ZONE})?\]?$`, 'i')
/** In words, and Date.toString of JavaScript. */
const MONTH_FIRST = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?${MONTH}\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?${TIME}(?:\s*${ZONE})?)?${REMARK}$`,
  'i',
)
const FINE_TIME = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)`
/** Programs that join numbers write minutes and seconds below ten with one digit. */
const SHORT_TIME = String.raw`(\d{1,2}:\d{1,2}(?::\d{1,2}(?:[.,]\d{1,9})?)?)`
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})([/.:-])(\d{1,2})\2(\d{1,2})(?:[\sT]+${SHORT_TIME}(?:\s*${ZONE})?)?$`, 'i')
/** What ISO 8601 has two digits for. */
const TWO_DIGITS = /^\d{4}-\d{2}-\d{2}(?:$|[T ]\d{2}:\d{2}(?!:\d(?!\d)))/i
/** PostgreSQL, Ruby and Go put the name of a zone behind the time, Go behind its offset, too. */
const NAMED_ZONE = new RegExp(
  String.raw`^(\d{4})-(\d{2})-(\d{2})[\sT]${FINE_TIME}\s+(?:(${OFFSET})\s+\(?[a-z]{1,5}\)?|${ZONE})(?:\s+m=[+-][\d.]+)?$`,
  'i',
)
/** Day, month and year with dots; with slashes only where one of the two is more than twelve. */
const YEAR_LAST = new RegExp(String.raw`^(\d{1,2})([/.])(\d{1,2})\2(\d{4})(?:,?\s+${FINE_TIME}(?:\s*${ZONE})?)?$`, 'i')
const CHINESE =
  /^(\d{4})年(\d{1,2})月(\d{1,2})[日号]?(?:\s*(?:星期|周)[一二三四五六日天])?(?:\s*(\d{1,2})[时:点](?:(\d{1,2})分?)?(?::?(\d{1,2})秒?)?)?$/
/** GeneralizedTime and UTCTime of certificates (RFC 5280 §4.1.2.5), and the dates of PDF. */
const ASN1 = /^(?:d:)?(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2}(?:[.,]\d{1,9})?)(?:(z)|([+-]\d{2})'?(\d{2})'?)$/i
/** 20260102, 202601020304 and 20260102030405, of the years 1900 to 2099: as counts of seconds or milliseconds they would be 1970, 1976 and 2600. */
const COMPACT = /^((?:19|20)\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:([01]\d|2[0-3])([0-5]\d)([0-5]\d)?)?$/

/** Digits that are a date and not a count. */
export function findCompactDate(text: string): string | undefined {
  const match = COMPACT.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  return join(year, month, day, `${hour}:${minute}:${second}`)
}

/** A date in words or with slashes; nothing for ISO 8601 and the like. */
export function findWritten(text: string): Written | undefined {
  const plain = toTwentyFour(text)
  for (const read of [
    readMail,
    readDayFirst,
    readAsctime,
    readAccessLog,
    readMonthFirst,
    readYearFirst,
    readNamedZone,
    readYearLast,
    readChinese,
    readAsn1,
    readMonthOnly,
    readFileName,
  ]) {
    const written = read(plain)
    if (written) return written
  }
  return undefined
}

/** Twelve hours with AM, PM, 上午 or 下午 become twenty-four; 12 AM is midnight. */
export function toTwentyFour(text: string): string {
  const turn = (isLate: boolean, hour: string) => String((Number(hour) % 12) + (isLate ? 12 : 0)).padStart(2, '0')
  return text
    .replace(
      /\b(0?[1-9]|1[0-2])(:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)?\s*([ap])\.?m\b\.?/i,
      (_all, hour: string, rest: string | undefined, half: string) => turn(half.toLowerCase() === 'p', hour) + (rest ?? ':00'),
    )
    .replace(
      /(?:(凌晨|早上|上午|中午|下午)\s*(0?[1-9]|1[0-2])|晚上\s*(0?[1-9]|1[01]))(?=[时点:])/,
      (_all, half: string | undefined, hour: string, evening: string) => {
        return ` ${half === undefined ? turn(true, evening) : turn(half === '下午' || half === '中午', hour)}`
      },
    )
}

function readMail(text: string): Written | undefined {
  const match = MAIL.exec(text)
  if (!match) return undefined
  const [, day = '', month = '', year = '', time, zone] = match
  return { iso: join(String(toFullYear(year)), toMonth(month), day, time) + toOffset(zone), format: 'RFC 2822 / RFC 7231' }
}

function readDayFirst(text: string): Written | undefined {
  const match = DAY_FIRST.exec(text)
  if (!match) return undefined
  const [, day = '', month = '', year = '', time, zone] = match
  return { iso: join(year, toMonth(month), day, time) + toOffset(zone), format: 'D M Y' }
}

function readMonthOnly(text: string): Written | undefined {
  const match = MONTH_ONLY.exec(text)
  if (!match) return undefined
  const [, first, digits, chinese, name = '', last = ''] = match
  return { iso: join(first ?? last, digits ?? chinese ?? toMonth(name), '01'), format: 'Y-M' }
}

function readFileName(text: string): Written | undefined {
  const match = TWO_DIGITS.test(text) ? undefined : FILE_NAME.exec(text)
  if (!match) return undefined
  const [, year = '', , month = '', day = '', hour, , minute, second] = match
  return { iso: join(year, month, day, `${hour}:${minute}:${second}`), format: 'Y-M-D' }
}

function readAsctime(text: string): Written | undefined {
  const match = ASCTIME.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', time = '', zone, year = '', last = 'Z'] = match
  return { iso: join(year, toMonth(month), day, time) + toOffset(zone ?? last), format: 'asctime' }
}

function readAccessLog(text: string): Written | undefined {
  const match = ACCESS_LOG.exec(text)
  if (!match) return undefined
  const [, day = '', month = '', year = '', time, zone] = match
  return { iso: join(year, toMonth(month), day, time) + toOffset(zone), format: 'access log' }
}

function readMonthFirst(text: string): Written | undefined {
  const match = MONTH_FIRST.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', year = '', time, zone] = match
  return { iso: join(year, toMonth(month), day, time) + toOffset(zone), format: 'M D, Y' }
}

const YEAR_FIRST_NAMES: Readonly<Record<string, string>> = { '-': 'Y-M-D', ':': 'EXIF' }

function readYearFirst(text: string): Written | undefined {
  const match = TWO_DIGITS.test(text) ? undefined : YEAR_FIRST.exec(text)
  if (!match) return undefined
  const [, year = '', mark = '', month = '', day = '', short, zone] = match
  const time = short?.replaceAll(/(?<=:)\d(?!\d)/g, '0$&')
  return { iso: join(year, month, day, time) + toOffset(zone), format: YEAR_FIRST_NAMES[mark] ?? 'Y/M/D' }
}

function readNamedZone(text: string): Written | undefined {
  const match = NAMED_ZONE.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '', time, offset, zone] = match
  return { iso: join(year, month, day, time) + toOffset(offset ?? zone), format: 'ISO 8601' }
}

function readYearLast(text: string): Written | undefined {
  const match = YEAR_LAST.exec(text)
  if (!match || isAmbiguousDate(text)) return undefined
  const [, first = '', mark, second = '', year = '', time, zone] = match
  const isMonthFirst = mark === '/' && Number(second) > 12
  const [month, day] = isMonthFirst ? [first, second] : [second, first]
  return { iso: join(year, month, day, time) + toOffset(zone), format: isMonthFirst ? 'M/D/Y' : `D${mark}M${mark}Y` }
}

/** 03/04/2026 is 4 March to some and 3 April to others. */
export function isAmbiguousDate(text: string): boolean {
  const [, first, mark, second] = YEAR_LAST.exec(toTwentyFour(text)) ?? []
  return mark === '/' && first !== second && Number(first) <= 12 && Number(second) <= 12
}

/** Whether the zone is the three letters, and not an offset with them behind it. */
export function isBareCst(text: string): boolean {
  return /\bCST\b/i.test(text) && !new RegExp(String.raw`${OFFSET}\s+\(?CST\b`, 'i').test(text)
}

function readChinese(text: string): Written | undefined {
  const match = CHINESE.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0'] = match
  return { iso: join(year, month, day, `${hour}:${minute.padStart(2, '0')}:${second.padStart(2, '0')}`), format: '年月日' }
}

function readAsn1(text: string): Written | undefined {
  const match = ASN1.exec(text)
  if (!match) return undefined
  const [, year = '', month = '', day = '', hour, minute, second, zulu, hours, minutes] = match
  const offset = zulu ? 'Z' : `${hours}:${minutes}`
  return { iso: join(String(toFullYear(year)), month, day, `${hour}:${minute}:${second}`) + offset, format: 'ASN.1' }
}

function toOffset(zone = ''): string {
  const [, sign, hour = '', minute = '00'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? []
  if (sign) return `${sign}${hour.padStart(2, '0')}:${minute}`
  const hours = findZoneHours(zone)
  // All of them lie west of Greenwich.
  return hours === undefined ? zone && 'Z' : `-0${-hours}:00`
}

function join(year: string, month: string, day: string, time = '00:00:00'): string {
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${time.replace(/^\d:/, '0$&').replace(',', '.')}`
}

function toMonth(name: string): string {
  return String(findMonth(name) ?? 0)
}
