import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Temporal } from '../time/temporal.ts'
import { isAmbiguousZone, toZoneName } from '../time/zone-name.ts'

/** Minutes since midnight; an end that is not behind its start is of the next day. */
export type Hours = { readonly start: number; readonly end: number }
/** Somebody's place: the zone that is lived by there, and when one works. */
export type Place = { readonly name: string; readonly zone: string; readonly hours: Hours }

const MOST_PLACES = 12
const DAY_MINUTES = 24 * 60
const PLACE: Text = {
  en: 'cities or time zones such as Shanghai, Europe/London or UTC+8',
  zh: '城市或时区，如 上海、Europe/London、UTC+8',
}
/** `London 8:30-17` */
const WITH_HOURS = /^(.*\S)\s+(\d{1,2}(?:[:：][0-5]\d)?)\s*(?:[-–—~至到]|to)\s*(\d{1,2}(?:[:：][0-5]\d)?)$/i

/**
 * Reads places, one a line or with commas between, each with working hours behind it or without. Throws `bad_input`,
 * `too_large`.
 */
export function readPlaces(text: string, usual: Hours, temporal: Temporal): Place[] {
  const written = text
    .split(/[\n,;，、；]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (written.length === 0) throw new AppError('bad_input', { field: 'places', expected: PLACE, got: text })
  if (written.length > MOST_PLACES) throw new AppError('too_large', { field: 'places', limit: MOST_PLACES, got: written.length })
  return written.map((each) => {
    const [, name = each, start, end] = WITH_HOURS.exec(each) ?? []
    const hours = start === undefined || end === undefined ? usual : toHours({ field: 'places', start, end })
    return { name, zone: readZone(name, temporal), hours }
  })
}

function readZone(name: string, temporal: Temporal): string {
  const zone = toZoneName(name)
  try {
    if (!isAmbiguousZone(zone)) return temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new AppError('bad_input', { field: 'places', expected: PLACE, got: name })
}

/** Working hours such as 9 and 17:30. Throws `bad_input`. */
export function toHours({ field, start, end }: { field: string; start: string; end: string }): Hours {
  const [from, to] = [readClock(field, start), readClock(field, end)]
  return { start: from, end: to > from ? to : to + DAY_MINUTES }
}

function readClock(field: string, text: string): number {
  const [, hours = '', minutes = '0'] = /^(\d{1,2})(?::([0-5]\d))?$/.exec(text.normalize('NFKC').trim()) ?? []
  const read = Number(hours) * 60 + Number(minutes)
  if (hours !== '' && read <= DAY_MINUTES) return read
  throw new AppError('bad_input', {
    field,
    expected: { en: 'a time of day such as 9:00 or 17:30', zh: '时刻，如 9:00、17:30' },
    got: text,
  })
}

/** `09:00–17:30` */
export function writeHours({ start, end }: Hours): string {
  const write = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return `${write(start)}–${write(end > DAY_MINUTES ? end - DAY_MINUTES : end)}`
}
