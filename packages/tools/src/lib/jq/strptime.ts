/** A time as C knows it (`struct tm`): months from 0, years in full, days of the week from Sunday and of the year from 0. */
export type BrokenTime = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly weekday: number
  readonly yearDay: number
}

/** What the text said of the things that a format can name. */
type Found = Partial<Record<Field, number>>
type Field =
  | 'year'
  | 'century'
  | 'yearOfCentury'
  | 'month'
  | 'day'
  | 'yearDay'
  | 'weekday'
  | 'sundayWeek'
  | 'mondayWeek'
  | 'isoYear'
  | 'isoWeek'
  | 'hour'
  | 'hour12'
  | 'isAfternoon'
  | 'minute'
  | 'second'
  | 'epoch'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** Numbers: field, most digits, least and greatest value (POSIX strptime; `k`, `l`, `s`, `G`, `V`, `u` as in glibc). */
const NUMBERS: Readonly<Record<string, readonly [field: Field, digits: number, min: number, max: number]>> = {
  C: ['century', 2, 0, 99],
  d: ['day', 2, 1, 31],
  e: ['day', 2, 1, 31],
  G: ['isoYear', 4, 0, 9999],
  H: ['hour', 2, 0, 23],
  I: ['hour12', 2, 1, 12],
  j: ['yearDay', 3, 1, 366],
  k: ['hour', 2, 0, 23],
  l: ['hour12', 2, 1, 12],
  m: ['month', 2, 1, 12],
  M: ['minute', 2, 0, 59],
  S: ['second', 2, 0, 61],
  u: ['weekday', 1, 1, 7],
  U: ['sundayWeek', 2, 0, 53],
  V: ['isoWeek', 2, 1, 53],
  w: ['weekday', 1, 0, 6],
  W: ['mondayWeek', 2, 0, 53],
  y: ['yearOfCentury', 2, 0, 99],
  Y: ['year', 4, 0, 9999],
}

const SHORT_FOR: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
}

/**
 * Reads a time as `strptime` of POSIX.1-2024 does in the C locale: blanks of the format stand for any, names in any case, a year of two
 * digits from 69 on is of 1900. What the text does not say is that of 1970-01-01 00:00. A zone (`%z`, `%Z`) is passed over, as jq does with
 * the C library of GNU. `end` is the place behind what was read; undefined where the text does not match.
 */
export function parseTime(text: string, format: string): { readonly time: BrokenTime; readonly end: number } | undefined {
  const found: Found = {}
  const end = match(text, format, { at: 0, found })
  const time = end === undefined ? undefined : toTime(found)
  return time && end !== undefined ? { time, end } : undefined
}

function match(text: string, format: string, { at, found }: { at: number; found: Found }): number | undefined {
  let place: number | undefined = at
  for (const [word, kind] of format.matchAll(/%[EO]?(.)|\s+|[^]/gu)) {
    if (place === undefined) return undefined
    if (kind !== undefined) place = read(text, kind, { at: place, found })
    else if (/^\s/.test(word)) place = skipBlanks(text, place)
    else place = text.startsWith(word, place) ? place + word.length : undefined
  }
  return place
}

function read(text: string, kind: string, { at, found }: { at: number; found: Found }): number | undefined {
  const long = SHORT_FOR[kind]
  if (long) return match(text, long, { at, found })
  if (kind === 'n' || kind === 't') return skipBlanks(text, at)
  if (kind === '%') return text[at] === '%' ? at + 1 : undefined
  const from = skipBlanks(text, at)
  const number = NUMBERS[kind]
  if (number) return readNumber(text, number, { at: from, found })
  switch (kind) {
    case 'a':
    case 'A':
      return readName(text, WEEKDAYS, { at: from, keep: (index) => (found.weekday = index) })
    case 'b':
    case 'B':
    case 'h':
      return readName(text, MONTHS, { at: from, keep: (index) => (found.month = index + 1) })
    case 'p':
    case 'P':
      return readName(text, ['am', 'pm'], { at: from, keep: (index) => (found.isAfternoon = index) })
    case 's':
      return readPattern(text, /-?\d{1,15}/y, { at: from, keep: (digits) => (found.epoch = Number(digits)) })
    case 'z':
      return readPattern(text, /Z|[+-]\d\d(?::?\d\d)?/y, { at: from })
    case 'Z':
      return readPattern(text, /\S*/y, { at: from })
    default:
      return undefined
  }
}

