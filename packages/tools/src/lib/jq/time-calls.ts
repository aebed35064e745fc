import { isDate, parseTime, toBroken, type BrokenTime } from './strptime.ts'

/** Calls that a WebAssembly program makes, by the names it imports them under. */
export type WasmCalls = Record<string, (...values: number[]) => unknown>

/** A time that a date of JavaScript cannot hold, where the program would go on with the year 1900. */
export class TimeRangeError extends Error {
  override readonly name = 'TimeRangeError'
}

/** The names under which jq-wasm 1.1.0 imports gmtime, localtime, mktime, timegm and strptime. */
const GMTIME = 'q'
const LOCALTIME = 'r'
const MKTIME = 's'
const TIMEGM = 't'
const STRPTIME = 'u'

/** The calendar repeats itself after 400 years, with the days of the week. */
const CYCLE_YEARS = 400
const CYCLE_SECONDS = 146_097n * 86_400n

/** The places of `struct tm`, in words of four bytes. */
const FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'year', 'weekday', 'yearDay'] as const
const YEAR = FIELDS.indexOf('year')
const WEEKDAY = FIELDS.indexOf('weekday')
const YEAR_DAY = FIELDS.indexOf('yearDay')

/**
 * The calls that have to do with dates, put right: those of jq-wasm read 12:05 PM as 0:05 of the next day, days of the year as others, weeks
 * of the year not at all and the years up to 99 as of 1900; and what they cannot hold is the year 1900, which throws `TimeRangeError` here.
 * Seconds since 1970 are of 64 bits, a bigint for WebAssembly.
 */
export function toTimeCalls(calls: WasmCalls, getMemory: () => WebAssembly.Memory): WasmCalls {
  const words = () => new Int32Array(getMemory().buffer)
  return {
    [GMTIME]: (seconds = 0, at = 0) => writeTime(words(), { at, time: toBroken(toDate(Number(seconds) * 1000)) }),
    [LOCALTIME]: (seconds, at) => {
      toDate(Number(seconds) * 1000)
      return calls[LOCALTIME]?.(seconds!, at!)
    },
    [MKTIME]: (at = 0) => {
      const [second = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0] = words().subarray(at >> 2)
      toDate(new Date(year + 1900, month, day, hour, minute, second).getTime())
      if (year < -1900 || year > -1801) return calls[MKTIME]?.(at)
      words()[(at >> 2) + YEAR] = year + CYCLE_YEARS
      const seconds = calls[MKTIME]?.(at) as bigint
      words()[(at >> 2) + YEAR]! -= CYCLE_YEARS
      return seconds - CYCLE_SECONDS
    },
    [TIMEGM]: (at = 0) => {
      const fields = words().subarray(at >> 2)
      const [second = 0, minute = 0, hour = 0, day = 0, month = 0, year = 0] = fields
      const date = new Date(0)
      date.setUTCFullYear(year + 1900, month, day)
      const ms = toDate(date.setUTCHours(hour, minute, second)).getTime()
      const { weekday, yearDay } = toBroken(date)
      fields[WEEKDAY] = weekday
      fields[YEAR_DAY] = yearDay
      return BigInt(ms / 1000)
    },
    [STRPTIME]: (text = 0, format = 0, at = 0) => {
      const given = readText(getMemory(), text)
      const read = parseTime(given, readText(getMemory(), format))
      if (!read) return 0
      writeTime(words(), { at, time: read.time })
      return text + new TextEncoder().encode(given.slice(0, read.end)).length
    },
  }
}

function toDate(ms: number): Date {
  const date = new Date(ms)
  if (!isDate(date)) throw new TimeRangeError()
  return date
}

/** A text that ends with a zero byte. */
function readText({ buffer }: WebAssembly.Memory, at: number): string {
  const bytes = new Uint8Array(buffer, at)
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)))
}

function writeTime(words: Int32Array, { at, time }: { at: number; time: BrokenTime }): void {
  const place = at >> 2
  for (const [index, field] of FIELDS.entries()) words[place + index] = field === 'year' ? time.year - 1900 : time[field]
  // No summer time, no distance from UTC.
  words[place + FIELDS.length] = 0
  words[place + FIELDS.length + 1] = 0
}
