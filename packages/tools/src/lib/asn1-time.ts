import { toAscii, type DerValue } from './der.ts'

const UTC_TIME = 0x17
const OF_CENTURY = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?()(Z|[+-]\d{4})$/
const OF_YEAR = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?((?:[.,]\d{1,9})?)(Z|[+-]\d{4})$/

/**
 * A moment in UTC as RFC 5280 §4.1.2.5 writes it: two digits of a year from 50 are of the last century. Seconds that are left
 * out, fractions of one and other zones, which X.690 §8.25 allows, are read too. What is no moment stays as it is written.
 */
export function toTimeText(value: DerValue): string {
  const text = toAscii(value)
  const [, year = '', month, day, hour, minute, second = '00', fraction = '', zone = ''] =
    (value.tag === UTC_TIME ? OF_CENTURY : OF_YEAR).exec(text) ?? []
  const whole = `${toCentury(year)}${year}-${month}-${day}T${hour}:${minute}:${second}`
  const written = new Date(`${whole}Z`)
  // A day that the month has not is taken for one of the next.
  if (Number.isNaN(written.getTime()) || !written.toISOString().startsWith(whole)) return text
  const inUtc = new Date(written.getTime() - toZoneMs(zone))
  const rest = fraction.replace(',', '.').replace(/\.?0*$/, '')
  return `${inUtc.toISOString().slice(0, -'.000Z'.length)}${rest}Z`
}

function toCentury(year: string): string {
  return year.length === 4 ? '' : Number(year) < 50 ? '20' : '19'
}

function toZoneMs(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3))
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000
}