function skipBlanks(text: string, at: number): number {
  return readPattern(text, /\s*/y, { at }) ?? at
}

type Keeping<Value> = { readonly at: number; readonly keep?: (value: Value) => unknown }

function readPattern(text: string, pattern: RegExp, { at, keep }: Keeping<string>): number | undefined {
  pattern.lastIndex = at
  const [found] = pattern.exec(text) ?? []
  if (found === undefined) return undefined
  keep?.(found)
  return at + found.length
}

function readNumber(
  text: string,
  [field, digits, min, max]: readonly [Field, number, number, number],
  { at, found }: { at: number; found: Found },
): number | undefined {
  let value = -1
  const end = readPattern(text, new RegExp(`\\d{1,${digits}}`, 'y'), { at, keep: (read) => (value = Number(read)) })
  if (end === undefined || value < min || value > max) return undefined
  found[field] = value
  return end
}

/** A name in full or by its first three letters. */
function readName(text: string, names: readonly string[], { at, keep }: Keeping<number>): number | undefined {
  const rest = text.slice(at, at + 9).toLowerCase()
  const index = names.findIndex((name) => rest.startsWith(name.slice(0, 3)))
  if (index < 0) return undefined
  keep?.(index)
  const name = names[index]!
  return at + (rest.startsWith(name) ? name.length : 3)
}

function toTime(found: Found): BrokenTime | undefined {
  const { epoch, minute = 0, second = 0 } = found
  if (epoch === undefined) return { ...toBroken(toDate(found)), hour: toHour(found), minute, second }
  const date = new Date(epoch * 1000)
  return isDate(date) ? toBroken(date) : undefined
}

/** Whether JavaScript knows it: 8.64e15 ms before and after 1970 it ends. */
export const isDate = (date: Date): boolean => !Number.isNaN(date.getTime())

function toHour({ hour, hour12, isAfternoon = 0 }: Found): number {
  if (hour12 === undefined) return hour ?? 0
  return (hour12 % 12) + 12 * isAfternoon
}

/** The day, from the month and its day or else from what counts days or weeks of the year; the 30th of February is in March. */
function toDate(found: Found): Date {
  const year = toYear(found)
  const { month, day, yearDay, weekday = 1, sundayWeek, mondayWeek, isoWeek } = found
  if (month !== undefined || day !== undefined) return atDay(year, (month ?? 1) - 1, day ?? 1)
  if (yearDay !== undefined) return atDay(year, 0, yearDay)
  const first = atDay(year, 0, 1).getUTCDay()
  if (sundayWeek !== undefined) return atDay(year, 0, 1 + ((7 - first) % 7) + (sundayWeek - 1) * 7 + (weekday % 7))
  const mondayFirst = (weekday + 6) % 7
  if (mondayWeek !== undefined) return atDay(year, 0, 1 + ((8 - first) % 7) + (mondayWeek - 1) * 7 + mondayFirst)
  if (isoWeek === undefined) return atDay(year, 0, 1)
  const isoYear = found.isoYear ?? year
  const fourth = (atDay(isoYear, 0, 4).getUTCDay() + 6) % 7
  return atDay(isoYear, 0, 4 - fourth + (isoWeek - 1) * 7 + mondayFirst)
}

function toYear({ year, century, yearOfCentury }: Found): number {
  if (year !== undefined) return year
  if (century !== undefined) return century * 100 + (yearOfCentury ?? 0)
  if (yearOfCentury === undefined) return 1970
  return yearOfCentury + (yearOfCentury < 69 ? 2000 : 1900)
}

/** `Date.UTC` takes the years 0 to 99 for those of 1900. */
function atDay(year: number, month: number, day: number): Date {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date
}

/** The fields of a time in UTC. */
export function toBroken(date: Date): BrokenTime {
  const year = date.getUTCFullYear()
  return {
    year,
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    weekday: date.getUTCDay(),
    yearDay: Math.floor((date.getTime() - atDay(year, 0, 1).getTime()) / 86_400_000),
  }
}
