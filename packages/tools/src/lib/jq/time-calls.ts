import { isDate, parseTime, toBroken, type BrokenTime } from './strptime.ts'

/** Calls that a WebAssembly program makes, by the names it imports them under. */
export type WasmCalls = Record<string, (...values: number[]) => unknown>

/** A time that a date of JavaScript cannot hold, where the program would go on with the year 1900. */
export class TimeRangeError extends Error {
  override readonly name = 'TimeRangeError'
}

/** The names under which jq-wasm 1.0.1 imports gmtime, localtime, timegm and strptime. */
const GMTIME = 'k'
const LOCALTIME = 'l'
const TIMEGM = 'm'
const STRPTIME = 'u'

/** The calendar repeats itself after 400 years, which have so many days. */
const DAYS_OF_400_YEARS = 146_097

/** The places of `struct tm`, in words of four bytes. */
const FIELDS = ['second', 'minute', 'hour', 'day', 'month', 'year', 'weekday', 'yearDay'] as const
const DAY = FIELDS.indexOf('day')
const YEAR = FIELDS.indexOf('year')

/**
 * The calls that have to do with dates, put right: those of jq-wasm read 12:05 PM as 0:05 of the next day, days of the year as others, weeks
 * of the year not at all and the years up to 99 as of 1900; and what they cannot hold is the year 1900, which throws `TimeRangeError` here.
 */
export function toTimeCalls(calls: WasmCalls, getMemory: () => WebAssembly.Memory): WasmCalls {
  const words = () => new Int32Array(getMemory().buffer)
  const toDate = (low = 0, high = 0) => {
    const date = new Date((high * 2 ** 32 + (low >>> 0)) * 1000)
    if (!isDate(date)) throw new TimeRangeError()
    return date
  }
  return {
    [GMTIME]: (low, high, at = 0) => writeTime(words(), { at, time: toBroken(toDate(low, high)) }),
    [LOCALTIME]: (low, high, at) => {
      toDate(low, high)
      return calls[LOCALTIME]?.(low!, high!, at!)
    },
    [TIMEGM]: (at = 0) => {
      const [memory, place] = [words(), at >> 2]
      const [second = 0, minute, hour, day = 0, month, year = 0] = memory.subarray(place)
      const date = new Date(0)
      date.setUTCFullYear(year + 1900, month, day)
      date.setUTCHours(hour!, minute, second)
      if (!isDate(date)) throw new TimeRangeError()
      memory[place + YEAR] = year + 400
      memory[place + DAY] = day - DAYS_OF_400_YEARS
      const low = calls[TIMEGM]?.(at)
      const after = words()
      after[place + YEAR] = year
      after[place + DAY] = day
      return low
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
