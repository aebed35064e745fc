import { findMonth, findZoneHours, toFullYear } from '../../lib/mail-date.ts'

const DATE =
  /(\d{1,2})\s+([A-Za-z]{3})[a-z]*\s+(\d{2,4})\s+(\d{1,2}):(\d{1,2})(?::(\d{1,2}))?\s*((?:(?:GMT|UTC?)\s?)?[+-](?:\d{1,2}:?\d{2}|\d{1,2})|[A-Za-z]{1,5})?/i

/** A date of RFC 5322 §3.3, older forms of §4.3, short zones (`+8`, `GMT+08:00`) and numbers of one digit included, in Unix milliseconds; undefined for anything else. */
export function findMailDate(text: string): number | undefined {
  const [, day = '', name = '', year = '', hour = '', minute = '', second = '0', zone = ''] = DATE.exec(text) ?? []
  const month = findMonth(name)
  if (month === undefined) return undefined
  const time = Date.UTC(toFullYear(year), month - 1, Number(day), Number(hour), Number(minute), Math.min(59, Number(second)))
  const isReal = new Date(time).getUTCDate() === Number(day) && Number(hour) < 24 && Number(minute) < 60
  return isReal ? time - toOffsetMinutes(zone) * 60_000 : undefined
}

function toOffsetMinutes(zone: string): number {
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(zone) ?? []
  if (sign === undefined) return (findZoneHours(zone) ?? 0) * 60
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
